import { element, setting } from './element'
import type { FrameMessage } from './frame-message'

/** The provider's own checkout: inside the wrapper's frame, embedded, or as a page of its own. */
const acts = ['pay', 'fail', 'cancel'] as const
type Act = (typeof acts)[number]

const says: Record<Act, string> = {
  pay: 'Paid. The money is on its way.',
  fail: 'The card was declined.',
  cancel: 'The payment was cancelled.',
}

const status = element('provider-status', HTMLElement)
const buttons = acts.map((act) => element(act, HTMLButtonElement))

async function act(chosen: Act): Promise<void> {
  for (const button of buttons) button.disabled = true
  try {
    const response = await fetch(`${setting('actUrl')}/${chosen}`, { method: 'POST' })
    if (!response.ok) throw new Error(`the provider answered ${response.status}`)
    status.textContent = says[chosen]
    tellWrapper('acted')
  } catch (error) {
    status.textContent = `That did not work: ${String(error)}`
    for (const button of buttons) button.disabled = false
  }
}

function tellWrapper(event: FrameMessage['event']): void {
  const wrapper = setting('wrapperOrigin')
  if (wrapper === '' || window.parent === window) return
  const message: FrameMessage = { type: 'PROVIDER_FRAME', event }
  window.parent.postMessage(message, wrapper)
}

acts.forEach((each, index) => {
  buttons[index]?.addEventListener('click', () => void act(each))
})
// Only now: a click before somebody listened would be lost.
for (const button of buttons) button.disabled = false
tellWrapper('ready')
const chosen = acts.find((each) => each === setting('auto'))
if (chosen !== undefined) void act(chosen)
