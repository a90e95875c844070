import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export type Lazy<P> = ComponentType<P> & { preload(): Promise<void> }

/** A screen whose code arrives after the first paint, or when it is first wanted. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType = () => null,
): Lazy<P> {
  let arrived: ComponentType<P> | undefined
  let arriving: Promise<void> | undefined

  function preload(): Promise<void> {
    arriving ??= load().then((component) => {
      arrived = component
    })
    return arriving
  }

  function Screen(props: P) {
    const [Shown, show] = useState(() => arrived)
    useEffect(() => {
      // It may have arrived since this was drawn: what counts is what was drawn.
      if (Shown === undefined) void preload().then(() => show(() => arrived))
    }, [])
    return Shown === undefined ? <Meanwhile /> : <Shown {...props} />
  }

  return Object.assign(Screen, { preload })
}
