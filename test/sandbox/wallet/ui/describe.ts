import { decodeFunctionData, erc20Abi, formatEther, hexToString, isHex, maxUint256 } from 'viem'
import * as z from 'zod/mini'
import type { PromptStatus, WalletStatus } from '../protocol'
import { describeSolana } from './describe-solana'

export type Description = {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** Shown as it came, for whoever wants to read all of it. */
  readonly raw: string
}

const transactionSchema = z.object({
  to: z.optional(z.nullable(z.string())),
  value: z.optional(z.string()),
  data: z.optional(z.string()),
  input: z.optional(z.string()),
})

const chainSchema = z.object({ chainId: z.string(), chainName: z.optional(z.string()) })

/** What a request would do, in words a person can check. */
export function describe(prompt: PromptStatus, chains: WalletStatus['chains']): Description {
  const raw = JSON.stringify(prompt.params, null, 2) ?? ''
  const common = [
    ['Account', prompt.account],
    ['Network', prompt.chain.name],
  ] as const
  const first = Array.isArray(prompt.params) ? prompt.params[0] : undefined
  switch (prompt.method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
    case 'standard:connect':
      return { title: 'Connect this site?', facts: common, raw: '' }
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return { title: titleOf(prompt.method), facts: chainFacts(prompt, first, chains), raw }
    case 'eth_sendTransaction':
      return describeTransaction(prompt, first, raw)
    case 'personal_sign':
      return {
        title: 'Sign this message?',
        facts: [...common, ['Message', isHex(first) ? hexToString(first) : String(first)]],
        raw,
      }
    case 'eth_signTypedData_v4':
      return { title: 'Sign this data?', facts: common, raw: typedData(prompt.params) }
    default:
      return {
        title: 'Sign this transaction?',
        facts: [...common, ...describeSolana(prompt.params)],
        raw,
      }
  }
}

const titleOf = (method: string) =>
  method === 'wallet_addEthereumChain' ? 'Add this network?' : 'Switch network?'

function chainFacts(
  prompt: PromptStatus,
  first: unknown,
  chains: WalletStatus['chains'],
): Description['facts'] {
  const parsed = chainSchema.safeParse(first)
  if (!parsed.success) return []
  const id = Number(parsed.data.chainId)
  // A name that the site made up counts only for a network the wallet does not know.
  const name = chains.find((chain) => chain.id === id)?.name ?? parsed.data.chainName ?? 'Chain'
  return [
    ['From', `${prompt.chain.name} (${prompt.chain.id})`],
    ['To', `${name} (${id})`],
  ]
}

function describeTransaction(prompt: PromptStatus, first: unknown, raw: string): Description {
  const parsed = transactionSchema.safeParse(first)
  if (!parsed.success) return { title: 'Send this transaction?', facts: [], raw }
  const { to, value, data, input } = parsed.data
  const base: Description['facts'] = [
    ['Account', prompt.account],
    ['Network', prompt.chain.name],
    ['To', to ?? 'A new contract'],
    ['Value', `${formatEther(BigInt(value ?? '0x0'))} ${prompt.chain.symbol}`],
  ]
  const call = decodeCall(data ?? input)
  if (call === null) return { title: 'Send this transaction?', facts: base, raw }
  return { title: call.title, facts: [...base, ...call.facts], raw }
}

/** The token calls that a person should recognise; null for any other. */
function decodeCall(data: string | undefined): Pick<Description, 'title' | 'facts'> | null {
  if (data === undefined || !isHex(data) || data.length < 10) return null
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'approve') {
      const amount = args[1] === maxUint256 ? 'Unlimited' : args[1].toString()
      return {
        title: 'Let a contract spend your tokens?',
        facts: [
          ['Spender', args[0]],
          ['Amount (base units)', amount],
        ],
      }
    }
    if (functionName !== 'transfer') return null
    return {
      title: 'Send tokens?',
      facts: [
        ['Recipient', args[0]],
        ['Amount (base units)', args[1].toString()],
      ],
    }
  } catch {
    // Not an ERC-20 call: it is shown as data.
    return null
  }
}

function typedData(params: unknown): string {
  const data = Array.isArray(params) ? params[1] : params
  try {
    return JSON.stringify(typeof data === 'string' ? JSON.parse(data) : data, null, 2)
  } catch {
    return String(data)
  }
}
