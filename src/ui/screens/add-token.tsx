import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { familyOfAddress } from '@/src/domain/address/check-address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { type TokenId, tokenKey } from '@/src/domain/token/token-id'
import { addText } from '../copy/add-text'
import { markText } from '../copy/mark-text'
import { imitated } from '../format/look-alike'
import { plainText, shortAddress } from '../format/text'
import {
  addedTokens,
  addToken,
  MOST_ADDED,
  type ReadToken,
  readToken,
  removeToken,
} from '../models/added-tokens'
import type { TokenMarkList } from '../models/token-marks'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { RetryButton, useAgain } from '../parts/read-again'

type Read = ReadToken | { kind: 'reading' | 'failed' | 'unkept' }

/** A token that no list has, read at its address: what it says of itself, and the way onto this computer's list. */
export function AddToken(props: {
  /** Of an EVM contract, or of a mint on Solana. */
  address: string
  /** The chain that is looked on; undefined while none was chosen. */
  chainId: number | undefined
  /** The service was asked, and lists none. */
  isAsked: boolean
  onAdd(): void
}) {
  const app = useApp()
  const { address, chainId } = props
  const [read, setRead] = useState<Read>({ kind: 'reading' })
  const [round, setRound] = useState(0)
  const online = app.online.value
  const fits = chainId !== undefined && familyOfChain(chainId) === familyOfAddress(address)

  useEffect(() => {
    if (!fits || !online) return
    let isOver = false
    const tell = (next: Read) => {
      if (isOver) return
      setRead(next)
      if (next.kind !== 'found') return
      const { symbol, name, decimals } = next.token
      const found = addText.found(plainText(symbol, 24), plainText(name, 48), decimals)
      app.announce([found, ...next.rules.map((rule) => addText.rules[rule])].join(' '))
    }
    tell({ kind: 'reading' })
    readToken(app, chainId, address).then(tell, () => tell({ kind: 'failed' }))
    return () => {
      isOver = true
    }
  }, [app, address, chainId, fits, online, round])

  const chain = plainText(app.catalog.nameOf(chainId ?? 0), 24)
  const isFull = addedTokens(app).length >= MOST_ADDED
  const silent = ['unread', 'failed', 'unkept'] as const
  const again = useAgain(
    silent.find((kind) => kind === read.kind),
    read.kind === 'reading',
    () => {
      setRead({ kind: 'reading' })
      setRound(round + 1)
    },
  )
  return (
    <section class="add-token" aria-label={addText.title} data-testid="add-token" data-heard>
      {chainId === undefined || !fits ? (
        <p>
          {chainId === undefined
            ? addText[props.isAsked ? 'where' : 'whereUnasked']
            : addText.otherForm(chain)}
        </p>
      ) : !online ? (
        <p>{addText.offline}</p>
      ) : read.kind === 'found' ? (
        <>
          <p class="add-token-name">
            <bdi class="token-symbol">{plainText(read.token.symbol, 24)}</bdi>{' '}
            <bdi>{plainText(read.token.name, 48)}</bdi>
            <span class="sub">
              {chain} · {addText.decimals(read.token.decimals)}
            </span>
          </p>
          <Address address={address} />
          <div class="note note-warn note-slim">
            <Alert size={18} />
            <div class="note-body">
              <p>
                <Alike read={read} /> {addText.warning}
              </p>
              {read.rules.map((rule) => (
                <p key={rule}>{addText.rules[rule]}</p>
              ))}
            </div>
          </div>
          {isFull && <p>{addText.full}</p>}
          <button
            type="button"
            class="button"
            data-testid="add-token-confirm"
            disabled={isFull}
            onClick={() =>
              void addToken(app, read.token).then((isKept) => {
                if (!isKept) return setRead({ kind: 'unkept' })
                app.announce(addText.added(plainText(read.token.symbol, 24)))
                props.onAdd()
              })
            }
          >
            {addText.add}
          </button>
        </>
      ) : (
        <p role="status">
          {again.shown
            ? addText[again.shown]
            : read.kind === 'reading' || read.kind === 'none'
              ? addText[read.kind](chain)
              : addText[read.kind]}
        </p>
      )}
      {fits && online && again.shown && (
        <RetryButton wrong={addText[again.shown]} to="token-search" read={again.read} />
      )}
    </section>
  )
}

