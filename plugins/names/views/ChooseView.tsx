import { useEffect } from 'react'
import { type PluginKit, shortAddress, type ViewProps } from 'walletkit/plugin'
import { Avatar, Banner, Button, Skeleton, useActive, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { NamesController } from '../controller.ts'
import { nameMessages } from '../messages.ts'
import { Gate } from './Gate.tsx'
import { Sentence } from './Sentence.tsx'
import css from './names.css.ts'

/** Explains what a name is for, or shows the account's existing name. */
export default function ChooseView({ kit, controller }: ViewProps<NamesController>) {
  useSheet(css)
  useEffect(() => controller.opened(), [controller])
  return (
    <Gate kit={kit} controller={controller}>
      <Choose kit={kit} controller={controller} />
    </Gate>
  )
}

function Choose({ kit, controller }: { kit: PluginKit; controller: NamesController }) {
  const t = useText(nameMessages)
  const online = useOnline()
  const { account } = useActive(kit)
  const { own } = useSnapshot(controller.state)
  const { address = '', profileImage } = account
  useEffect(() => controller.enter(), [controller])
  const name = own?.[0]
  const short = shortAddress(address)
  return (
    <div className="pad">
      <div className="center names-big">
        <Avatar address={address} src={profileImage} size={80} />
        {own === undefined ? (
          <div className="bones center" role="status" aria-label={t('names.loading')}>
            <p className="display">
              <Skeleton width={160} height={20} />
            </p>
            <Skeleton width={120} />
          </div>
        ) : (
          <>
            <p className="display">
              <bdi>{name ?? t('names.chooseTitle')}</bdi>
            </p>
            <p className="text">
              {name ? (
                t('names.ownTitle')
              ) : (
                <Sentence text={t('names.chooseText', { address: short })} address={short} />
              )}
            </p>
          </>
        )}
      </div>
      {!online && (
        <div className="names-offline">
          <Banner icon="offline">{t('names.offline')}</Banner>
        </div>
      )}
      <div className="names-go">
        {name ? (
          <Button kind="primary" wide onClick={() => kit.reset('Account')}>
            {t('names.done')}
          </Button>
        ) : (
          <Button
            kind="primary"
            wide
            disabled={own === undefined || !online}
            onClick={() => kit.push('RegisterAccountName')}
          >
            {t('names.choose')}
          </Button>
        )}
      </div>
    </div>
  )
}
