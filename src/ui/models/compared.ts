import { signal } from '@preact/signals'
import { sameAddress } from '@/src/domain/address'
import type { Backend } from './backend'

/**
 * Tells of an address whether it was compared as it was put into the account book, which is read anew
 * whenever it changes; undefined before it was read, and false where it cannot be.
 */
export function watchCompared(
  backend: Pick<Backend, 'book'>,
): (address: string) => boolean | undefined {
  const compared = signal<readonly string[] | undefined>(undefined)
  let looks = 0
  async function look(): Promise<void> {
    looks += 1
    const mine = looks
    try {
      const { entries } = await (await backend.book()).read()
      if (mine !== looks) return
      compared.value = entries.filter((each) => !each.unchecked).map(({ address }) => address)
    } catch {
      // Without the book, the person says where the money goes.
      compared.value = []
    }
  }
  void look()
  backend.book().then(
    (book) => book.onChange(() => void look()),
    () => undefined,
  )
  return (address) => compared.value?.some((each) => sameAddress(each, address))
}
