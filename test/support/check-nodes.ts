/**
 * `npm run nodes`: asks every public node that Causeway ships whether it still is what the list says.
 * For maintainers, by hand: it speaks to the internet, and no test runs it. `-- 1 8453` names chains.
 */
import { KNOWN_CHAINS, SOLANA_CHAIN_ID, SOLANA_REFERENCE } from '@/src/domain/chain/known-chains'
import { shippedOperators } from '@/src/domain/chain/operators'

/** What a browser extension's worker sends; a node has to allow it. */
const origin = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'
const patience = 15_000
/** Blocks back at which the state is asked for: a day of the slowest chain. */
const historyDepth = 7_200
const nobody = `0x${'1'.repeat(40)}`

type Verdict = {
  chain: boolean
  cors: boolean
  simulation: boolean
  history: boolean
  note: string
}

async function ask(url: string, method: string, params: unknown[]): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(patience),
  })
}

async function read(url: string, method: string, params: unknown[]): Promise<unknown> {
  const answer = (await (await ask(url, method, params)).json()) as { result?: unknown }
  return answer.result
}

/** The answer itself, and the preflight of a JSON body, must name any origin or ours. */
async function allowsBrowsers(url: string, method: string): Promise<boolean> {
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
    signal: AbortSignal.timeout(patience),
  })
  const answer = await ask(url, method, [])
  return [preflight, answer].every(({ headers }) =>
    ['*', origin].includes(headers.get('access-control-allow-origin') ?? ''),
  )
}

const works = (check: Promise<boolean>) => check.catch(() => false)

async function checkEvm(url: string, chainId: number): Promise<Verdict> {
  const chain = Number(await read(url, 'eth_chainId', [])) === chainId
  const head = Number(await read(url, 'eth_blockNumber', []))
  const call = { from: nobody, to: nobody, value: '0x0', data: '0x' }
  const old = `0x${Math.max(0, head - historyDepth).toString(16)}`
  const [cors, simulation, history] = await Promise.all([
    works(allowsBrowsers(url, 'eth_chainId')),
    works(
      read(url, 'eth_simulateV1', [{ blockStateCalls: [{ calls: [call] }] }, 'latest']).then(
        Array.isArray,
      ),
    ),
    works(read(url, 'eth_getBalance', [nobody, old]).then((found) => typeof found === 'string')),
  ])
  return { chain, cors, simulation, history, note: `head ${head}` }
}

async function checkSolana(url: string): Promise<Verdict> {
  const genesis = String(await read(url, 'getGenesisHash', []))
  const slot = Number(await read(url, 'getSlot', []))
  const oldest = Number(await read(url, 'getFirstAvailableBlock', []))
  const search = [[`${'1'.repeat(64)}`], { searchTransactionHistory: true }]
  const [cors, history] = await Promise.all([
    works(allowsBrowsers(url, 'getHealth')),
    works(
      read(url, 'getSignatureStatuses', search).then(
        (found) => typeof found === 'object' && found !== null && 'context' in found,
      ),
    ),
  ])
  const simulation = await works(
    ask(url, 'simulateTransaction', ['AA==', { encoding: 'base64' }]).then(async (answer) =>
      // What is no transaction is refused as one by whoever simulates (-32602), not as a method.
      (await answer.text()).includes('-32602'),
    ),
  )
  const chain = genesis.startsWith(SOLANA_REFERENCE)
  return { chain, cors, simulation, history, note: `slot ${slot}, oldest block ${oldest}` }
}

const mark = (good: boolean) => (good ? 'yes' : 'NO')

async function main(): Promise<void> {
  const wanted = process.argv.slice(2).map(Number)
  const chains = KNOWN_CHAINS.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
  let bad = 0
  for (const { id, name } of chains) {
    const nodes = shippedOperators(id)
    console.log(`${name} (${id}): ${nodes.length} operators`)
    const lines = nodes.map(async (node) => {
      const start = `  ${node.name.padEnd(18)} ${node.url}`
      try {
        const check = id === SOLANA_CHAIN_ID ? checkSolana(node.url) : checkEvm(node.url, id)
        const { chain, cors, simulation, history, note } = await check
        if (!chain || !cors) bad += 1
        return `${start}\n    chain ${mark(chain)} · CORS ${mark(cors)} · simulation ${mark(simulation)} · history ${mark(history)} · ${note}`
      } catch (error) {
        bad += 1
        return `${start}\n    does not answer: ${String(error)}`
      }
    })
    for (const line of await Promise.all(lines)) console.log(line)
  }
  console.log(bad === 0 ? 'every node may stay' : `${bad} nodes cannot be used as they are`)
  process.exitCode = bad === 0 ? 0 : 1
}

await main()
