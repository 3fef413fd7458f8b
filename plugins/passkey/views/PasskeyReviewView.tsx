import { useRef } from 'react'
import { formatUnits, type PluginKit, type ViewProps, visibleParts } from 'walletkit/plugin'
import {
  Address,
  Banner,
  Button,
  OutcomeCard,
  Pairs,
  Panel,
  RequestRisks,
  useOutcome,
  useSettled,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import { type Call, type OwnChange, readOwnChange } from '../account.ts'
import type { PasskeyController } from '../controller.ts'
import passkeyMessages from '../messages.ts'
import type { Review } from '../review.ts'
import { FeeLines } from './FeeLines.tsx'
import { feeText, usualText } from './feeText.ts'
import css from './passkey.css.ts'

type Props = { kit: PluginKit; controller: PasskeyController }

/** What the passkey is about to sign. The device's own window shows none of it, so this is the only place that does. */
export default function PasskeyReviewView({ kit, controller }: ViewProps<PasskeyController>) {
  useSheet(css)
  const { review } = useSnapshot(controller.review)
  return review ? <Shown kit={kit} controller={controller} review={review} /> : <Nothing kit={kit} />
}

function Nothing({ kit }: { kit: PluginKit }) {
  const t = useText(passkeyMessages)
  return (
    <Panel
      icon="info"
      title={t('passkey.nothing')}
      action={
        <Button size="m" onClick={() => kit.back()}>
          {t('passkey.cancel')}
        </Button>
      }
    >
      {t('passkey.nothingText')}
    </Panel>
  )
}

function Shown({ kit, controller, review }: Props & { review: Review }) {
  const t = useText(passkeyMessages)
  const screen = useRef<HTMLDivElement>(null)
  const isMeant = useSettled(screen)
  const { asked, account, isReady, isSigning, ways, token } = review
  const network = kit.networks().find(({ id }) => Number(id) === asked.chainId)
  const currency = network?.nativeCurrency ?? { name: '', symbol: '', decimals: 18 }
  const exact = (value: bigint) => `${formatUnits(value, currency.decimals)} ${currency.symbol}`
  const calls = asked.kind === 'calls' ? asked.calls : []
  const last = calls.at(-1)
  const isActive = Number(kit.network()?.id) === asked.chainId
  // If the fee is paid in a token, its approval is signed as well, so simulate it before the calls.
  const before = [...(token?.approvals ?? []), ...calls.slice(0, -1)]
  const outcome = useOutcome({
    account,
    of: `${asked.chainId}:${account}:${token?.token.address ?? ''}`,
    simulate: last && isActive ? () => kit.chain.simulate(last, { after: before }) : undefined,
    intent: undefined,
  })
  const named = ways.flatMap((each) => (each.token ? [{ ...each.token.token, token: each.token.token.address }] : []))
  return (
    <div className="pad passkey-review" ref={screen}>
      {/* The warnings come first, because a small screen shows only the beginning. */}
      <Alarms review={review} chain={network?.caipNetworkId ?? ''} currency={currency} />
      <Pairs
        items={[
          { label: t('passkey.site'), value: location.host },
          { label: t('passkey.account'), value: <Address value={account} /> },
          { label: t('passkey.network'), value: network?.name ?? String(asked.chainId) },
        ]}
      />
      {calls.map((each, at) => (
        <CallLines
          key={at}
          call={each}
          change={readOwnChange(account, each)}
          exact={exact}
          number={calls.length > 1 ? at + 1 : undefined}
        />
      ))}
      {asked.kind === 'calls' ? (
        <FeeLines review={review} currency={currency} onChoose={(at) => controller.choose(at)} />
      ) : (
        <Text text={asked.text} />
      )}
      <OutcomeCard outcome={outcome} native={currency} tokens={named} />
      <div className="actions">
        <Button onClick={() => kit.back()}>{t('passkey.cancel')}</Button>
        <Button
          kind="primary"
          disabled={!isReady || isSigning || outcome.state === 'asking'}
          onClick={(event) => {
            if (isMeant(event)) outcome.press(() => controller.confirm())
          }}
        >
          {isSigning ? t('passkey.waiting') : t('passkey.confirm')}
        </Button>
      </div>
    </div>
  )
}

/** The warnings that speak against confirming, such as a high fee, in red. */
function Alarms({
  review: { asked, account, feeMark, earlier, ways, chosen },
  chain,
  currency,
}: {
  review: Review
  chain: string
  currency: { symbol: string; decimals: number }
}) {
  const t = useText(passkeyMessages)
  const way = ways[chosen]
  const fee = way ? feeText(way, currency) : ''
  const usual = way ? usualText(way, currency) : ''
  const texts = [
    ...(earlier ? [t('passkey.earlier')] : []),
    ...(feeMark === 'high' ? [t('passkey.feeHigh', { fee, usual })] : []),
    ...(feeMark === 'notCompared' ? [t('passkey.feeNotCompared', { fee })] : []),
  ]
  return (
    <>
      <RequestRisks
        chain={chain}
        calls={asked.kind === 'calls' ? asked.calls : []}
        typedData={asked.kind === 'typedData' ? asked.data : undefined}
        account={account}
      />
      {texts.map((text) => (
        <Banner key={text} icon="warning" tone="error">
          {text}
        </Banner>
      ))}
    </>
  )
}

function CallLines({
  call,
  change,
  exact,
  number,
}: {
  call: Call
  change: OwnChange | undefined
  exact: (value: bigint) => string
  number: number | undefined
}) {
  const t = useText(passkeyMessages)
  return (
    <>
      {number !== undefined && <p className="label">{t('passkey.call', { number })}</p>}
      {change ? (
        <Change change={change} />
      ) : (
        <Pairs
          items={[
            { label: t('passkey.to'), value: <Address value={call.to} /> },
            { label: t('passkey.amount'), value: exact(call.value) },
          ]}
        />
      )}
      {!change && call.data !== '0x' && (
        <pre className="passkey-text" tabIndex={0} dir="ltr" aria-label={t('passkey.data')}>
          {call.data}
        </pre>
      )}
    </>
  )
}

/**
 * Describes a change of the account's owners: it moves no assets, but afterwards another person may be able to sign.
 */
function Change({ change }: { change: OwnChange }) {
  const t = useText(passkeyMessages)
  if (change.kind === 'addPasskey')
    return (
      <Banner icon="warning" tone="warning">
        {t('passkey.adds')}
      </Banner>
    )
  return (
    <>
      <Pairs items={[{ label: t('passkey.recovery'), value: <Address value={change.wallet} /> }]} />
      <Banner icon="warning" tone="warning">
        {t('passkey.recoveryText')}
      </Banner>
    </>
  )
}

function Text({ text }: { text: string }) {
  const t = useText(passkeyMessages)
  return (
    <pre className="passkey-text" tabIndex={0} dir="auto" aria-label={t('passkey.message')}>
      {visibleParts(text).map((part, at) => (typeof part === 'string' ? part : <mark key={at}>{part.code}</mark>))}
    </pre>
  )
}
