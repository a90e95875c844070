import { useState } from 'preact/hooks'
import { decodeBase64, encodeHex } from '@/src/lib/bytes'
import { signingText } from '../copy/signing-text'
import { plainText } from '../format/text'
import { type Async, idle, loading } from '../models/async'
import { CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { outcomeOf } from '../parts/read-again'

/**
 * The hash that the signing page has in this version, and whether the address of the settings serves it:
 * read by the worker, at a press alone.
 */
export function SigningPage({ url }: { url: string }) {
  const { backend } = useApp()
  return (
    <details class="details signing">
      <summary>{signingText.title}</summary>
      <p class="sub">{signingText.hint}</p>
      {URL.canParse(url) ? (
        <>
          <Line label={signingText.hash} copy={signingText.copyHash} value={backend.signerHash} />
          <Check key={url} host={plainText(new URL(url).host, 80)} />
          <Line label={signingText.command} copy={signingText.copyCommand} value={toCommand(url)} />
        </>
      ) : (
        <p class="sub">{signingText.none}</p>
      )}
    </details>
  )
}

function Line({ label, copy, value }: { label: string; copy: string; value: string }) {
  return (
    <div class="signing-line">
      <p class="sub">{label}</p>
      <code class="mono">{value}</code>
      <CopyButton value={value} label={copy} />
    </div>
  )
}

/** The hash of what is served now; `key` is the address, so that nothing is said of an earlier one. */
function Check({ host }: { host: string }) {
  const { backend } = useApp()
  const [found, setFound] = useState<Async<string>>(idle)

  async function check(): Promise<void> {
    if (found.state === 'loading') return
    setFound(loading)
    setFound(await outcomeOf(read()))
  }

  async function read(): Promise<string> {
    const { bytes } = await backend.call('readSigner', {})
    const decoded = decodeBase64(bytes)
    if (decoded === null) throw new TypeError('The worker sent no bytes')
    return encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', decoded))).slice(2)
  }

  return (
    <div class="signing-line">
      <button
        type="button"
        class="button button-small"
        aria-disabled={found.state === 'loading'}
        onClick={() => void check()}
      >
        {found.state === 'loading' ? signingText.checking : signingText.check}
      </button>
      <div role="status">
        {found.state === 'ready' && <Verdict host={host} hash={found.value} />}
        {found.state === 'failed' && found.error.code.startsWith('service/') && (
          <p class="warn">{signingText.unread(host)}</p>
        )}
      </div>
      {found.state === 'failed' && !found.error.code.startsWith('service/') && (
        <ErrorNote money={null} error={found.error} />
      )}
    </div>
  )
}

function Verdict({ host, hash }: { host: string; hash: string }) {
  const { backend } = useApp()
  if (hash === backend.signerHash) {
    return (
      <>
        <p class="good">{signingText.same(host)}</p>
        <p class="sub">{signingText.limit}</p>
      </>
    )
  }
  return (
    <>
      <p class="bad">{signingText.other(host)}</p>
      <p class="sub">{signingText.otherHash}</p>
      <code class="mono">{hash}</code>
    </>
  )
}

/** What a shell is told; a quote in an address would end its own. */
function toCommand(url: string): string {
  return `curl -s '${new URL(url).href.replaceAll("'", '%27')}' | sha256sum`
}
