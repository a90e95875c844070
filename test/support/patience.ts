/**
 * How long anything is waited for in a test, ms. It only ends what hangs: what is waited for comes in a
 * moment, and on a machine that is busy or three times slower in some seconds.
 */
export const patience = 90_000

/** For what the product itself does only after a minute or two, and for what starts whole programs. */
export const longPatience = 240_000

/** For a whole test or hook, in which several waits follow each other. */
export const testPatience = 400_000
