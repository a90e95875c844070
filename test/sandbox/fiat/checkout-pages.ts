import { html } from 'hono/html'
import type { FiatOrder } from './order-book'

const head = (title: string) => html`<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="stylesheet" href="/checkout-files/style.css">`

export type WrapperView = {
  order: FiatOrder
  providerName: string
  symbol: string
  frameUrl: string
  stateUrl: string
  auto: string
}

/** The service's page around the provider's frame; the frame gets its address from the script. */
export function wrapperPage(view: WrapperView) {
  const { order, providerName, symbol, frameUrl, stateUrl, auto } = view
  const { fiatAmount, fiatCurrency, provider } = order.plan
  return html`<!doctype html>
<html lang="en">
  <head>
    ${head('Checkout')}
    <script defer src="/checkout-files/wrapper.js"></script>
  </head>
  <body>
    <main data-testid="checkout" data-order-id="${order.orderId}" data-provider="${provider}"
      data-frame-url="${frameUrl}" data-state-url="${stateUrl}" data-auto="${auto}">
      <h1>Buy ${symbol} for ${fiatAmount} ${fiatCurrency}</h1>
      <p>The payment is taken by ${providerName}.</p>
      <iframe data-testid="provider-frame" title="${providerName}"
        sandbox="allow-scripts allow-forms" referrerpolicy="no-referrer"></iframe>
      <p role="status" data-testid="checkout-status">Opening ${providerName}</p>
      <button type="button" data-testid="close">Close</button>
    </main>
  </body>
</html>
`
}

export type ProviderView = {
  order: FiatOrder
  providerName: string
  actUrl: string
  /** Origin of the page around it; empty when it stands alone. */
  wrapperOrigin: string
  auto: string
}

/** The provider's own checkout. */
export function providerPage(view: ProviderView) {
  const { order, providerName, actUrl, wrapperOrigin, auto } = view
  const { fiatAmount, fiatCurrency } = order.plan
  return html`<!doctype html>
<html lang="en">
  <head>
    ${head(providerName)}
    <script defer src="/checkout-files/provider.js"></script>
  </head>
  <body class="${wrapperOrigin === '' ? '' : 'framed'}">
    <main data-testid="provider" data-act-url="${actUrl}" data-wrapper-origin="${wrapperOrigin}"
      data-auto="${auto}">
      <h1>${providerName}</h1>
      <button type="button" class="main" data-testid="pay" disabled>Pay ${fiatAmount} ${fiatCurrency} with test card</button>
      <button type="button" data-testid="fail" disabled>Pay with a declined card</button>
      <button type="button" data-testid="cancel" disabled>Cancel the payment</button>
      <p role="status" data-testid="provider-status"></p>
    </main>
  </body>
</html>
`
}

/** Where a checkout cannot go on, in words. */
export function noticePage(text: string) {
  return html`<!doctype html>
<html lang="en">
  <head>
    ${head('Checkout')}
  </head>
  <body>
    <main data-testid="notice">
      <h1>This checkout is closed</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`
}
