import { pageText } from '../copy/page-text'
import { plainText } from '../format/text'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { Filled } from '../parts/filled'
import { ReadAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'

const words = pageText.hub

/** The hub's configuration that is in use, asked for when it is unfolded. */
export function HubList() {
  const { hub } = useApp()
  return (
    <details
      class="details hub"
      onToggle={(event) => {
        if (event.currentTarget.open) void hub.load()
      }}
    >
      <summary>{words.title}</summary>
      <p class="sub">{words.hint}</p>
      <Records />
    </details>
  )
}

function Records() {
  const { hub, catalog } = useApp()
  const records = hub.records.value
  if (records.state === 'failed') {
    return <ReadAgain money={null} error={records.error} tone="warn" read={hub.load} />
  }
  if (records.state === 'idle') return null
  if (records.state !== 'ready') return <SkeletonRows count={3} />
  const { chainId, contracts, tokens, stale } = records.value
  return (
    <>
      {stale && <p class="sub">{words.stale}</p>}
      {chainId === undefined ? (
        <p class="sub">{words.none}</p>
      ) : (
        <p class="sub">{words.chain(plainText(catalog.nameOf(chainId), 24), tokens.length)}</p>
      )}
      <dl class="detail-rows">
        {contracts.map(({ chainId: chain, name, address }) => (
          <div key={`${chain}:${name}:${address}`} class="hub-contract">
            <dt>
              <Filled
                say={words.on}
                parts={[
                  <bdi key="name">{plainText(name, 32)}</bdi>,
                  <span key="chain" class="sub">
                    {plainText(catalog.nameOf(chain), 24)}
                  </span>,
                ]}
              />
            </dt>
            <dd>
              <Address address={address} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
