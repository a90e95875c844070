import { LONGEST_NAME } from '@/src/contract/book'
import { bookText } from '../copy/book-text'
import { plainText } from '../format/text'
import { Address } from './address'
import { useBook } from './use-book'

/** The name that the account book has for an address, or nothing. */
export function BookName({ name }: { name: string | undefined }) {
  if (name === undefined) return null
  return (
    <span class="book-name" title={bookText.inBook}>
      <span class="sr-only">{bookText.named} </span>
      <bdi>{plainText(name, LONGEST_NAME)}</bdi>
    </span>
  )
}

/** A whole address, with its name in the account book beside it: never the name alone. */
export function NamedAddress({ address }: { address: string }) {
  const name = useBook().find(address)?.name
  if (name === undefined) return <Address address={address} />
  return (
    <span class="named-address">
      <BookName name={name} />
      <Address address={address} />
    </span>
  )
}
