import { useEffect, useState } from 'react'
import type { ViewProps } from 'walletkit/plugin'
import { Avatar, Button, Icon, Panel, Spinner, useActive, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { NamesController } from '../controller.ts'
import { nameMessages } from '../messages.ts'
import type { NamesState } from '../state.ts'
import css from './names.css.ts'

/** Shows the name in large text, with the progress of its registration. */
export default function SuccessView({ kit, controller }: ViewProps<NamesController>) {
  useSheet(css)
  const t = useText(nameMessages)
  const { registration } = useSnapshot(controller.state)
  const { account } = useActive(kit)
  const { address = '', profileImage } = account
  if (!registration)
    return (
      <Panel
        icon="tag"
        title={t('names.nothing')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('ChooseAccountName')}>
            {t('names.choose')}
          </Button>
        }
      >
        {t('names.nothingText')}
      </Panel>
    )
  const { name, step } = registration
  const isDone = step === 'done'
  return (
    <div className="pad">
      <div className="center names-big" role="status">
        <span className="names-avatar">
          <Avatar address={address} src={profileImage} size={80} />
          {isDone && (
            <span className="names-check">
              <Icon name="check" />
            </span>
          )}
        </span>
        <p className="display">
          <bdi>{isDone ? name : t('names.registering', { name })}</bdi>
        </p>
        <p className="text">{t(isDone ? 'names.registeredText' : `names.${step}Text`)}</p>
      </div>
      {!isDone && <Steps registration={registration} />}
      <div className="names-go">
        <Button kind="primary" wide disabled={!isDone} onClick={() => kit.reset('Account')}>
          {t('names.done')}
        </Button>
      </div>
    </div>
  )
}

function Steps({ registration: { step, since } }: { registration: NonNullable<NamesState['registration']> }) {
  const t = useText(nameMessages)
  const seconds = useElapsed(since)
  const elapsed = seconds >= 5 && <span className="note num">{t('names.elapsed', { seconds })}</span>
  const isSigned = step !== 'sign'
  return (
    <ol role="list" className="names-steps">
      <li aria-current={isSigned ? undefined : 'step'}>
        <span className="names-mark" data-done={isSigned || undefined} aria-hidden="true">
          {isSigned ? <Icon name="check" size={16} /> : <Spinner />}
        </span>
        <span className="grow">{t('names.stepSign')}</span>
        {!isSigned && elapsed}
      </li>
      <li aria-current={isSigned ? 'step' : undefined}>
        <span className="names-mark" aria-hidden="true">
          {isSigned ? <Spinner /> : '2'}
        </span>
        <span className="grow">{t('names.stepPost')}</span>
        {isSigned && elapsed}
      </li>
    </ol>
  )
}

/** Whole seconds since `since`, updated every second. */
function useElapsed(since: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1000))
}
