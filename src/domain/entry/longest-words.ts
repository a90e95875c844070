/** Characters in which a swap is said, at most: longer text is no wish for one. */
export const LONGEST_WORDS = 160
