/** What wallets' page code takes for granted, as bundlers give it to them. */
export { Buffer } from 'buffer/'
// @ts-expect-error: comes without types.
export { default as process } from 'process/browser.js'
