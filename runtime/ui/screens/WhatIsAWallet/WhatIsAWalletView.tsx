import { push } from '../../../state/navigate.ts'
import { useKit, usePreload, useSheet, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import guideCss from '../guide.css.ts'
import { guideMessages } from '../guide.messages.ts'
import { Points } from '../Points.tsx'

export default function WhatIsAWalletView() {
  useSheet(guideCss)
  const kit = useKit()
  const t = useText(guideMessages)
  const preload = usePreload()
  const getWallet = () => {
    kit.track('CLICK_GET_WALLET')
    push(kit.state.router, 'GetWallet')
  }
  return (
    <div className="pad">
      <Points
        items={[
          { icon: 'wallet', title: t('guide.keys'), text: t('guide.keysText') },
          { icon: 'key', title: t('guide.login'), text: t('guide.loginText') },
          { icon: 'shield', title: t('guide.approve'), text: t('guide.approveText') },
        ]}
      />
      <Button kind="primary" wide onClick={getWallet} onPointerEnter={() => preload('GetWallet')}>
        {t('guide.getWallet')}
      </Button>
    </div>
  )
}
