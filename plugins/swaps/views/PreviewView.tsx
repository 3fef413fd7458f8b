import { useEffect, useId, useRef, useState } from 'react'
import { amountOf, formatToken, type PluginKit, shortAddress, type ViewProps } from 'walletkit/plugin'
import {
  Banner,
  Button,
  Icon,
  Panel,
  ReviewArrow,
  ReviewSide,
  Spinner,
  TokenTile,
  useActive,
  useOnline,
  useOutcome,
  useSettled,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import { approvalTransaction, blocked, impact, mustConfirm, needsApproval, toTokenAmount } from '../figures.ts'
import { inputError, isNative, order, worthOf } from '../form.ts'
import { swapsMessages } from '../messages.ts'
import { isTogether, needsReset, ready } from '../review.ts'
import { simulationOf } from '../simulate.ts'
import { contractOf, type SwapToken } from '../tokens.ts'
import { unusualOf } from '../unusual.ts'
import { Forecast } from './Forecast.tsx'
import { FigureList, Notes } from './FigureList.tsx'
import css from './styles.ts'

/** The review before the wallet request: both sides and all figures. The request is rebuilt every ten seconds. */
export default function PreviewView({ kit, controller }: ViewProps<SwapController>) {
  useSheet(css)
  const t = useText(swapsMessages)
  const { progress } = useSnapshot(controller.state)
  const { count } = useSnapshot(controller.visits)
  const cannotPay = inputError(controller) !== undefined
  useEffect(() => controller.enter(true), [controller, count])
  // If the account can no longer pay, go back to the form, which shows the error.
  useEffect(() => {
    if (cannotPay) kit.back()
  }, [kit, cannotPay])
  if (!order(controller) || progress)
    return (
      <Panel
        icon="info"
        title={t('swaps.nothing')}
        action={
          <Button size="m" onClick={() => kit.replace('Swap', undefined)}>
            {t('swaps.back')}
          </Button>
        }
      >
        {t('swaps.nothingText')}
      </Panel>
    )
  return <Review kit={kit} controller={controller} />
}

function Review({ kit, controller }: { kit: PluginKit; controller: SwapController }) {
  const t = useText(swapsMessages)
  const screen = useRef<HTMLDivElement>(null)
  const isMeant = useSettled(screen)
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const { sourceTokenAmount, status } = useSnapshot(controller.state)
  const { state } = controller
  const word = t('swaps.confirmWord')
  const isBlocked = blocked(controller) !== undefined || impact(controller) === 'block'
  const mustType = mustConfirm(controller) && !isBlocked
  const isConfirmed = typed.trim().toLowerCase() === word.toLowerCase()
  const isApproving = approvalTransaction(controller) !== undefined || needsApproval(controller)
  const label = isBlocked ? 'swaps.blocked' : isApproving ? 'swaps.approveAndSwap' : 'swaps.label.swap'
  const preparing = status === 'building'
  const mayStart = controller.mayStart(isConfirmed)
  const outcome = useOutcome(simulationOf(controller, isBlocked ? undefined : ready(controller)))
  return (
    <div className="pad" ref={screen}>
      <Side
        kit={kit}
        controller={controller}
        label={t('swaps.pay')}
        token={state.sourceToken}
        text={sourceTokenAmount}
      />
      <ReviewArrow />
      <Side
        kit={kit}
        controller={controller}
        label={t('swaps.receive')}
        token={state.toToken}
        text={toTokenAmount(controller)}
      />
      <Unusual kit={kit} controller={controller} />
      <div className="swap-figures">
        <FigureList controller={controller} rate />
      </div>
      <Forecast kit={kit} controller={controller} outcome={outcome} />
      <Notes controller={controller} isSimulated={outcome.state === 'known'} />
      {!online && (
        <div className="swap-notes">
          <Banner icon="offline">{t('swaps.offline')}</Banner>
        </div>
      )}
      {isApproving && !isBlocked && (isTogether(controller) ? <Together /> : <Path controller={controller} />)}
      {mustType && <Typed word={word} value={typed} onChange={setTyped} />}
      <div className="actions swap-actions">
        <Button onClick={() => kit.back()}>{t('swaps.cancel')}</Button>
        <Button
          kind="primary"
          disabled={!online || !mayStart || outcome.state === 'asking'}
          aria-busy={preparing || undefined}
          onClick={(event) => {
            if (isMeant(event)) outcome.press(() => void controller.swap(isConfirmed))
          }}
        >
          {preparing && !mayStart && !isBlocked && !mustType && <Spinner label={t('swaps.preparing')} />}
          <span className="clip">{t(outcome.mustRepeat ? 'swaps.anyway' : label)}</span>
        </Button>
      </div>
    </div>
  )
}

/** One side of the swap: token, amount and value. */
function Side({
  kit,
  controller,
  label,
  token,
  text,
}: {
  kit: PluginKit
  controller: SwapController
  label: string
  token: SwapToken | undefined
  text: string
}) {
  const { network } = useActive(kit)
  if (!token) return null
  const fiat = worthOf(controller, text, token)
  return (
    <ReviewSide
      label={label}
      name={`${formatToken(amountOf(text, token.decimals), undefined, kit.locale)} ${token.symbol}`}
      isAmount
      image={
        <TokenTile
          name={token.symbol}
          src={token.logoUri}
          size={48}
          address={isNative(controller, token) ? undefined : token.address}
          network={network}
        />
      }
    >
      {fiat && <p className="num muted-2">{kit.fiat(fiat)}</p>}
      {!isNative(controller, token) && (
        <p className="note num" title={contractOf(token)}>
          <bdi>{shortAddress(contractOf(token))}</bdi>
        </p>
      )}
    </ReviewSide>
  )
}

/**
 * Warns of a token that has the symbol of a known token but another contract: the exchange's service names the tokens,
 * and may be wrong or lie.
 */
function Unusual({ kit, controller }: { kit: PluginKit; controller: SwapController }) {
  const t = useText(swapsMessages)
  const { network } = useActive(kit)
  const { sourceToken, toToken } = controller.state
  const isUnusual = unusualOf(controller)
  const unusual = [sourceToken, toToken].filter((token) => token !== undefined).filter(isUnusual)
  if (!unusual.length) return null
  return (
    <div className="swap-notes">
      {unusual.map((token) => (
        <Banner key={token.address} icon="warning" tone="warning">
          {t('swaps.unusualText', {
            symbol: token.symbol,
            network: network?.name ?? '',
            address: contractOf(token),
          })}
        </Banner>
      ))}
    </div>
  )
}

/** Says that the wallet will ask once for the approval and the swap. */
function Together() {
  const t = useText(swapsMessages)
  return (
    <p className="note swap-together">
      <Icon name="shield" size={16} />
      <span>{t('swaps.together')}</span>
    </p>
  )
}

/** Lists the wallet requests of this swap, in order. */
function Path({ controller }: { controller: SwapController }) {
  const t = useText(swapsMessages)
  const { sourceToken } = useSnapshot(controller.state)
  const symbol = sourceToken?.symbol ?? ''
  const names = [
    ...(needsReset(controller) ? [t('swaps.resetToken', { symbol })] : []),
    t('swaps.approveToken', { symbol }),
    t('swaps.label.swap'),
  ]
  return (
    <ol className="swap-path" role="list" aria-label={t('swaps.steps')}>
      {names.map((name, index) => (
        <li key={name}>
          {index > 0 && <Icon name="chevron" size={16} />}
          <span className="swap-dot" aria-hidden="true">
            {index + 1}
          </span>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ol>
  )
}

/**
 * Asks for a typed word, so that no visitor accepts a large loss, or a swap that cannot be checked, with a habitual
 * click.
 */
function Typed({ word, value, onChange }: { word: string; value: string; onChange: (value: string) => void }) {
  const t = useText(swapsMessages)
  const id = useId()
  return (
    <div className="swap-type">
      <label className="note" htmlFor={id}>
        {t('swaps.typeWord', { word })}
      </label>
      <span className="field">
        <input
          id={id}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </div>
  )
}
