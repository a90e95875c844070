import type { TestType } from '@playwright/test'
import type { Product } from '../support/product'
import type { ViewPage } from '../support/view'
import { expect } from './expect'
import { test as firefox } from './firefox-fixtures'
import { test as chromium } from './fixtures'
import type { WorkerOptions, World, WorldOptions } from './world'

/** What a journey has at hand, whichever browser it is made in. */
type Shared = WorldOptions & {
  product: Product
  /** A page with the wallet in it. */
  dapp: ViewPage
  /** Starts one more browser on the same sandbox, on an empty profile. */
  startAnother: () => Promise<Product>
  /** Ends the browser as a power cut does and starts it on the same profile; says when it died, ms. */
  killAndRestart: () => Promise<{ killedAt: number; again: Product }>
}

export const isFirefox = process.env.CAUSEWAY_E2E_BROWSER === 'firefox'

/** The test of journeys that are the same in both browsers; the run says in which one they are made. */
export const test = (isFirefox ? firefox : chromium) as unknown as TestType<
  Shared,
  WorkerOptions & { world: World }
>

export { expect }
