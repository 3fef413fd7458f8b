import type { Snapshot } from 'valtio/vanilla'
import { fiatParts } from '../../../data/currency.ts'
import { formatToken } from '../../../lib/format.ts'
import { shortAddress } from '../../../lib/shortAddress.ts'
import { parseDecimal } from '../../../lib/units.ts'
import type { AccountState } from '../../../state/accounts.ts'
import { useKit, useText } from '../../context.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { CopyLine } from '../../parts/CopyButton.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { accountMessages } from './account.messages.ts'
import { totalWorth } from './total.ts'

/** The account's avatar, name and total. */
export function Profile({ account }: { account: Snapshot<AccountState> | undefined }) {
  const t = useText(accountMessages)
  const { address } = account ?? {}
  if (!account || !address)
    return (
      <div className="center profile">
        <Skeleton width={64} height={64} round />
        <div className="who center bone-line">
          <Skeleton width={120} height={12} />
        </div>
        <div className="total">
          <Skeleton width={160} height={40} />
        </div>
      </div>
    )
  const name = account.addressLabels.get(address) ?? account.profileName ?? shortAddress(address)
  return (
    <div className="center profile">
      <Avatar address={address} src={account.profileImage} size={64} />
      <div className="who center">
        <CopyLine text={address} label={t('account.copy')} copiedLabel={t('account.copied')}>
          {name}
        </CopyLine>
      </div>
      <Total account={account} />
    </div>
  )
}

/**
 * The total in the chosen currency if there are prices, else the native balance. Without either, a placeholder, and
 * after a failure a dash: 0 would be wrong.
 */
function Total({ account }: { account: Snapshot<AccountState> }) {
  const t = useText(accountMessages)
  const kit = useKit()
  const { locale } = kit.config
  const worth = account.tokenBalance && totalWorth(account.tokenBalance)
  const native = account.balance === undefined ? undefined : parseDecimal(account.balance)
  const settled = account.tokenBalance !== undefined || account.lastRetry !== undefined
  const [main, rest] = worth
    ? Object.values(fiatParts(kit, worth))
    : native && settled
      ? [formatToken(native, undefined, locale), ` ${account.balanceSymbol ?? ''}`]
      : []
  if (main === undefined) {
    if (account.lastRetry !== undefined)
      return (
        <p className="total">
          <span className="muted" role="img" aria-label={t('account.balanceUnknown')}>
            —
          </span>
        </p>
      )
    return (
      <p className="total">
        <Skeleton width={160} height={40} />
      </p>
    )
  }
  return (
    <p className="total num" data-live="" data-fit={fit((main + rest).length)}>
      <span className="sr">{t('account.total')} </span>
      <bdi>
        {main}
        <span className="muted">{rest}</span>
      </bdi>
    </p>
  )
}

/** Font size in px (36, 28, 20 or 16) that keeps the amount on one line. */
const fit = (length: number) => (length <= 15 ? 36 : length <= 20 ? 28 : length <= 28 ? 20 : 16)
