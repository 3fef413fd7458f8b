import { useRef } from 'react'
import type { Social, ViewProps } from 'walletkit/plugin'
import { Button, Panel, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { SocialsController } from '../controller.ts'
import { socialMessages } from '../messages.ts'
import { NAMES } from '../providers.ts'
import { Ring } from './Ring.tsx'
import css from './socials.css.ts'
import { useLeave } from './useLeave.ts'

type Props = ViewProps<SocialsController, { provider: Social } | undefined>

/** Shows the progress of a login in the provider's window, and its outcome. */
export default function ConnectingSocialView({ kit, controller, params }: Props) {
  useSheet(css)
  const t = useText(socialMessages)
  useLeave(kit, controller.redirect.leave)
  // A site may open this view by name, without a provider.
  return (
    <div>
      {params?.provider && NAMES[params.provider] ? (
        <Waiting kit={kit} controller={controller} provider={params.provider} />
      ) : (
        <Panel
          icon="info"
          title={t('social.none')}
          action={
            <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
              {t('social.choose')}
            </Button>
          }
        >
          {t('social.noneText')}
        </Panel>
      )}
    </div>
  )
}

function Waiting({
  kit,
  controller: { redirect },
  provider,
}: Pick<Props, 'kit' | 'controller'> & { provider: Social }) {
  const t = useText(socialMessages)
  const { stage } = useSnapshot(redirect.state)
  const online = useOnline()
  const root = useRef<HTMLDivElement>(null)
  if (!online)
    return (
      <div role="status">
        <Panel icon="offline" title={t('social.offline')}>
          {t('social.offlineText')}
        </Panel>
      </div>
    )
  const names = { provider: NAMES[provider] }
  const waiting = stage.name === 'waiting' || stage.name === 'leaving' || stage.name === 'device'
  const open = () => {
    // The pressed button disappears with this state, so move the focus to the title, inside the modal.
    focusTitle(root.current)
    redirect.begin(provider)
  }
  return (
    <div ref={root} className="center social-wait">
      <Ring of={provider} mood={waiting ? 'turns' : stage.name === 'idle' ? 'rests' : 'failed'} />
      <div className="words center" role="status">
        <p className="display">{t(`social.${stage.name}`, names)}</p>
        <p className="text">
          {stage.name === 'failed' && stage.message ? <bdi>{stage.message}</bdi> : t(`social.${stage.name}Text`)}
        </p>
      </div>
      <div className="do">
        {waiting ? (
          <div className={stage.name === 'waiting' ? 'actions' : 'center'}>
            <Button size="m" onClick={kit.back}>
              {t('social.cancel')}
            </Button>
            {stage.name === 'waiting' && (
              <Button size="m" icon="external" onClick={redirect.showWindow}>
                {t('social.show')}
              </Button>
            )}
          </div>
        ) : (
          <Button kind="primary" wide icon={stage.name === 'idle' ? 'external' : 'retry'} onClick={open}>
            {stage.name === 'idle' ? t('social.with', names) : t('social.tryAgain')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Focuses the modal's title, for when the focused element disappears. */
function focusTitle(inside: Element | null) {
  const shadow = inside?.getRootNode() as ShadowRoot | undefined
  shadow?.getElementById('wk-title')?.focus({ preventScroll: true })
}
