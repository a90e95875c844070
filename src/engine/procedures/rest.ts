import type { InputOf } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import { encodeBase64 } from '@/src/lib/bytes'
import { mayName } from '@/src/lib/near-host'
import { tidy } from '@/src/lib/tidy'
import { isWebUrl } from '@/src/lib/web-url'
import type { Handlers } from '@/src/messaging/serve'
import { fetchBytes } from '@/src/service/fetch-bytes'
import type { SettingsStore } from '@/src/store/settings'
import type { Engine } from '../engine'
import { listHosts } from '../service/list-hosts'
import type { SiteGate } from '../site/site-gate'

/** A person waits for the answer of a node: ms. */
const patience = 10_000

/** Settings, and a site's request that came to nothing. */
export function restProcedures(
  engine: Engine,
  sites: SiteGate,
  own: { settings: SettingsStore; fetch: typeof fetch },
): Pick<
  Handlers,
  | 'readSettings'
  | 'writeSettings'
  | 'checkNode'
  | 'readPicture'
  | 'readSigner'
  | 'dismissRequest'
  | 'listHosts'
> {
  return {
    listHosts: async () => ({ hosts: await listHosts(engine) }),
    readSettings: () => engine.settings(),
    writeSettings: async (changed) => {
      requireWebAddresses(changed)
      const next = await own.settings.write(tidy(changed))
      engine.announce({ kind: 'settings' })
      return next
    },
    checkNode: async ({ chainId, url }) => {
      requireWebAddresses({ rpcUrls: { [chainId]: url } })
      await (await engine.readers()).headAt(chainId, url, AbortSignal.timeout(patience))
      return {}
    },
    readPicture: async ({ url }) => {
      if (!mayName((await engine.settings()).serviceUrl, url)) {
        throw new AppError('rpc/invalid', { where: 'readPicture' })
      }
      return { bytes: encodeBase64(await fetchBytes(url, own.fetch)) }
    },
    readSigner: async () => {
      const { signerUrl } = await engine.settings()
      // An empty one would be the extension's own address.
      if (!isWebUrl(signerUrl)) throw new AppError('page/none')
      return { bytes: encodeBase64(await fetchBytes(signerUrl, own.fetch, 'no-store')) }
    },
    dismissRequest: async ({ isReplaced, ...asker }) => {
      if (!isReplaced) sites.refused(asker.origin)
      const { dismissRequest } = await import('../site/requests')
      await dismissRequest(engine, asker, isReplaced ? 'replaced' : 'declined')
      return {}
    },
  }
}

/** A second line behind the settings screen: nothing else may be fetched or opened for a person. */
function requireWebAddresses(changed: InputOf<'writeSettings'>): void {
  const { serviceUrl, fiatUrl, qrUrl = '', embedUrl, signerUrl, rpcUrls } = changed
  // A relative one belongs to the embed origin.
  const qr = URL.canParse(qrUrl) ? qrUrl : ''
  const addresses = [serviceUrl, fiatUrl, qr, embedUrl, signerUrl, ...Object.values(rpcUrls ?? {})]
  // An empty one goes back to the address that was built in.
  if (addresses.every((each) => !each || isWebUrl(each))) return
  throw new AppError('rpc/invalid', { where: 'writeSettings' })
}