function Alike({ read }: { read: Extract<ReadToken, { kind: 'found' }> }) {
  const { catalog } = useApp()
  const model = imitated(read.token, catalog.top.value)
  if (model === undefined) return null
  return <strong>{addText.alike(plainText(model.symbol, 16))}</strong>
}

/** Tokens that were added on this computer, each with the way off its list. */
export function AddedTokens({ onEmpty }: { onEmpty(): void }) {
  const app = useApp()
  const tokens = addedTokens(app)
  return (
    <OwnTokens
      title={addText.list(tokens.length)}
      tokens={tokens}
      nameOf={(token) => plainText(token.symbol, 24)}
      head={(token) => <bdi class="token-symbol">{plainText(token.symbol, 24)}</bdi>}
      remove={(token) => removeToken(app, token)}
      onEmpty={onEmpty}
    />
  )
}

/** Tokens that came in from a file: nothing is known of them but where they are, until each is checked. */
export function UncheckedTokens(props: {
  marks: Pick<TokenMarkList, 'unchecked' | 'settle'>
  onCheck(token: TokenId): void
  onEmpty(): void
}) {
  const { marks, onCheck, onEmpty } = props
  const tokens = marks.unchecked.value
  const nameOf = ({ address }: TokenId) => shortAddress(address)
  return (
    <OwnTokens
      title={markText.unchecked(tokens.length)}
      hint={markText.uncheckedHint}
      tokens={tokens}
      nameOf={nameOf}
      also={(token) => (
        <button type="button" class="button button-small" onClick={() => onCheck(token)}>
          {markText.check(nameOf(token))}
        </button>
      )}
      remove={marks.settle}
      onEmpty={onEmpty}
    />
  )
}

function OwnTokens<T extends TokenId>(props: {
  title: string
  hint?: string
  tokens: readonly T[]
  /** What it is called where it is removed. */
  nameOf(token: T): string
  /** What stands above its chain and its address. */
  head?(token: T): ComponentChildren
  /** What can be done with it beside removing it, below its address. */
  also?(token: T): ComponentChildren
  /** False where it stays. */
  remove(token: T): Promise<boolean>
  onEmpty(): void
}) {
  const app = useApp()
  const { tokens, nameOf } = props
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<number | undefined>(undefined)
  useEffect(() => {
    // The focus was on what is gone: it goes on to the next one.
    const buttons = list.current?.querySelectorAll<HTMLElement>('button[data-remove]')
    if (removed.current === undefined || !buttons) return
    buttons[Math.min(removed.current, buttons.length - 1)]?.focus()
    removed.current = undefined
  }, [tokens.length])
  return (
    <details class="details added-tokens">
      <summary>{props.title}</summary>
      {props.hint !== undefined && <p class="sub">{props.hint}</p>}
      <ul ref={list}>
        {tokens.map((token, place) => (
          <li key={tokenKey(token)}>
            <span class="token-row-name">
              {props.head?.(token)}
              <span class="token-row-second">
                {plainText(app.catalog.nameOf(token.chainId), 24)}
              </span>
              <Address address={token.address} bare />
              {props.also?.(token)}
            </span>
            <button
              type="button"
              class="button button-small"
              data-remove
              onClick={() => {
                const isLast = tokens.length === 1
                removed.current = place
                void props.remove(token).then((isOff) => {
                  app.announce(isOff ? addText.removed(nameOf(token)) : addText.unkept)
                  if (isOff && isLast) props.onEmpty()
                  if (!isOff) removed.current = undefined
                })
              }}
            >
              {addText.remove(nameOf(token))}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
