import { shortAddress } from '../format/text'

/** An address shortened to its ends, within a sentence or a line: in one piece, its dots end no line. */
export function ShortAddress({ address }: { address: string }) {
  return <span class="num short-address">{shortAddress(address)}</span>
}
