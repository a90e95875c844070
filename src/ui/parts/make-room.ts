/**
 * Keeps so much room, px, at the top of a place that is scrolled, for what lies over it. `isCalm`: somebody
 * may be about to press something there, so all of it stays where it is on the screen; room that cannot be
 * taken back without moving it is kept. Gives whether something is covered now that was not.
 */
export function makeRoom(place: HTMLElement, need: number, isCalm: boolean): boolean {
  const room = Number(place.dataset.room ?? 0)
  const top = place.scrollTop
  const change = need - room
  const holds = isCalm || top > 0
  if (change === 0 || (isCalm && top + change < 0)) return false
  // Else the browser would make up for it as well.
  place.style.overflowAnchor = 'none'
  place.style.setProperty('--room', `${need}px`)
  place.dataset.room = String(need)
  if (holds) place.scrollTop = top + change
  requestAnimationFrame(() => {
    place.style.overflowAnchor = ''
  })
  return holds && change > 0
}
