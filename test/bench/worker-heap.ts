import type { BrowserContext } from '@playwright/test'

type Target = { targetId: string; type: string; url: string }
/** The part of the DevTools protocol that Playwright's own sessions hide: a worker is no page. */
type Devtools = {
  send(method: 'Target.getTargets'): Promise<{ targetInfos: Target[] }>
  send(
    method: 'Target.attachToTarget',
    params: { targetId: string; flatten: false },
  ): Promise<{ sessionId: string }>
  send(
    method: 'Target.sendMessageToTarget',
    params: { sessionId: string; message: string },
  ): Promise<void>
  on(
    event: 'Target.receivedMessageFromTarget',
    listener: (event: { sessionId: string; message: string }) => void,
  ): void
  detach(): Promise<void>
}

/** Bytes that the heap of an extension's worker holds after a collection; the worker must be awake. */
export async function readWorkerHeap(
  context: BrowserContext,
  extensionId: string,
): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('This browser cannot be reached as a whole')
  const devtools = session as unknown as Devtools
  const { targetInfos } = await devtools.send('Target.getTargets')
  const worker = targetInfos.find(
    ({ type, url }) => type === 'service_worker' && url.includes(extensionId),
  )
  if (worker === undefined) throw new Error('The worker is not awake')
  const { targetId } = worker
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false })
  const answers = new Map<number, (result: unknown) => void>()
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: unknown }
    answers.get(id)?.(result)
  })
  const ask = (id: number, method: string) =>
    new Promise<unknown>((resolve, reject) => {
      answers.set(id, resolve)
      const message = JSON.stringify({ id, method })
      devtools.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  await ask(1, 'HeapProfiler.collectGarbage')
  const { usedSize } = (await ask(2, 'Runtime.getHeapUsage')) as { usedSize: number }
  await devtools.detach()
  return usedSize
}
