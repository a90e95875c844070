import { useEffect } from 'preact/hooks'
import type { App } from '../models/app'
import { AppProvider } from '../parts/context'
import { lazy } from '../parts/lazy'
import { SkeletonRows } from '../parts/skeleton'
import { Shell } from './shell'
import { SwapScreen } from './swap'

const Rows = () => <SkeletonRows count={5} />
const ReviewScreen = lazy(() => import('./review').then((room) => room.ReviewScreen), Rows)
const OrderScreen = lazy(() => import('./order').then((room) => room.OrderScreen), Rows)
const BuyScreen = lazy(() => import('./buy').then((room) => room.BuyScreen), Rows)
const HistoryScreen = lazy(() => import('./history').then((room) => room.HistoryScreen), Rows)
const PayScreen = lazy(() => import('./pay').then((room) => room.PayScreen), Rows)
const SettingsScreen = lazy(() => import('./settings').then((room) => room.SettingsScreen), Rows)

/** The whole page: popup, side panel and tab are the same, laid out for their width. */
export function Root({ app }: { app: App }) {
  useEffect(() => {
    const later = [ReviewScreen, OrderScreen, BuyScreen, HistoryScreen, PayScreen, SettingsScreen]
    for (const screen of later) {
      void screen.preload()
    }
  }, [])
  return (
    <AppProvider value={app}>
      <Shell>
        <Screen app={app} />
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
    case 'settings':
      return <SettingsScreen />
  }
}
