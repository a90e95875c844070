import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { App } from '../models/app'

const AppContext = createContext<App | undefined>(undefined)

export const AppProvider = AppContext.Provider

/** The root model of the page a component stands in. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (app === undefined) throw new Error('A component stands outside of its page')
  return app
}
