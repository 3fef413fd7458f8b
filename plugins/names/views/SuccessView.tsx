import type { ViewProps } from 'walletkit/plugin'
import { Avatar, Button, Panel, Steps, SuccessMark, useActive, useSheet, useSnapshot, useText } from 'walletkit/ui'
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
  const avatar = <Avatar address={address} src={profileImage} size={80} />
  return (
    <div className="pad">
      <div className="center names-big" role="status">
        {isDone ? <SuccessMark>{avatar}</SuccessMark> : avatar}
        <p className="display">
          <bdi>{isDone ? name : t('names.registering', { name })}</bdi>
        </p>
        <p className="text">{t(isDone ? 'names.registeredText' : `names.${step}Text`)}</p>
      </div>
      {!isDone && <Progress registration={registration} />}
      <div className="names-go">
        <Button kind="primary" wide disabled={!isDone} onClick={() => kit.reset('Account')}>
          {t('names.done')}
        </Button>
      </div>
    </div>
  )
}

function Progress({ registration: { step, since } }: { registration: NonNullable<NamesState['registration']> }) {
  const t = useText(nameMessages)
  const isSigned = step !== 'sign'
  return (
    <Steps
      label={t('names.steps')}
      items={[
        {
          key: 'sign',
          name: t('names.stepSign'),
          state: isSigned ? 'done' : 'current',
          since: isSigned ? undefined : since,
        },
        {
          key: 'post',
          name: t('names.stepPost'),
          state: isSigned ? 'current' : 'todo',
          since: isSigned ? since : undefined,
        },
      ]}
      time={(seconds) => t('names.elapsed', { seconds })}
    />
  )
}
