/**
 * Marks a transaction's end as looked after. When a request of it fails, that failure is what the
 * caller gets; without this the abort that follows would be reported a second time, by nobody.
 */
export function watch(tx: { done: Promise<void> }): void {
  tx.done.catch(() => undefined)
}
