import { pageText } from '../copy/page-text'
import { screenKeys } from '../parts/keys'

const isApple = /mac|iphone|ipad/i.test(navigator.platform)
/** What the modifiers are called on the person's keyboard. */
const [alt, control] = isApple ? ['⌥', '⌘'] : ['Alt', 'Ctrl']

const rows = [
  ...(Object.keys(screenKeys) as (keyof typeof screenKeys)[]).map((screen) => ({
    id: screen,
    keys: [alt, 'Shift', screenKeys[screen]],
  })),
  { id: 'tokens', keys: [control, 'K'] },
  { id: 'pin', keys: [alt, 'P'] },
  { id: 'back', keys: ['Esc'] },
  { id: 'confirm', keys: [control, 'Enter'] },
] as const

/** What each key leads to, by its names on the keyboard. */
export function KeyList() {
  const words = pageText.keys
  return (
    <details class="details">
      <summary>{words.title}</summary>
      <p class="sub">{words.hint}</p>
      <ul class="stored">
        {rows.map(({ id, keys }) => (
          <li key={id}>
            <span>{words.of[id]}</span>
            <kbd dir="ltr">{keys.join('+')}</kbd>
          </li>
        ))}
      </ul>
    </details>
  )
}
