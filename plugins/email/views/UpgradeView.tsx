import { useEffect, useState } from 'react'
import type { ViewProps } from 'walletkit/plugin'
import { Button, Icon, Panel, useActive, useText } from 'walletkit/ui'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'
import { Gone } from './Gone.tsx'

/** Links to the login service's own page, where a visitor can turn the login into a separate wallet. */
export default function UpgradeView({ kit, controller }: ViewProps<EmailController>) {
  const t = useText(emailMessages)
  const { account } = useActive(kit)
  const [href, setHref] = useState<string>()
  useEffect(() => {
    controller.login().then(
      ({ origin }) => setHref(`${origin}/dashboard`),
      () => undefined,
    )
  }, [controller])
  if (!account.address) return <Gone kit={kit} about="account" />
  return (
    <Panel
      icon="shield"
      title={t('email.upgradeTitle')}
      action={
        <Button
          kind="primary"
          size="m"
          disabled={!href}
          onClick={() => {
            kit.track('EMAIL_UPGRADE_FROM_MODAL')
            window.open(href, '_blank', 'noopener,noreferrer')
          }}
        >
          {t('email.upgradeOpen')} <Icon name="external" size={16} />
        </Button>
      }
    >
      {t('email.upgradeText')}
    </Panel>
  )
}
