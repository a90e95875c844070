/** Lets what was begun come to its end, where nothing waits for a clock. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
