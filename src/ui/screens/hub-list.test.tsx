// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it } from 'vitest'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { pageText } from '../copy/page-text'
import { text } from '../copy/text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { HubList } from './hub-list'

afterEach(() => render(null, document.body))

it('reads the records again at a press, with the focus kept: failed once more, it is said anew', async () => {
  const failing: FixtureOptions['failing'] = { readHub: 'service/timeout' }
  const backend = createFixtureBackend({ now: () => 0, orders: {}, failing })
  const clock = { now: () => 0, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <HubList />
      </AppProvider>,
      document.body,
    )
  })
  await act(async () => {
    const details = document.querySelector('details')
    if (details) details.open = true
    details?.dispatchEvent(new Event('toggle'))
    await settled()
  })
  await pressAgain()
  expect(document.activeElement).toBe(findAgain())
  expect(app.announcements.value.at(-1)?.text).toBe(
    text.app.said(errorCopy['service/timeout'].title),
  )
  delete failing.readHub
  await pressAgain()
  expect(findAgain()).toBeUndefined()
  expect(document.activeElement?.textContent).toBe(pageText.hub.title)
  expect(app.announcements.value).toHaveLength(1)
})
