import type { ReactNode } from 'react'
import { useSheet } from '../context.ts'
import css from './amount.css.ts'

/**
 * A card with an amount: what a person pays or gets, the button for its token, its value and the balance. `hasField`:
 * the person types the amount here, and the card shows the focus. `isWrong` shows amount and balance in red.
 *
 * Give the field or the `output` of the amount the class `amount`, and `data-length` as `amountSize` returns it, so
 * that a long amount fits. Two cards go into a `div` with the class `amount-cards`; between them may be a `div` or a
 * button with the class `amount-arrow`, which has the icon in a `span`.
 *
 * @example
 * ```tsx
 * import { useState } from 'react'
 * import { amountSize } from 'walletkit/plugin'
 * import { AmountCard, AmountInput, TokenPill } from 'walletkit/ui'
 *
 * function Pay({ choose }: { choose: () => void }) {
 *   const [paid, setPaid] = useState('')
 *   const field = <AmountInput className="amount" data-length={amountSize(paid)} value={paid} onValue={setPaid} />
 *   const token = <TokenPill name="ETH" onClick={choose} />
 *   return <AmountCard hasField title="You pay" amount={field} token={token} value="$20.00" balance="Balance 2" />
 * }
 * ```
 */
export function AmountCard({
  title,
  amount,
  token,
  value,
  balance,
  hasField,
  isWrong,
  children,
}: {
  title?: string
  amount: ReactNode
  token: ReactNode
  /** What the amount is worth. */
  value: ReactNode
  balance: ReactNode
  hasField?: boolean
  isWrong?: boolean
  /** What follows below, for example buttons for a share of the balance. */
  children?: ReactNode
}) {
  useSheet(css)
  return (
    <div className="panel amount-card" data-focus={hasField ? '' : undefined} data-over={isWrong || undefined}>
      {title !== undefined && <p className="note">{title}</p>}
      <div className="line">
        {amount}
        {token}
      </div>
      <div className="line">
        <span className="num clip">{value}</span>
        {balance && <span className="num amount-balance">{balance}</span>}
      </div>
      {children}
    </div>
  )
}
