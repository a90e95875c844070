import { type Book, createBook } from '../models/account-book'
import { useApp } from './context'
import { useModel } from './use-model'

/** The account book, for as long as a component is on screen. */
export function useBook(): Book {
  const { backend, clock, removals } = useApp()
  return useModel(() => createBook({ backend, clock, removedHere: removals.book }), '')
}
