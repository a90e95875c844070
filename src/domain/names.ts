/**
 * Kinds of text that must not be taken for each other. Types alone: a schema or a literal makes one of plain
 * text, and no text of one kind is taken where another is meant.
 */
type Kind<Name extends string> = string & { readonly kind?: Name }

/** An order of this computer, 128 bits in hex; the service's own number of it is a `ServiceOrderId`. */
export type OrderId = Kind<'order'>
export type ServiceOrderId = Kind<'order of the service'>
export type QuoteId = Kind<'quote'>
export type RouteId = Kind<'route'>
export type StepId = Kind<'step'>
/** One ask of a wallet. */
export type AttemptId = Kind<'attempt'>
/** What names a transaction: its EVM hash, its Solana signature, or what a wallet named in its place. */
export type TxHash = Kind<'hash'>
/** An account, a contract, or what names a token: an EVM address, a Solana account, or a foreign chain's. */
export type Address = Kind<'address'>
