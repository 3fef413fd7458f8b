import { useEffect, useRef } from 'react'
import { formatToken, parseDecimal, type PluginKit, type ViewProps } from 'walletkit/plugin'
import { Button, Icon, Panel, Steps, SuccessMark, Tile, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { OnRampController } from '../controller.ts'
import { onrampMessages } from '../messages.ts'
import type { Buying } from '../state.ts'
import css from './onramp.css.ts'

/** Shows the progress of a purchase: where to continue, and the outcome. */
export default function InProgressView({ kit, controller }: ViewProps<OnRampController>) {
  useSheet(css)
  const t = useText(onrampMessages)
  const { buying } = useSnapshot(controller.state)
  useEffect(() => controller.watched(), [controller])
  if (!buying)
    return (
      <Panel
        icon="card"
        title={t('onramp.nothing')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.replace('OnRampProviders')}>
            {t('onramp.buy')}
          </Button>
        }
      >
        {t('onramp.nothingText')}
      </Panel>
    )
  return <Stages kit={kit} controller={controller} buying={buying} />
}

type Props = { kit: PluginKit; controller: OnRampController; buying: Buying }

function Stages({ kit, controller, buying }: Props) {
  const t = useText(onrampMessages)
  const { provider, symbol, networkName: network, stage, blocked, message } = buying
  const amount = parseDecimal(buying.amount ?? '')
  const what = amount ? `${formatToken(amount, undefined, kit.locale)} ${symbol}` : symbol
  const shown = stage === 'waiting' && blocked ? 'blocked' : stage
  const values = { provider, symbol, network, what }
  const tile = <Tile name={symbol} src={buying.iconUrl} size={64} round />
  return (
    <div className="pad onramp-wait">
      <div className="center" role="status">
        {stage === 'done' ? <SuccessMark>{tile}</SuccessMark> : tile}
        <p className="display">
          <bdi>{t(`onramp.${shown}`, values)}</bdi>
        </p>
        <p className="text">{stage === 'failed' ? message : t(`onramp.${shown as 'done'}Text`, values)}</p>
      </div>
      <Progress stage={stage} since={buying.since} values={values} />
      <div className="onramp-do" {...useHeldFocus(shown)}>
        <Actions kit={kit} controller={controller} buying={buying} />
      </div>
    </div>
  )
}

/** Each stage replaces the buttons. If one of the removed buttons had focus, focuses the first new one. */
function useHeldFocus(stage: string) {
  const ref = useRef<HTMLDivElement>(null)
  const isHeld = useRef(false)
  useEffect(() => {
    const root = ref.current?.getRootNode()
    if (isHeld.current && root instanceof ShadowRoot && !root.activeElement)
      ref.current?.querySelector<HTMLElement>('button,a')?.focus()
  }, [stage])
  return { ref, onFocus: () => void (isHeld.current = true), onBlur: () => void (isHeld.current = false) }
}

function Actions({ kit, controller, buying: { stage, url, blocked, provider } }: Props) {
  const t = useText(onrampMessages)
  const leave = () => {
    controller.stopWaiting()
    kit.reset('Account')
  }
  if (stage === 'done')
    return (
      <Button kind="primary" wide onClick={leave}>
        {t('onramp.finish')}
      </Button>
    )
  if (stage === 'failed')
    return (
      <Button kind="primary" wide icon="retry" onClick={kit.back}>
        {t('onramp.tryAgain')}
      </Button>
    )
  return (
    <>
      {stage === 'slow' && (
        <Button kind="primary" wide icon="retry" onClick={controller.lookAgain}>
          {t('onramp.lookAgain')}
        </Button>
      )}
      {url && stage === 'waiting' && (
        <a
          className="button"
          data-kind={blocked ? 'primary' : 'secondary'}
          data-size="l"
          data-wide
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="external" />
          {t(blocked ? 'onramp.openPage' : 'onramp.openAgain', { provider })}
        </a>
      )}
      <Button wide onClick={leave}>
        {t('onramp.stop')}
      </Button>
    </>
  )
}

function Progress({
  stage,
  since,
  values,
}: Pick<Buying, 'stage' | 'since'> & { values: { provider: string; symbol: string; network: string } }) {
  const t = useText(onrampMessages)
  if (stage === 'failed') return null
  const isPaid = stage === 'paying' || stage === 'done'
  const isWaiting = stage === 'waiting' || stage === 'opening'
  const arrives = stage === 'done' ? 'done' : stage === 'paying' ? 'current' : 'todo'
  return (
    <Steps
      label={t('onramp.steps')}
      items={[
        {
          key: 'pay',
          name: t('onramp.stepPay', values),
          state: isPaid ? 'done' : isWaiting ? 'current' : 'todo',
          since: isWaiting ? since : undefined,
        },
        {
          key: 'arrive',
          name: t('onramp.stepArrive', values),
          state: arrives,
          since: arrives === 'current' ? since : undefined,
        },
      ]}
      time={(seconds) => t('onramp.elapsed', { seconds })}
    />
  )
}
