/** Name of the port over which routes arrive; the page sends `quoteStart`, closing the port aborts. */
export const quotePort = 'quotes'

/** BroadcastChannel between the worker and open pages: something in the store is newer. */
export const changesChannel = 'causeway-changes'

/** BroadcastChannel between open pages: the account book is newer. */
export const bookChannel = 'causeway-book'

/** BroadcastChannel between open pages: pinned or recent tokens are newer. */
export const tokenMarksChannel = 'causeway-token-marks'
