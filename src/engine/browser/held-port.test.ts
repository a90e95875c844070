import { expect, it } from 'vitest'
import type { Browser } from 'wxt/browser'
import { holdPort } from './held-port'

/** A port as the browser gives it, with what a page does at its other end. */
function createPort() {
  const told: ((message: unknown) => void)[] = []
  const closed: (() => void)[] = []
  const posted: unknown[] = []
  const port = {
    postMessage: (message: unknown) => posted.push(message),
    onMessage: { addListener: (listener: (message: unknown) => void) => told.push(listener) },
    onDisconnect: { addListener: (listener: () => void) => closed.push(listener) },
  } as unknown as Browser.runtime.Port
  return {
    port,
    posted,
    say: (message: unknown) => {
      for (const tell of told) tell(message)
    },
    leave: () => {
      for (const tell of closed) tell()
    },
  }
}

it('given a page spoke before anybody listened, tells it in order, and what follows at once', () => {
  const page = createPort()
  const end = holdPort(page.port)
  page.say(1)
  page.say(2)
  const heard: unknown[] = []
  end.onMessage((message) => heard.push(message))
  page.say(3)
  expect(heard).toEqual([1, 2, 3])
})

it('given the page left before anybody listened, tells that as soon as somebody does', () => {
  const page = createPort()
  const end = holdPort(page.port)
  page.leave()
  let times = 0
  end.onClose(() => {
    times += 1
  })
  expect(times).toBe(1)
})

it('given the page leaves later, tells it then', () => {
  const page = createPort()
  const end = holdPort(page.port)
  let times = 0
  end.onClose(() => {
    times += 1
  })
  expect(times).toBe(0)
  page.leave()
  expect(times).toBe(1)
})

it('posts to the page', () => {
  const page = createPort()
  holdPort(page.port).post({ type: 'done' })
  expect(page.posted).toEqual([{ type: 'done' }])
})
