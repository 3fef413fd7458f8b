import type { SimulatedAllowance, SimulatedAsset } from '../../contracts/simulation.ts'
import type { SimulationFinding } from '../../data/compareSimulation.ts'
import { shortAddress } from '../../lib/shortAddress.ts'
import { formatUnits } from '../../lib/units.ts'
import { useSheet, useText } from '../context.ts'
import type { Outcome } from '../useOutcome.ts'
import { Icon } from './Icon.tsx'
import css from './outcome.css.ts'
import { outcomeMessages } from './outcome.messages.ts'

/** A currency or token that the screen names already. */
export type NamedAsset = { token?: string; symbol: string; decimals: number }
type Amounts = SimulatedAsset & { amount: bigint; symbol?: string; decimals?: number }
type Words = {
  say: (asset: Amounts) => string
  may: (allowance: SimulatedAllowance) => string
  paid: SimulatedAsset
  got: SimulatedAsset
}
type Text = ReturnType<typeof useText<typeof outcomeMessages>>

/** An allowance of this many base units or more is called any amount: no usual token has so many. */
const UNLIMITED = 1n << 128n

/**
 * Says what the network expects a transaction to do: what leaves and arrives, who may take something later, and in red
 * what differs from the intent. `native` and `tokens` are the names that the screen uses; amounts of other tokens show
 * a part of the token's address too, because any token can have any symbol. `paid`, `got`: the tokens of the intent,
 * for sentences about them.
 *
 * @example
 * ```tsx
 * import { OutcomeCard, type Outcome } from 'walletkit/ui'
 *
 * const Shown = ({ outcome }: { outcome: Outcome }) => (
 *   <OutcomeCard outcome={outcome} native={{ symbol: 'ETH', decimals: 18 }} />
 * )
 * ```
 */
export function OutcomeCard({
  outcome: { state, simulation, findings },
  native,
  tokens = [],
  paid,
  got,
}: {
  outcome: Pick<Outcome, 'state' | 'simulation' | 'findings'>
  native: NamedAsset
  tokens?: readonly NamedAsset[]
  paid?: SimulatedAsset
  got?: SimulatedAsset
}) {
  useSheet(css)
  const t = useText(outcomeMessages)
  const named = [native, ...tokens]
  const say = (asset: Amounts) => amountText(t, asset, named)
  const may = (allowance: SimulatedAllowance) => allowanceText(t, allowance, named)
  if (state === 'none') return null
  const { status, changes = [], allowances = [] } = simulation ?? {}
  const sides = { paid: paid ?? {}, got: got ?? {} }
  return (
    <section className="outcome" aria-label={t('outcome.title')} aria-busy={state === 'asking'}>
      <p className="note">{t('outcome.title')}</p>
      {state === 'unavailable' && !simulation && <p role="status">{t('outcome.unavailable')}</p>}
      {state === 'asking' && !simulation && (
        <p className="muted-2" role="status">
          {t('outcome.asking')}
        </p>
      )}
      {status === 'success' && (
        <ul role="list">
          {changes.map((change, at) => (
            <li key={at}>
              <span>{t(change.amount < 0n ? 'outcome.out' : 'outcome.in')}</span>
              <bdi className="num">{say(change)}</bdi>
            </li>
          ))}
          {allowances.map((allowance, at) => (
            <li key={`may${at}`}>
              <span>{t('outcome.may', { spender: `\u2068${shortAddress(allowance.spender)}\u2069` })}</span>
              <bdi className="num">{may(allowance)}</bdi>
            </li>
          ))}
          {changes.length + allowances.length === 0 && <li>{t('outcome.nothing')}</li>}
        </ul>
      )}
      {findings.map((finding, at) => (
        <div key={at} className="banner" data-tone="error" role="alert">
          <Icon name="warning" />
          <span className="grow">{findingText(t, finding, { say, may, ...sides })}</span>
        </div>
      ))}
    </section>
  )
}

const isSame = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase()

function amountText(t: Text, { token, id, amount, symbol, decimals }: Amounts, named: readonly NamedAsset[]): string {
  const size = amount < 0n ? -amount : amount
  const short = shortAddress(token ?? '')
  if (id !== undefined) {
    const nft = t('outcome.nft', { id: id > 999_999n ? `${String(id).slice(0, 6)}…` : String(id), token: short })
    return size > 1n ? `${size} × ${nft}` : nft
  }
  const known = knownOf(token, named)
  if (known) return `${formatUnits(size, known.decimals)} ${known.symbol}`
  if (decimals === undefined) return t('outcome.units', { amount: String(size), token: short })
  return `${formatUnits(size, decimals)} ${claimed(symbol, short)}`
}

const knownOf = (token: string | undefined, named: readonly NamedAsset[]) =>
  named.find((each) => isSame(each.token, token))

/**
 * The name of a token that the screen does not know: the symbol is only what its contract says, so the address is
 * beside it.
 */
const claimed = (symbol: string | undefined, short: string) => (symbol ? `${symbol} (${short})` : short)

function allowanceText(t: Text, allowance: SimulatedAllowance, named: readonly NamedAsset[]): string {
  const { token, all, amount, id, symbol } = allowance
  const short = shortAddress(token)
  if (all) return t('outcome.all', { token: short })
  if (id === undefined && amount >= UNLIMITED)
    return t('outcome.any', { symbol: knownOf(token, named)?.symbol ?? claimed(symbol, short) })
  return amountText(t, allowance, named)
}

function findingText(t: Text, finding: SimulationFinding, { say, may, paid, got }: Words): string {
  switch (finding.kind) {
    case 'reverts':
      return finding.reason === undefined
        ? t('outcome.reverts')
        : t('outcome.reason', { reason: `\u2068${finding.reason}\u2069` })
    case 'leaves':
    case 'leavesMore':
    case 'paysLess':
      return t(`outcome.${finding.kind}`, { amount: say(finding.change) })
    case 'nobody':
      return t('outcome.nobody')
    case 'arrives':
      return t('outcome.arrives', { amount: say({ ...paid, amount: finding.amount }) })
    case 'tooLittle':
      return t('outcome.tooLittle', { amount: say({ ...got, amount: finding.amount }) })
    case 'allowance': {
      const { allowance } = finding
      const spender = `\u2068${shortAddress(allowance.spender)}\u2069`
      return t('outcome.allowance', { spender, amount: may(allowance) })
    }
  }
}
