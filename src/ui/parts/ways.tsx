import { text } from '../copy/text'
import { handle } from '../handles'
import { useApp } from './context'
import { keyOf } from './keys'

/** The ways to get a token, one beside the other; each keeps what was typed in it. */
export function Ways({ current }: { current: 'swap' | 'buy' | 'pay' }) {
  const { router } = useApp()
  return (
    <nav class="ways" aria-label={text.app.ways}>
      {(['swap', 'buy', 'pay'] as const).map((screen) => (
        <button
          key={screen}
          type="button"
          class="way"
          data-testid={screen === 'buy' ? handle.buy : undefined}
          aria-current={screen === current ? 'page' : undefined}
          aria-keyshortcuts={keyOf(screen)}
          onClick={() => router.go({ screen })}
        >
          {text.app[screen]}
        </button>
      ))}
    </nav>
  )
}
