import { memo } from 'react'
import type { Snapshot } from 'valtio/vanilla'
import type { TokenBalance } from '../../../contracts/tokenBalance.ts'
import { hasBalances } from '../../../data/balances.ts'
import type { WalletFeature } from '../../../contracts/slots.ts'
import { fiat } from '../../../data/currency.ts'
import { isSpamToken } from '../../../data/spamToken.ts'
import type { CaipAddress } from '../../../lib/namespace.ts'
import { formatToken } from '../../../lib/format.ts'
import { parseDecimal } from '../../../lib/units.ts'
import type { AccountState } from '../../../state/accounts.ts'
import { activeNetworkOf } from '../../../state/active.ts'
import { findNetwork } from '../../../state/findNetwork.ts'
import { push } from '../../../state/navigate.ts'
import { useKit, useText } from '../../context.ts'
import { BareRow } from '../../parts/BareRow.tsx'
import { Button } from '../../parts/Button.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { TokenTile } from '../../parts/TokenTile.tsx'
import { useGrowing } from '../../useGrowing.ts'
import { accountMessages } from './account.messages.ts'
import { commonMessages } from '../common.messages.ts'
import { tokenWorth } from './total.ts'

/** A button for an empty list. It opens a feature that helps to fill the list, such as Receive. */
export function NextStep({ feature: { key, label, view } }: { feature: WalletFeature }) {
  const kit = useKit()
  return (
    <Button kind="primary" size="m" onClick={() => push(kit.state.router, view)}>
      {kit.text(`feature.${key}`, label)}
    </Button>
  )
}

/** The token list, with loading, empty, failed and unsupported states. */
export function Tokens({
  account,
  features,
  retry,
}: {
  account: Snapshot<AccountState> | undefined
  features: readonly WalletFeature[]
  retry: () => void
}) {
  const kit = useKit()
  const t = useText(accountMessages)
  const common = useText(commonMessages)
  const tokens = account?.tokenBalance
  if (tokens?.length) return <List tokens={tokens} owner={account?.caipAddress} />
  if (tokens) {
    const fills = features.find((each) => each.fills)
    return (
      <Panel icon="coins" title={t('account.noTokens')} action={fills && <NextStep feature={fills} />}>
        {t('account.noTokensText')}
      </Panel>
    )
  }
  const network = activeNetworkOf(kit)
  // Balances of this namespace cannot be read, so offer no retry.
  if (network && !hasBalances(kit, network.chainNamespace))
    return (
      <Panel icon="coins" title={t('account.tokensFailed')}>
        {t('account.tokensElsewhere', { network: network.name })}
      </Panel>
    )
  if (account?.lastRetry !== undefined && !account.balanceLoading)
    return (
      <Panel
        icon="warning"
        title={t('account.tokensFailed')}
        action={
          <Button size="m" icon="retry" onClick={retry}>
            {common('common.retry')}
          </Button>
        }
      >
        {t('account.tokensFailedText')}
      </Panel>
    )
  return (
    <div role="status" aria-label={common('common.loading')}>
      {[0, 1, 2, 3].map((at) => (
        <BareRow key={at} round note />
      ))}
    </div>
  )
}

function List({ tokens, owner }: { tokens: readonly Snapshot<TokenBalance>[]; owner: CaipAddress | undefined }) {
  const t = useText(accountMessages)
  const { rows, end } = useGrowing(tokens.length, owner)
  return (
    <>
      <ul role="list" aria-label={t('account.tokens')}>
        {[...tokens]
          .sort(spamLast)
          .slice(0, rows)
          .map((token) => (
            <li key={`${token.chainId}:${token.address ?? ''}:${token.symbol}`}>
              <TokenRow token={token} />
            </li>
          ))}
      </ul>
      {rows < tokens.length && <div ref={end} />}
    </>
  )
}

/** Tokens that look like spam come last. Otherwise the tokens keep their order. */
const spamLast = (a: Snapshot<TokenBalance>, b: Snapshot<TokenBalance>) =>
  Number(isSpamToken(a)) - Number(isSpamToken(b))

const TokenRow = memo(function TokenRow({ token }: { token: Snapshot<TokenBalance> }) {
  const kit = useKit()
  const t = useText(accountMessages)
  const { locale } = kit.config
  const network = findNetwork(kit.state.networks, token.chainId)
  const amount = parseDecimal(token.quantity.numeric)
  const worth = tokenWorth(token)
  return (
    <Row
      id={token.address ?? token.symbol}
      name={<span className="label">{token.name}</span>}
      note={
        <>
          <bdi className="num">
            {amount && formatToken(amount, undefined, locale)} {token.symbol}
          </bdi>
          {network && <span className="sr"> {t('account.onNetwork', { network: network.name })}</span>}
        </>
      }
      image={<TokenTile name={token.symbol} src={token.iconUrl} address={token.address} network={network} />}
      end={
        isSpamToken(token) ? (
          <Tag tone="warning">{t('account.spam')}</Tag>
        ) : (
          worth && <span className="label num">{fiat(kit, worth)}</span>
        )
      }
    />
  )
})
