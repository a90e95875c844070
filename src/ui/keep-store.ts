/** The part of `navigator.storage` that is asked. */
export type Storage = Partial<Pick<StorageManager, 'persist' | 'persisted'>>

/**
 * Asks the browser to keep what is stored when disks run full. Only a page may ask. Firefox grants it
 * without a question to who has `unlimitedStorage`; Chrome refuses, and keeps it for that permission.
 */
export async function keepStore(disk: Storage | undefined): Promise<void> {
  try {
    if (!(await disk?.persisted?.())) await disk?.persist?.()
  } catch {
    // A browser that stores nothing at all: the store says so itself where it is used.
  }
}
