import type { App } from '../models/app'
import { writeRoute } from '../models/router'
import { Boundary } from '../parts/boundary'
import { AppProvider } from '../parts/context'
import {
  BuyScreen,
  HistoryScreen,
  OrderScreen,
  PayScreen,
  ReviewScreen,
  SettingsScreen,
} from './late-screens'
import { Shell } from './shell'
import { SwapScreen } from './swap'

/** The whole page: popup, side panel and tab are the same, laid out for their width. */
export function Root({ app }: { app: App }) {
  const route = app.router.route.value
  // A review goes on from order to order, with a new price or by another route, and remembers the last.
  const shown = route.screen === 'review' ? route.screen : writeRoute(route)
  return (
    <AppProvider value={app}>
      <Shell>
        <Boundary key={shown}>
          <Screen app={app} />
        </Boundary>
      </Shell>
    </AppProvider>
  )
}

function Screen({ app }: { app: App }) {
  const route = app.router.route.value
  switch (route.screen) {
    case 'swap':
      return <SwapScreen />
    case 'buy':
      return <BuyScreen />
    case 'review':
      return <ReviewScreen orderId={route.orderId} />
    case 'order':
      return <OrderScreen key={route.orderId} orderId={route.orderId} />
    case 'history':
      return <HistoryScreen />
    case 'pay':
      return <PayScreen />
    default:
      // The account book is reached through the settings, and comes with them.
      return <SettingsScreen />
  }
}
