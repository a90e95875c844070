/** What was removed can be brought back for this long, ms. */
export const undoFor = 600_000
