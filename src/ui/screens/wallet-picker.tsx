import { useEffect, useRef, useState } from 'preact/hooks'
import type { FoundWallet } from '@/src/contract/bridge'
import { sitePattern } from '@/src/lib/site-pattern'
import { text } from '../copy/text'
import { walletText } from '../copy/wallet-text'
import { hostOf, plainText, shortAddress } from '../format/text'
import { handle } from '../handles'
import { type PageCandidate, signersOf } from '../models/wallets'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { ErrorNote } from '../parts/error-note'
import { Refresh } from '../parts/icons'
import { Logo } from '../parts/logo'
import { ReadAgain } from '../parts/read-again'
import { ShowTab } from '../parts/show-tab'
import { SkeletonRows } from '../parts/skeleton'
import { useLook } from '../parts/use-look'
import { ALL_SITES } from './site-settings'

/** Picks the page that asks and the wallet in it. */
export function WalletPicker({ onClose }: { onClose(): void }) {
  const { wallets, view } = useApp()
  const pages = wallets.pages.value
  const pending = wallets.pending.value
  const failed = wallets.error.value !== undefined
  const waited = useRef(false)
  useEffect(() => {
    if (waited.current && pending === undefined && !failed) onClose()
    waited.current = pending !== undefined
  }, [pending, failed])
  // A popup has just looked. A panel and a tab stand while pages open, close and are left.
  useLook(() => void wallets.refresh(), view !== 'popup')
  return (
    <Dialog title={walletText.title} onClose={onClose} size="tall">
      <div class="dialog-body">
        <p class="lead">{walletText.intro}</p>
        {wallets.error.value !== undefined && (
          // To connect is to be asked, and moves no money.
          <ErrorNote money={null} error={wallets.error.value} />
        )}
        {pending !== undefined && <Waiting />}
        <Accounts />
        {pages.state === 'failed' && (
          <ReadAgain money={null} error={pages.error} read={wallets.refresh} />
        )}
        {(pages.state === 'loading' || pages.state === 'idle') && (
          <>
            <p class="sr-only" role="status">
              {walletText.looking}
            </p>
            <SkeletonRows count={3} />
          </>
        )}
        {pages.state === 'ready' && <Pages pages={pages.value} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

/** Which account pays, where a wallet shows several. */
function Accounts() {
  const { wallets } = useApp()
  const several = Object.values(wallets.connections.value).flatMap((connection) =>
    connection !== undefined && connection.accounts.length > 1 ? [connection] : [],
  )
  return (
    <>
      {several.map(({ wallet, account, accounts }) => (
        <label key={wallet.family} class="setting">
          <span>{walletText.accountOf(plainText(wallet.name, 24))}</span>
          <select
            class="field mono"
            value={account}
            onChange={(event) => wallets.chooseAccount(wallet.family, event.currentTarget.value)}
          >
            {accounts.map((each) => {
              const able = signersOf(wallet.family, accounts).includes(each)
              const words = able ? shortAddress(each) : walletText.chooseThere(shortAddress(each))
              return (
                <option key={each} value={each} disabled={!able}>
                  {words}
                </option>
              )
            })}
          </select>
        </label>
      ))}
    </>
  )
}

function Waiting() {
  const { wallets } = useApp()
  const pending = wallets.pending.value
  if (pending === undefined) return null
  return (
    <div class="note note-info">
      <div class="note-body">
        <p role="status">
          {walletText.connectIn(plainText(pending.wallet.name, 32), hostOf(pending.page.origin))}
        </p>
        <div class="note-actions">
          <ShowTab tabId={pending.page.tabId} closed={walletText.tabClosed.connecting} />
          <button
            type="button"
            class="button button-quiet button-small"
            onClick={wallets.cancelPending}
          >
            {walletText.cancel}
          </button>
        </div>
      </div>
    </div>
  )
}

function Pages({ pages, onClose }: { pages: PageCandidate[]; onClose(): void }) {
  const { wallets } = useApp()
  const lookedInto = wallets.lookedInto.value
  const sorted = [...pages].sort((a, b) => rank(b) - rank(a))
  const locked = pages.some((page) => !page.access)
  return (
    <>
      {sorted.length === 0 && (
        <div class="empty">
          <p class="empty-title">{walletText.none}</p>
        </div>
      )}
      <ul class="pages">
        {sorted.map((page) => (
          <PageRow key={`${page.page.tabId}-${page.page.frameId}`} page={page} onClose={onClose} />
        ))}
      </ul>
      {lookedInto !== undefined && <p class="sub hint">{walletText.someTabs(lookedInto)}</p>}
      <div class="picker-foot">
        {!sorted.some((page) => page.signer) && (
          <button type="button" class="row-button" onClick={() => void wallets.openSigner()}>
            <span class="row-button-title">{walletText.signer}</span>
            <span class="sub">{walletText.signerHint}</span>
          </button>
        )}
        {(locked || sorted.length === 0) && (
          <button type="button" class="row-button" onClick={() => void wallets.allow(ALL_SITES)}>
            <span class="row-button-title">{walletText.allowAll}</span>
            <span class="sub">{walletText.allowAllHint}</span>
          </button>
        )}
        <button type="button" class="button button-quiet" onClick={() => void wallets.refresh()}>
          <Refresh size={18} />
          {walletText.refresh}
        </button>
      </div>
    </>
  )
}

/** The page in front first, then pages with wallets. */
function rank(page: PageCandidate): number {
  return (page.active ? 4 : 0) + (page.wallets.length > 0 ? 2 : 0) + (page.access ? 1 : 0)
}

function PageRow({ page, onClose }: { page: PageCandidate; onClose(): void }) {
  const { wallets } = useApp()
  const host = hostOf(page.page.origin)
  return (
    <li class="page-row" data-testid={handle.pageRow} data-tab-id={page.page.tabId}>
      <div class="page-head">
        <Logo name={host} seed={host} url={page.favIconUrl} size={20} />
        <span class="page-host">
          <bdi>{host}</bdi>
          {page.page.title !== undefined && page.page.title !== '' && (
            <bdi class="sub">{plainText(page.page.title, 48)}</bdi>
          )}
        </span>
        {page.signer && <span class="badge">{walletText.signerTag}</span>}
      </div>
      {!page.access && (
        <div class="page-locked">
          <span class="sub">{walletText.noAccess}</span>
          <button
            type="button"
            class="button button-small"
            aria-label={walletText.allowOf(host)}
            onClick={() => void wallets.allow([sitePattern(page.page.origin)])}
          >
            {walletText.allow}
          </button>
        </div>
      )}
      {page.access && page.wallets.length === 0 && (
        <p class="sub page-empty">
          {walletText[page.blocked ? 'blockedPage' : page.unanswered ? 'mutePage' : 'noWallet']}
        </p>
      )}
      {groupWallets(page.wallets).map((parts) => (
        <WalletGroup
          key={parts.map(({ family, id }) => `${family}:${id}`).join()}
          page={page}
          parts={parts}
          onClose={onClose}
        />
      ))}
    </li>
  )
}

/**
 * Wallets of a page as a person knows them: one that shows itself once for each family of chains is one.
 * Only where a name and a picture are announced once for each: of two for the same chains one may be a copy,
 * and nothing tells which of them belongs to the third.
 */
function groupWallets(wallets: readonly FoundWallet[]): FoundWallet[][] {
  return wallets.flatMap((wallet) => {
    const parts = wallets.filter(({ name, icon }) => name === wallet.name && icon === wallet.icon)
    const families = new Set(parts.map(({ family }) => family))
    const isDoubtful = parts.some(({ ambiguous }) => ambiguous) || families.size < parts.length
    if (wallet.icon === undefined || isDoubtful) return [[wallet]]
    return parts[0] === wallet ? [parts] : []
  })
}

const nameOf = ({ id, name }: FoundWallet) =>
  id === 'window.ethereum' ? walletText.lastResort : plainText(name, 32)

type RowProps = { page: PageCandidate; onClose(): void }

/** A wallet with a row for each family of chains, or one row where it has one. */
function WalletGroup({ page, parts, onClose }: RowProps & { parts: FoundWallet[] }) {
  const [first] = parts
  if (first === undefined || parts.length === 1) {
    return <>{first && <WalletRow page={page} wallet={first} onClose={onClose} />}</>
  }
  return (
    <fieldset class="wallet-group" aria-label={nameOf(first)}>
      <div class="wallet-group-head" aria-hidden="true">
        <Logo name={first.name} seed={first.id} url={first.icon} size={32} />
        <bdi>{nameOf(first)}</bdi>
      </div>
      {parts.map((wallet) => (
        <WalletRow key={wallet.family} page={page} wallet={wallet} onClose={onClose} isPart />
      ))}
    </fieldset>
  )
}

function WalletRow(props: RowProps & { wallet: FoundWallet; isPart?: boolean }) {
  const { wallets } = useApp()
  const { page, wallet, isPart = false } = props
  const [isPressed, setPressed] = useState(false)
  // A second press of a double click comes before anything is drawn.
  const isBusy = useRef(false)
  const chosen = wallets.connections.value[wallet.family]
  const isChosen = chosen?.wallet.id === wallet.id && chosen.page.tabId === page.page.tabId
  const asked = wallets.pending.value
  const isAsked =
    asked?.wallet.id === wallet.id &&
    asked.wallet.family === wallet.family &&
    asked.page.tabId === page.page.tabId &&
    asked.page.frameId === page.page.frameId
  const [account] = wallet.accounts
  return (
    <button
      type="button"
      class="wallet-row"
      data-testid={handle.walletRow}
      data-rdns={wallet.id}
      aria-pressed={isChosen}
      aria-busy={isPressed || isAsked}
      disabled={wallet.ambiguous}
      onClick={() => {
        if (isBusy.current) return
        isBusy.current = true
        setPressed(true)
        void wallets
          .choose(page, wallet)
          .then((done) => {
            if (done) props.onClose()
          })
          .finally(() => {
            isBusy.current = false
            setPressed(false)
          })
      }}
    >
      {!isPart && <Logo name={wallet.name} seed={wallet.id} url={wallet.icon} size={32} />}
      <span class="wallet-row-name">
        {isPart ? (
          <span>
            <span class="sr-only">
              {walletText.of(nameOf(wallet), text.wallets.familyOf[wallet.family])}
            </span>
            <span aria-hidden="true">{text.wallets.familyOf[wallet.family]}</span>
          </span>
        ) : (
          <>
            <bdi>{nameOf(wallet)}</bdi>
            <span class="sub">
              {wallet.ambiguous ? walletText.ambiguous : walletText.families[wallet.family]}
            </span>
          </>
        )}
      </span>
      {!wallet.ambiguous &&
        (account === undefined ? (
          <span class="wallet-connect">{walletText.connect}</span>
        ) : (
          <Shown account={account} isChosen={isChosen} />
        ))}
      {(isPressed || isAsked) && <span class="spinner" aria-hidden="true" />}
    </button>
  )
}

/** An account that a wallet shows, and that it is the one in use. */
function Shown({ account, isChosen }: { account: string; isChosen: boolean }) {
  return (
    <span class="sub">
      {isChosen && `${walletText.connected} `}
      <span class="wallet-account num">{shortAddress(account)}</span>
    </span>
  )
}
