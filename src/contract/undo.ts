/** What was removed can be brought back for this long, ms. */
export const undoFor = 600_000

/** Whether what was removed `at` can still be brought back `now`; both unix ms. */
export const mayUndo = (at: number, now: number) => now < at + undoFor
