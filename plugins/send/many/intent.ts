/** What the visitor confirms when sending to several recipients. */
import { plainText } from 'walletkit/plugin'
import * as form from '../form.ts'
import { amountOf, type ManyFacts, manyLabel, total } from './facts.ts'

/** One transfer, as the visitor confirmed it. */
export type ManyPayment = {
  id: number
  to: string
  /** The name that resolved to `to`. */
  name?: string
  /** The contact's name or the resolved name, which the review shows; `undefined` if there is neither. */
  shown: string | undefined
  amount: bigint
  amountText: string
}

/** The values that the review showed when the visitor confirmed it. The wallet requests contain no others. */
export type ManyIntent = {
  caipAddress: string
  caipNetworkId: string
  symbol: string
  iconUrl: string
  decimals: number
  /** The token's contract; absent for the native currency. */
  contract?: string
  isSmartAccount: boolean
  payments: ManyPayment[]
  total: bigint
}

/**
 * The values on the screen, ready to send. `undefined` while one is missing or wrong, or while a row still needs the
 * visitor's decision.
 */
export function manyIntent(facts: ManyFacts): ManyIntent | undefined {
  const { token } = facts.state
  const { caipAddress, namespace } = facts.kit.account()
  const caipNetworkId = facts.kit.network()?.caipNetworkId
  const [decimals, contract] = [form.decimals(facts), form.contract(facts)]
  if (!token || !caipAddress || !caipNetworkId || decimals === undefined || namespace !== 'eip155') return undefined
  if (manyLabel(facts) !== 'previewSend') return undefined
  const payments = facts.many.rows.flatMap((row): ManyPayment[] => {
    const { address: to, name, contact } = row.receiver
    const amount = amountOf(facts, row)
    if (to === undefined || amount === undefined) return []
    const amountText = plainText({ value: amount, decimals })
    return [{ id: row.id, to, shown: contact ?? name, amount, amountText, ...(name !== undefined && { name }) }]
  })
  return {
    caipAddress,
    caipNetworkId,
    symbol: token.symbol,
    iconUrl: token.iconUrl,
    decimals,
    ...(contract !== undefined && { contract }),
    isSmartAccount: form.accountType(facts) === 'smartAccount',
    payments,
    total: total(facts),
  }
}
