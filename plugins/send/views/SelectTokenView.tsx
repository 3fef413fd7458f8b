import { useEffect, useRef, useState } from 'react'
import { formatToken, isSpamToken, type PluginKit, type TokenBalance, type ViewProps, worth } from 'walletkit/plugin'
import {
  BareRow,
  Button,
  NoResult,
  Panel,
  Row,
  SearchField,
  Tag,
  TokenTile,
  useGrowing,
  useOnline,
  useSheet,
  useSnapshot,
  useSeconds,
  useText,
  useActive,
} from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import { sendMessages } from '../messages.ts'
import { BALANCE_RETRY_LOCK } from '../reads.ts'
import { balanceOf } from '../tokens.ts'
import css from './send.css.ts'

/** In ms: how often the tokens are read again while an account has none. */
const LOOK_AGAIN = 10_000

/** Lists the account's tokens on the active network. */
export default function SelectTokenView({ kit, controller }: ViewProps<SendController>) {
  useSheet(css)
  const t = useText(sendMessages)
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { tokenBalances, lastRetry, balancesLoading } = useSnapshot(controller.state)
  const { count } = useSnapshot(controller.visits)
  const { network } = useActive(kit)
  useEffect(() => controller.enter(), [controller, count])
  const isEmpty = tokenBalances.length === 0
  useEffect(() => {
    if (!isEmpty) return
    const timer = setInterval(() => void controller.lookForTokens(), LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [controller, isEmpty])

  if (isEmpty && balancesLoading) return <Loading />
  if (isEmpty && lastRetry !== undefined) return <Failed controller={controller} since={lastRetry} />
  if (isEmpty)
    return (
      <Panel
        icon="coins"
        title={t('send.noTokens')}
        action={
          <Button size="m" onClick={() => kit.push('Networks')}>
            {t('send.chooseNetwork')}
          </Button>
        }
      >
        {t('send.noTokensText', { network: network?.name ?? '' })}
      </Panel>
    )
  const wanted = search.trim().toLowerCase()
  const found = tokenBalances.filter(({ name, symbol, address = '' }) =>
    [name, symbol, address].some((text) => text.toLowerCase().includes(wanted)),
  )
  const choose = (token: TokenBalance) => {
    controller.setToken(token)
    kit.back()
  }
  return (
    <div className="pad">
      <SearchField
        ref={field}
        label={t('send.search')}
        value={search}
        onValue={setSearch}
        clearLabel={t('send.clearSearch')}
        autoFocus={globalThis.matchMedia?.('(pointer: fine)').matches ?? false}
      />
      {found.length === 0 ? (
        <NoResult
          title={t('send.noResult')}
          clearLabel={t('send.clearSearch')}
          clear={() => setSearch('')}
          field={field}
        >
          {t('send.noResultText', { text: search })}
        </NoResult>
      ) : (
        <List kit={kit} tokens={found} subject={search} choose={choose} />
      )}
    </div>
  )
}

type Choose = { kit: PluginKit; choose: (token: TokenBalance) => void }

/** `subject` is the search that found the tokens. */
function List({ tokens, subject, ...rest }: Choose & { tokens: readonly TokenBalance[]; subject: string }) {
  const t = useText(sendMessages)
  const { rows, end } = useGrowing(tokens.length, subject)
  return (
    <>
      <ul role="list" className="send-list" aria-label={t('send.tokens')}>
        {[...tokens]
          .sort(spamLast)
          .slice(0, rows)
          .map((token) => (
            <li key={token.address ?? token.symbol}>
              <Token {...rest} token={token} />
            </li>
          ))}
      </ul>
      {rows < tokens.length && <div ref={end} />}
    </>
  )
}

/** Sorts tokens that are probably spam to the end. */
const spamLast = (a: TokenBalance, b: TokenBalance) => Number(isSpamToken(a)) - Number(isSpamToken(b))

function Token({ kit, token, choose }: Choose & { token: TokenBalance }) {
  const t = useText(sendMessages)
  const network = kit.network()
  const balance = balanceOf(token)
  const fiat = balance && worth(balance, token.price)
  return (
    <Row
      name={token.name}
      note={<bdi>{balance ? `${formatToken(balance, undefined, kit.locale)} ${token.symbol}` : token.symbol}</bdi>}
      image={<TokenTile name={token.symbol} src={token.iconUrl} address={token.address} network={network} />}
      end={
        isSpamToken(token) ? (
          <Tag tone="warning">{t('send.spam')}</Tag>
        ) : (
          fiat && <span className="label num">{kit.fiat(fiat)}</span>
        )
      }
      onClick={() => choose(token)}
    />
  )
}

function Loading() {
  const t = useText(sendMessages)
  return (
    <div className="pad" role="status" aria-label={t('send.loading')}>
      <span className="bone send-find" />
      <div className="send-list">
        {[0, 1, 2, 3].map((at) => (
          <BareRow key={at} round note />
        ))}
      </div>
    </div>
  )
}

/** Shown when the balances failed to load. Counts down the 30 s until the visitor may retry. */
function Failed({ controller, since }: { controller: SendController; since: number }) {
  const t = useText(sendMessages)
  const now = useSeconds()
  const seconds = Math.ceil((since + BALANCE_RETRY_LOCK - now) / 1000)
  const online = useOnline()
  return (
    <Panel
      icon={online ? 'warning' : 'offline'}
      title={t(online ? 'send.balancesFailed' : 'send.balancesOffline')}
      action={
        <Button size="m" icon="retry" disabled={seconds > 0} onClick={() => void controller.fetchTokens()}>
          {seconds > 0 ? t('send.retryIn', { seconds }) : t('send.retry')}
        </Button>
      }
    >
      {t(online ? 'send.balancesFailedText' : 'send.balancesOfflineText')}
    </Panel>
  )
}
