/**
 * Solana programs that are known: what their makers call them, and where they publish them. Nothing is
 * entered that was not read in the source named beside it, on 27 November 2026. A name is all that comes of it: what
 * a program does is tried and judged like that of any other. A program that is not here is no suspect: it
 * is unknown, and said to be.
 */
import type { KnownContract } from '../order/order'

const LISTED: Readonly<Record<string, readonly [service: string, contract: string]>> = {
  /**
   * https://docs.debridge.com/dln-details/overview/deployed-contracts; the same in `programs.ts` of
   * `@debridge-finance/solana-utils` 5.4.2.
   */
  src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4: ['deBridge', 'DlnSource'],
  /**
   * https://github.com/across-protocol/contracts at 8ab07306: `SvmSpoke` of Solana in
   * `broadcast/deployed-addresses.json`, `declare_id` in `programs/svm-spoke/src/lib.rs`.
   */
  DLv3NggMiSaef97YCkew5xKUHDh13tVGZ7tydt3ZeAru: ['Across', 'SvmSpoke'],
  /**
   * https://github.com/relayprotocol/relay-depository at 8c46f72: `declare_id` in
   * `packages/solana-vm/programs/relay-depository/src/lib.rs`, `Anchor.toml` beside it.
   */
  '99vQwtBwYtrqqD9YSXbdum3KBdxPAVxYTaQ3cfnJSrN2': ['Relay', 'RelayDepository'],
  /** https://github.com/mayan-finance/swap-sdk at cd5a34c, `src/addresses.ts`. */
  FC4eXxkyrMPTjiYUpp4EAnkmwMbQyZ6NDCh1kfLn6vsf: ['Mayan', 'Swap'],
  dkpZqrxHFrhziEMQ931GLtfy11nFkCsfMftH9u6QwBU: ['Mayan', 'MCTP'],
  Gx9rivpS3YR8pBFwMuP6omYqVxunpLvLkNn7ubNyuZZ5: ['Mayan', 'Fast MCTP'],
  BLZRi6frs4X4DNLw56V4EXai1b6QVESN1BhHBTYM9VcY: ['Mayan', 'Swift'],
  mayan34VedncxdK2XobtvWFDXQASUTBXhUVzt2kKgny: ['Mayan', 'Swift v2'],
  /** https://developers.circle.com/cctp/references/solana-programs */
  CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe: ['Circle', 'TokenMessengerMinterV2'],
  /**
   * https://github.com/jup-ag/docs at 1dda348d, `openapi-spec/swap/v1/swap.yaml`; the same in
   * `src/constants.ts` of https://github.com/jup-ag/instruction-parser at 47aaf98.
   */
  JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4: ['Jupiter', 'Swap v6'],
}

/** Who runs a program and what it calls itself, where this release knows it; base58. */
export function knownProgram(program: string): KnownContract | undefined {
  if (!Object.hasOwn(LISTED, program)) return undefined
  const [service, contract] = LISTED[program] ?? []
  return service === undefined || contract === undefined ? undefined : { service, contract }
}
