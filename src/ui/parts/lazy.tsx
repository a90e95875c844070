import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export type Lazy<P> = ComponentType<P> & { preload(): Promise<void> }

/** For the button that leads to a screen: its code is fetched once somebody is about to press it. */
export function onIntent(...screens: { preload(): Promise<void> }[]) {
  const fetchAll = () => {
    for (const screen of screens) void screen.preload()
  }
  return { onPointerEnter: fetchAll, onFocus: fetchAll }
}

/** A screen whose code arrives when it is first wanted, or about to be. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType = () => null,
): Lazy<P> {
  let arrived: ComponentType<P> | undefined
  let arriving: Promise<void> | undefined

  function preload(): Promise<void> {
    arriving ??= load().then(
      (component) => {
        arrived = component
      },
      (error: unknown) => {
        // Asked for again, it is fetched again.
        arriving = undefined
        throw error
      },
    )
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
