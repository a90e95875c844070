import type { Operator } from '@/src/chains/chains'
import { readSolanaPayment } from '@/src/chains/payments'
import type { SolanaReader } from '@/src/chains/solana-reader'
import type { Rhythm } from '@/src/domain/chain/chain-rhythm'
import { askEnough, findStart, needed, provePayment, quietly } from './payments'
import type { Came, ChainAsk, ChainLook } from './wide-ask'

type Nodes = { family: 'solana'; operators: readonly Operator<SolanaReader>[]; rhythm: Rhythm }

/** Token accounts of the address whose history is read, and transactions that are read of all. */
const mostAccounts = 8
const mostRead = 16
const mostProved = 4

/** Looks on Solana for other tokens that came to the address since the order began. */
export async function lookOnSolana(nodes: Nodes, ask: ChainAsk): Promise<ChainLook> {
  const { search, signal, isListed } = ask
  const { operators } = nodes
  const address = search.due.to
  const start = search.start.block ?? (await findStart(nodes, search, search.start.at))
  if (start === undefined || signal.aborted) return { outcome: 'unread', found: [] }
  const looks = await askEnough(operators, search.tries, async (reader) => {
    const held = await reader.tokenAccounts(address, signal)
    const accounts = [address, ...held.slice(0, mostAccounts)]
    const lists = await Promise.all(
      accounts.map((account) => reader.signaturesSince(account, start, signal)),
    )
    const isWhole = held.length <= mostAccounts && lists.every((each) => each.isWhole)
    return { reader, isWhole, entries: lists.flatMap(({ entries }) => entries) }
  })
  const [first] = looks
  if (!first) return { outcome: 'unread', found: [] }
  const hashes = [...new Set(looks.flatMap(({ entries }) => entries.map((one) => one.signature)))]
  const since = { ...search, start: { block: start, at: search.start.at } }
  const found: Came[] = []
  let isWhole = looks.every((each) => each.isWhole) && hashes.length <= mostRead
  for (const hash of hashes.slice(0, mostRead)) {
    if (signal.aborted || found.length >= mostProved) isWhole = false
    if (signal.aborted || found.length >= mostProved) break
    const paid = await quietly(() =>
      readSolanaPayment(first.reader, hash, address, undefined, signal),
    )
    // What a node lists and does not show may be the payment.
    if (!paid) isWhole = false
    for (const { token, amount } of paid?.moves ?? []) {
      if (amount <= 0n || !(await isListed(token))) continue
      const due = { ...search.due, token, least: 1n }
      const outcome = await provePayment(nodes, { ...since, due }, hash)
      if (outcome.kind === 'found' && outcome.found.what === 'paid') found.push(outcome.found)
      if (outcome.kind === 'pending' || outcome.kind === 'unread') isWhole = false
    }
  }
  if (looks.length < needed(operators)) {
    return { outcome: found.length > 0 ? 'part' : 'unread', found }
  }
  return { outcome: isWhole ? 'whole' : 'part', found }
}
