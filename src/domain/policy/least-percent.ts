/** The least part of the accepted amount that must move, in hundredths: below it, it is another order. */
export const LEAST_PERCENT = 99n
