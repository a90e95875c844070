import type { Token } from '@/src/contract/service/token'
import { sameToken } from '@/src/domain/token/token-id'
import { addText } from '../copy/add-text'
import { lateText } from '../copy/late-text'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import { formatBps } from '../format/percent'
import { plainText } from '../format/text'
import { addedTokens } from '../models/added-tokens'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'

/** Loss from which a warning stands, and from which the review asks for a tick; basis points. */
const WARN_BPS = 300
const TICK_BPS = 1_000

/** What a person should know of the swap form before going on; none of it blocks here. */
export function SwapWarnings() {
  const { swap } = useApp()
  const impact = swap.impact.value
  const loss: string[] = []
  if (impact === null) loss.push(lateText.warnings.impactUnknown)
  else if (impact !== undefined && impact >= WARN_BPS)
    loss.push(lateText.warnings.impact(formatBps(impact)))
  const isSevere = impact !== undefined && (impact === null || impact >= TICK_BPS)
  return <Warnings first={loss} tokens={[swap.pay.value, swap.receive.value]} isSevere={isSevere} />
}

/** What a person should know of tokens; nothing where there is nothing. */
export function Warnings(props: {
  tokens: readonly (Token | undefined)[]
  first?: readonly string[]
  isSevere?: boolean
}) {
  const app = useApp()
  const { catalog } = app
  const warnings = [...(props.first ?? [])]
  for (const token of props.tokens) {
    if (token === undefined) continue
    const symbol = plainText(token.symbol, 16)
    const model = imitated(token, catalog.top.value)
    if (token.extensions?.isRiskToken === true) warnings.push(lateText.warnings.risky(symbol))
    const isAdded = addedTokens(app).some((each) => sameToken(each, token))
    if (isAdded) warnings.push(addText.mine(symbol))
    if (model !== undefined) warnings.push(lateText.warnings.lookAlike(plainText(model.symbol, 16)))
    if (hasWrongDecimals(token)) warnings.push(lateText.warnings.wrongDecimals(symbol))
  }
  if (warnings.length === 0) return null
  return (
    <div class={`note note-slim ${props.isSevere ? 'note-bad' : 'note-warn'}`} role="status">
      <Alert size={18} />
      <div class="note-body">
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
    </div>
  )
}
