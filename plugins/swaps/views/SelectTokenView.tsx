import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatToken, type PluginKit, shortAddress, type ViewProps, worth } from 'walletkit/plugin'
import {
  BareRow,
  Button,
  NoResult,
  Panel,
  Row,
  SearchField,
  Tag,
  Tile,
  TokenTile,
  useActive,
  useGrowing,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { Target } from '../choose.ts'
import type { SwapController } from '../controller.ts'
import { balance as balanceOf, isNative, priceOf } from '../form.ts'
import { swapsMessages } from '../messages.ts'
import { isSpam, popularTokens, spamLast, suggestedTokens } from '../suggested.ts'
import { contractOf, isSameAddress, searchTokens, type SwapToken } from '../tokens.ts'
import { unusualOf } from '../unusual.ts'
import css from './styles.ts'

/** Maximum number of tokens in each list; the search finds the others. */
const SHOWN = 100
/** How many placeholder rows fill the card at its greatest height, so that the height stays when the tokens arrive. */
const BARE = 14

/** Lists the account's tokens, suggested tokens and all others, with a search over all of them. */
export default function SelectTokenView({
  kit,
  controller,
  params,
}: ViewProps<SwapController, { target: Target } | undefined>) {
  useSheet(css)
  const t = useText(swapsMessages)
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const target = params?.target ?? 'sourceToken'
  const { tokens, status } = useSnapshot(controller.state)
  const { count } = useSnapshot(controller.visits)
  const { network, account } = useActive(kit)
  const isReady = Boolean(account.address) && controller.isServed()
  useEffect(() => (isReady ? controller.enter() : undefined), [controller, isReady, count])

  if (!isReady) return <Unsupported kit={kit} name={network?.name ?? ''} />
  const find = (
    <SearchField
      ref={field}
      label={t('swaps.search')}
      value={search}
      onValue={setSearch}
      clearLabel={t('swaps.clearSearch')}
      autoFocus
    />
  )
  if (status === 'off' || status === 'loading')
    return (
      <div className="pad">
        {find}
        <div className="swap-list">
          {Array.from({ length: BARE }, (_, index) => (
            <BareRow key={index} round note />
          ))}
        </div>
      </div>
    )
  if (tokens.length === 0) return <NoTokens controller={controller} name={network?.name ?? ''} />

  const choose = (token: SwapToken) => {
    controller.setToken(target, token)
    kit.back()
  }
  const lists = { kit, controller, target, choose }
  return (
    <div className="pad">
      {find}
      {search === '' ? (
        <>
          {suggestedTokens(controller).length > 0 && <Suggested {...lists} />}
          <Groups {...lists} />
        </>
      ) : (
        <Found {...lists} search={search} setSearch={setSearch} field={field} />
      )}
    </div>
  )
}

type FoundProps = Lists & {
  search: string
  setSearch: (text: string) => void
  field: RefObject<HTMLInputElement | null>
}

function Found({ search, setSearch, field, ...lists }: FoundProps) {
  const t = useText(swapsMessages)
  const { controller } = lists
  const found = spamLast(controller, searchTokens(controller.state.tokens, search)).slice(0, SHOWN)
  const { rows, end } = useGrowing(found.length, search)
  if (found.length > 0)
    return (
      <>
        <List {...lists} title={t('swaps.results')} tokens={found.slice(0, rows)} />
        {rows < found.length && <div ref={end} />}
      </>
    )
  return (
    <NoResult title={t('swaps.noResult')} clearLabel={t('swaps.clearSearch')} clear={() => setSearch('')} field={field}>
      {t('swaps.noResultText', { text: search })}
    </NoResult>
  )
}

/** Shown when no account is connected, or when swaps do not work on the active network. */
function Unsupported({ kit, name }: { kit: PluginKit; name: string }) {
  const t = useText(swapsMessages)
  const back = (
    <Button size="m" onClick={() => kit.replace('Swap', undefined)}>
      {t('swaps.back')}
    </Button>
  )
  return (
    <Panel icon="swap" title={t('swaps.unsupported')} action={back}>
      {t('swaps.unsupportedText', { network: name })}
    </Panel>
  )
}

/** Shown when the exchange lists no tokens on the network. */
function NoTokens({ controller, name }: { controller: SwapController; name: string }) {
  const t = useText(swapsMessages)
  const choose = (
    <Button size="m" onClick={controller.pickNetwork}>
      {t('swaps.chooseNetwork')}
    </Button>
  )
  return (
    <Panel icon="coins" title={t('swaps.noTokens')} action={choose}>
      {t('swaps.noTokensText', { network: name })}
    </Panel>
  )
}

type Lists = { kit: PluginKit; controller: SwapController; target: Target; choose: (token: SwapToken) => void }

/** Buttons for the first suggested tokens. */
function Suggested({ controller, choose }: Lists) {
  const t = useText(swapsMessages)
  return (
    <section className="swap-list" aria-label={t('swaps.suggested')}>
      <h2>{t('swaps.suggested')}</h2>
      <div className="swap-chips">
        {suggestedTokens(controller)
          .slice(0, 8)
          .map((token) => (
            <button key={token.address} type="button" className="swap-chip" onClick={() => choose(token)}>
              <Tile name={token.symbol} src={token.logoUri} size={24} round />
              <bdi className="clip">{token.symbol}</bdi>
            </button>
          ))}
      </div>
    </section>
  )
}

function Groups(lists: Lists) {
  const t = useText(swapsMessages)
  const { tokens, held: owned } = lists.controller.state
  const known = popularTokens(lists.controller)
  const not = (others: readonly SwapToken[]) => (token: SwapToken) =>
    !others.some(({ address }) => isSameAddress(address, token.address))
  const held = spamLast(lists.controller, owned).slice(0, SHOWN)
  const popular = known.filter(not(owned)).slice(0, SHOWN)
  const rest = spamLast(lists.controller, tokens.filter(not([...owned, ...known]))).slice(0, SHOWN)
  const count = held.length + popular.length + rest.length
  const { rows, end } = useGrowing(count)
  const groups = [
    { title: t('swaps.yours'), tokens: held.slice(0, rows) },
    { title: t('swaps.popular'), tokens: popular.slice(0, Math.max(0, rows - held.length)) },
    { title: t('swaps.all'), tokens: rest.slice(0, Math.max(0, rows - held.length - popular.length)) },
  ]
  return (
    <>
      {groups.map((group) => group.tokens.length > 0 && <List key={group.title} {...lists} {...group} />)}
      {rows < count && <div ref={end} />}
    </>
  )
}

function List({ title, tokens, ...lists }: Lists & { title: string; tokens: readonly SwapToken[] }) {
  const isUnusual = unusualOf(lists.controller)
  return (
    <section className="swap-list" aria-label={title}>
      <h2>{title}</h2>
      <ul role="list">
        {tokens.map((token) => (
          <li key={token.address}>
            <TokenRow {...lists} token={token} isUnusual={isUnusual(token)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TokenRow({
  kit,
  controller,
  target,
  choose,
  token,
  isUnusual,
}: Lists & { token: SwapToken; isUnusual: boolean }) {
  const t = useText(swapsMessages)
  const { network } = useActive(kit)
  const balance = balanceOf(controller, token)
  const isHeld = balance !== undefined && balance.value > 0n
  const fiat = isHeld ? worth(balance, priceOf(controller, token)) : undefined
  const isChosen = isSameAddress(controller.state[target]?.address, token.address)
  const note = isHeld ? `${formatToken(balance, undefined, kit.locale)} ${token.symbol}` : token.symbol
  return (
    <Row
      name={token.name}
      note={
        <>
          <bdi>{note}</bdi>
          {isUnusual && (
            <>
              {' · '}
              <bdi className="num">{shortAddress(contractOf(token))}</bdi>
            </>
          )}
        </>
      }
      image={
        <TokenTile
          name={token.symbol}
          src={token.logoUri}
          address={isNative(controller, token) ? undefined : token.address}
          network={network}
        />
      }
      end={
        isChosen ? (
          <Tag tone="accent">{t('swaps.chosen')}</Tag>
        ) : isSpam(controller, token) ? (
          <Tag tone="warning">{t('swaps.spam')}</Tag>
        ) : isUnusual ? (
          <Tag tone="warning">{t('swaps.unusual')}</Tag>
        ) : (
          fiat && <span className="label num">{kit.fiat(fiat)}</span>
        )
      }
      current={isChosen}
      onClick={() => choose(token)}
    />
  )
}
