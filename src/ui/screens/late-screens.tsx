import { lazy } from '../parts/lazy'
import { SkeletonRows } from '../parts/skeleton'

const Rows = () => <SkeletonRows count={5} />

export const ReviewScreen = lazy(() => import('./review').then((room) => room.ReviewScreen), Rows)
export const OrderScreen = lazy(() => import('./order').then((room) => room.OrderScreen), Rows)
export const BuyScreen = lazy(() => import('./buy').then((room) => room.BuyScreen), Rows)
export const HistoryScreen = lazy(
  () => import('./history').then((room) => room.HistoryScreen),
  Rows,
)
export const PayScreen = lazy(() => import('./pay').then((room) => room.PayScreen), Rows)
export const SettingsScreen = lazy(
  () => import('./settings').then((room) => room.SettingsScreen),
  Rows,
)
