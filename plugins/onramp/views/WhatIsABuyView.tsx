import type { ViewProps } from 'walletkit/plugin'
import { Button, Icon, Tile, useSheet, useText } from 'walletkit/ui'
import type { OnRampController } from '../controller.ts'
import { onrampMessages } from '../messages.ts'
import css from './onramp.css.ts'

/** Explains how buying works. */
export default function WhatIsABuyView({ kit }: ViewProps<OnRampController>) {
  useSheet(css)
  const t = useText(onrampMessages)
  const points = [
    ['coins', 'onramp.whatText'],
    ['info', 'onramp.whatFees'],
    ['shield', 'onramp.whatKyc'],
  ] as const
  return (
    <div className="pad">
      <div className="center">
        <Tile name="" size={64} tone="accent">
          <Icon name="card" size={32} stroke={1.5} />
        </Tile>
        <p className="display state-title">{t('onramp.whatTitle')}</p>
      </div>
      <ul role="list" className="onramp-points">
        {points.map(([icon, key]) => (
          <li key={key}>
            <Icon name={icon} />
            <span className="text">{t(key)}</span>
          </li>
        ))}
      </ul>
      <Button kind="primary" wide onClick={() => kit.reset('OnRampProviders')}>
        {t('onramp.start')}
      </Button>
    </div>
  )
}
