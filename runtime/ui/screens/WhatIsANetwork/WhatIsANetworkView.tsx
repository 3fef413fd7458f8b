import { popTo, push } from '../../../state/navigate.ts'
import { useKit, useSheet, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import guideCss from '../guide.css.ts'
import { guideMessages } from '../guide.messages.ts'
import { Points } from '../Points.tsx'

export default function WhatIsANetworkView() {
  useSheet(guideCss)
  const kit = useKit()
  const t = useText(guideMessages)
  const choose = () => {
    const { router } = kit.state
    const at = router.history.findIndex(({ view }) => view === 'Networks')
    if (at < 0) push(router, 'Networks')
    else popTo(router, at)
  }
  return (
    <div className="pad">
      <Points
        items={[
          { icon: 'network', title: t('guide.ledger'), text: t('guide.ledgerText') },
          { icon: 'coins', title: t('guide.fee'), text: t('guide.feeText') },
          { icon: 'swap', title: t('guide.switch'), text: t('guide.switchText') },
        ]}
      />
      <Button kind="primary" wide onClick={choose}>
        {t('guide.choose')}
      </Button>
    </div>
  )
}
