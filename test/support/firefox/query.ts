/** How a place on a page is found; JSON, since it is looked up inside the page. */
export type Query =
  | { by: 'css'; css: string; within?: Query }
  | { by: 'text'; text: Words; within?: Query }
  | { by: 'label'; label: Words; within?: Query }
  | { by: 'role'; role: string; name?: Words; checked?: boolean; level?: number; within?: Query }
  | { by: 'or' | 'and'; either: Query; other: Query }
  | { by: 'having'; of: Query; text: Words }
  | { by: 'at'; index: number; of: Query }
/** The whole of it, a part whatever its capitals are, or a regular expression by its source and flags. */
export type Words = { exact: string } | { part: string } | { source: string; flags: string }

/** What can be said of one place at one moment. */
export type Seen = {
  /** How many elements the query finds; what follows is said of the only one. */
  count: number
  visible: boolean
  enabled: boolean
  checked: boolean
  focused: boolean
  text: string
  value: string
  attributes: Record<string, string>
  /** Text of each element that the query finds, shown or not. */
  contents: string[]
}
/** Where to press, in CSS pixels of the viewport; or why nobody could press there now. */
export type Spot = { x: number; y: number } | { not: string }

/** Runs in a page: what it is asked about the elements of a query. It must not use anything outside. */
export async function askPage(
  query: Query,
  ask:
    | { what: 'see' | 'spot' | 'pressed' | 'focus' | 'element' }
    | { what: 'fill' | 'select'; text: string }
    | { what: 'insert'; text: string }
    | { what: 'give'; file: { name: string; mimeType: string; base64: string } },
): Promise<unknown> {
  /** The press that is under way, and whether it has reached what it was meant for. */
  type Guard = { hasHit: boolean; end(): void }
  const page = globalThis as { causewayGuard?: Guard }
  // https://www.w3.org/TR/html-aria/#docconformance, as far as it is asked for.
  const typed = (...types: string[]) => types.map((type) => `input[type="${type}"]`).join(', ')
  const roles: Record<string, string> = {
    button: `button, summary[role="button"], ${typed('submit', 'button', 'reset')}`,
    checkbox: typed('checkbox'),
    combobox: 'select:not([multiple], [size]), input[list]',
    dialog: 'dialog',
    group: 'fieldset, details, optgroup',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    listbox: 'select[multiple], select[size]',
    option: 'option',
    radio: typed('radio'),
    region: 'section[aria-label], section[aria-labelledby]',
    searchbox: typed('search'),
    status: 'output',
    textbox: `textarea, input:not([type], [list]), ${typed('text', 'email', 'tel', 'url')}`,
  }
  /** What is named by what stands in it. */
  const namedByContent = ['button', 'checkbox', 'heading', 'link', 'option', 'radio']
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

  function matches(words: Words, text: string): boolean {
    if ('exact' in words) return text === plain(words.exact)
    if ('part' in words) return text.toLowerCase().includes(plain(words.part).toLowerCase())
    return new RegExp(words.source, words.flags).test(text)
  }

  /** What is read of an element's content, https://www.w3.org/TR/accname-1.2/. */
  function spoken(node: Node): string {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.matches('[aria-hidden="true"], script, style')) return ''
    if (!node.checkVisibility({ visibilityProperty: true })) return ''
    const own = node.getAttribute('aria-label') ?? node.getAttribute('alt')
    const said = own ?? [...node.childNodes].map(spoken).join('')
    return getComputedStyle(node).display.startsWith('inline') ? said : ` ${said} `
  }

  function namesOf(element: Element): string[] {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labelled = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(spoken)
    return [labelled, element.getAttribute('aria-label') ?? '', ...labels]
      .map(plain)
      .filter((name) => name !== '')
  }

  function nameOf(element: Element, role: string): string {
    const [given] = namesOf(element)
    if (given !== undefined) return given
    const legend = element.querySelector(':scope > legend, :scope > summary')
    const parts = [
      namedByContent.includes(role) ? [...element.childNodes].map(spoken).join('') : '',
      legend === null ? '' : spoken(legend),
      element.getAttribute('title') ?? '',
      element.getAttribute('placeholder') ?? '',
    ]
    return parts.map(plain).find((part) => part !== '') ?? ''
  }

  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0
  }

  /** Whether it is there for somebody who listens. */
  function isRead(element: Element): boolean {
    if (element.matches('option')) return element.closest('[aria-hidden="true"]') === null
    const shown = element.checkVisibility({ visibilityProperty: true })
    return shown && element.closest('[aria-hidden="true"]') === null
  }

  const isChecked = (element: Element) =>
    (element as HTMLInputElement).checked ?? element.getAttribute('aria-checked') === 'true'

  function levelOf(element: Element): number {
    return Number(element.getAttribute('aria-level') ?? element.tagName.slice(1))
  }

  /** All below the places of a query, or on the page. */
  function below(within: Query | undefined, css: string): Element[] {
    const roots = within === undefined ? [document] : find(within)
    return [...new Set(roots.flatMap((root) => [...root.querySelectorAll(css)]))]
  }

  /** The innermost elements that have the text; the places themselves are among them, as in Playwright. */
  function withText(words: Words, within?: Query): Element[] {
    const has = (element: Element) =>
      !element.matches('script, style, head, head *') && matches(words, plain(element.textContent))
    const roots = within === undefined ? [document.documentElement] : find(within)
    const all = new Set(roots.flatMap((root) => [root, ...root.querySelectorAll('*')]))
    return [...all].filter((element) => has(element) && ![...element.children].some(has))
  }

  function find(sought: Query): Element[] {
    switch (sought.by) {
      case 'css': {
        const roots = sought.within === undefined ? [document] : find(sought.within)
        // `> part` is looked for from each place on.
        const css = sought.css.trim().startsWith('>') ? `:scope ${sought.css}` : sought.css
        return [...new Set(roots.flatMap((root) => [...root.querySelectorAll(css)]))]
      }
      case 'text':
        return withText(sought.text, sought.within)
      case 'label':
        return below(sought.within, '*').filter((element) =>
          namesOf(element).some((name) => matches(sought.label, name)),
        )
      case 'role': {
        const { role, name, checked, level } = sought
        const implicit = roles[role] === undefined ? '' : `:is(${roles[role]}):not([role]), `
        return below(sought.within, `${implicit}[role="${role}"]`).filter(
          (element) =>
            isRead(element) &&
            (checked === undefined || isChecked(element) === checked) &&
            (level === undefined || levelOf(element) === level) &&
            (name === undefined || matches(name, nameOf(element, role))),
        )
      }
      case 'or':
        return [...new Set([...find(sought.either), ...find(sought.other)])].sort((a, b) =>
          a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
        )
      case 'and': {
        const other = find(sought.other)
        return find(sought.either).filter((element) => other.includes(element))
      }
      case 'having':
        return find(sought.of).filter((element) => matches(sought.text, plain(element.textContent)))
      case 'at':
        return [find(sought.of).at(sought.index) ?? []].flat()
    }
  }

  const isEnabled = (element: Element) => !element.matches(':disabled, [aria-disabled="true"]')
  /** What is hit stands in it, or in its label. */
  const isIn = (element: Element, hit: EventTarget | null) =>
    hit instanceof Element && (element.contains(hit) || hit.closest('label')?.control === element)

  /** What has moved under the pointer since the look takes nothing of the press, as in Playwright. */
  function guard(element: Element): void {
    const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
    let isDown = false
    const own: Guard = {
      hasHit: false,
      end() {
        for (const kind of kinds) removeEventListener(kind, filter, true)
      },
    }
    function filter(event: Event): void {
      if (own.hasHit || !event.isTrusted) return
      const isThere = isIn(element, event.target)
      if (event.type === 'pointerdown' && isThere && isEnabled(element)) isDown = true
      // What moves away between the two halves of a press takes no click either.
      if (event.type === 'click' && isThere) own.hasHit = isDown
      if (isDown && isThere) return
      event.preventDefault()
      event.stopImmediatePropagation()
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
  if (ask.what === 'insert') {
    document.execCommand('insertText', false, ask.text)
    return {}
  }

  const found = find(query)
  const [element] = found
  const enabled = element !== undefined && isEnabled(element)
  if (ask.what === 'see') {
    return {
      count: found.length,
      visible: element !== undefined && isVisible(element),
      enabled,
      checked: element !== undefined && isChecked(element) === true,
      focused: element !== undefined && document.activeElement === element,
      text: element instanceof HTMLElement ? element.innerText : (element?.textContent ?? ''),
      value: element !== undefined && 'value' in element ? String(element.value) : '',
      attributes: Object.fromEntries(
        [...(element?.attributes ?? [])].map(({ name, value }) => [name, value]),
      ),
      contents: found.map(({ textContent }) => plain(textContent)),
    }
  }
  if (element === undefined || found.length > 1) return { not: `there are ${found.length}` }
  if (ask.what === 'element') return element
  if (ask.what === 'give') {
    const { name, mimeType, base64 } = ask.file
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const given = new DataTransfer()
    given.items.add(new File([bytes], name, { type: mimeType }))
    ;(element as HTMLInputElement).files = given.files
    element.dispatchEvent(new Event('change', { bubbles: true }))
    return {}
  }
  if (!isVisible(element)) return { not: 'it is not visible' }
  if (!enabled) return { not: 'it is disabled' }
  if (ask.what === 'fill') {
    const field = element as HTMLInputElement
    field.focus()
    field.value = ask.text
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
    return {}
  }
  if (ask.what === 'select') {
    const list = element as HTMLSelectElement
    const option = [...list.options].find(({ value, label }) => [value, label].includes(ask.text))
    if (option === undefined || option.disabled) return { not: `there is no ${ask.text} in it` }
    list.focus()
    list.value = option.value
    list.dispatchEvent(new Event('input', { bubbles: true }))
    list.dispatchEvent(new Event('change', { bubbles: true }))
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
  if (!isIn(element, hit)) return { not: `it is covered by ${hit?.outerHTML.slice(0, 200)}` }
  guard(element)
  return middle
}
