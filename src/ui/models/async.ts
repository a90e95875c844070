import type { WireError } from '@/src/domain/error'

/** A value that is on its way, in the one shape that every screen uses. */
export type Async<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'ready'; value: T }
  | { state: 'failed'; error: WireError }

export const idle: { state: 'idle' } = { state: 'idle' }
export const loading: { state: 'loading' } = { state: 'loading' }
export const ready = <T>(value: T): { state: 'ready'; value: T } => ({ state: 'ready', value })
export const failed = (error: WireError): { state: 'failed'; error: WireError } => ({
  state: 'failed',
  error,
})
