/** How a place on a page is found; JSON, since it is looked up inside the page. */
export type Query =
  | { by: 'css'; css: string; within?: Query }
  | { by: 'text'; text: string }
  | { by: 'role'; role: string; name?: Name }
  | { by: 'or'; either: Query; other: Query }
  | { by: 'at'; index: 0 | -1; of: Query }
/** The whole name, or a regular expression by its source and flags. */
type Name = { exact: string } | { source: string; flags: string }

/** What can be said of one place at one moment. */
export type Seen = {
  /** How many elements the query finds; what follows is said of the only one. */
  count: number
  visible: boolean
  enabled: boolean
  text: string
  value: string
  attributes: Record<string, string>
}
/** Where to press, in CSS pixels of the viewport; or why nobody could press there now. */
export type Spot = { x: number; y: number } | { not: string }

/** Runs in a page: what it is asked about the elements of a query. It must not use anything outside. */
export async function askPage(
  query: Query,
  ask: { what: 'see' | 'spot' | 'pressed' | 'focus' } | { what: 'fill'; text: string },
): Promise<unknown> {
  /** The press that is under way, and whether it has reached what it was meant for. */
  type Guard = { hasHit: boolean; end(): void }
  const page = globalThis as { causewayGuard?: Guard }
  const roles: Record<string, string> = {
    button: 'button, [role="button"], input[type="submit"]',
    dialog: 'dialog[open], [role="dialog"]',
  }

  function nameOf(element: Element): string {
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labelled = labels.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const name = element.getAttribute('aria-label') ?? (labelled || element.textContent)
    return (name ?? '').replace(/\s+/g, ' ').trim()
  }

  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0
  }

  function hasName(element: Element, name: Name | undefined): boolean {
    if (name === undefined) return true
    if ('exact' in name) return nameOf(element) === name.exact
    return new RegExp(name.source, name.flags).test(nameOf(element))
  }

  function find(sought: Query): Element[] {
    switch (sought.by) {
      case 'css': {
        const roots = sought.within === undefined ? [document] : find(sought.within)
        return roots.flatMap((root) => [...root.querySelectorAll(sought.css)])
      }
      case 'text': {
        const text = sought.text.toLowerCase()
        const has = (element: Element) =>
          (element.textContent ?? '').replace(/\s+/g, ' ').toLowerCase().includes(text)
        return [...document.body.querySelectorAll('*')].filter(
          (element) => has(element) && ![...element.children].some(has),
        )
      }
      case 'role':
        return [...document.querySelectorAll(roles[sought.role] ?? sought.role)].filter(
          (element) => isVisible(element) && hasName(element, sought.name),
        )
      case 'or':
        return [...new Set([...find(sought.either), ...find(sought.other)])].sort((a, b) =>
          a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
        )
      case 'at':
        return [find(sought.of).at(sought.index) ?? []].flat()
    }
  }

  const isEnabled = (element: Element) => !element.matches(':disabled, [aria-disabled="true"]')

  /** What has moved under the pointer since the look takes nothing of the press, as in Playwright. */
  function guard(element: Element): void {
    const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
    const own: Guard = {
      hasHit: false,
      end() {
        for (const kind of kinds) removeEventListener(kind, filter, true)
      },
    }
    function filter(event: Event): void {
      if (own.hasHit || !event.isTrusted) return
      const isThere = event.target instanceof Node && element.contains(event.target)
      if (event.type === 'pointerdown' && isThere && isEnabled(element)) own.hasHit = true
      else {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    }
    for (const kind of kinds) addEventListener(kind, filter, true)
    page.causewayGuard = own
  }

  if (ask.what === 'pressed') {
    // Without a guard the page is another one by now: the press has taken effect.
    const hasHit = page.causewayGuard?.hasHit ?? true
    page.causewayGuard?.end()
    delete page.causewayGuard
    return hasHit
  }

  const found = find(query)
  const [element] = found
  const enabled = element !== undefined && isEnabled(element)
  if (ask.what === 'see') {
    return {
      count: found.length,
      visible: element !== undefined && isVisible(element),
      enabled,
      text: element instanceof HTMLElement ? element.innerText : (element?.textContent ?? ''),
      value: element !== undefined && 'value' in element ? String(element.value) : '',
      attributes: Object.fromEntries(
        [...(element?.attributes ?? [])].map(({ name, value }) => [name, value]),
      ),
    }
  }
  if (element === undefined || found.length > 1) return { not: `there are ${found.length}` }
  if (!isVisible(element)) return { not: 'it is not visible' }
  if (!enabled) return { not: 'it is disabled' }
  if (ask.what === 'fill') {
    const field = element as HTMLInputElement
    field.focus()
    field.value = ask.text
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
    return {}
  }
  if (ask.what === 'focus') {
    ;(element as HTMLElement).focus()
    return document.activeElement === element ? {} : { not: 'it takes no focus' }
  }
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const place = () => element.getBoundingClientRect()
  const before = place()
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  const { x, y, width, height } = place()
  if (before.x !== x || before.y !== y) return { not: 'it moves' }
  const middle = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
  const hit = document.elementFromPoint(middle.x, middle.y)
  if (!element.contains(hit)) return { not: `it is covered by ${hit?.outerHTML.slice(0, 200)}` }
  guard(element)
  return middle
}
