import { type ReactNode, useEffect } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { Banner, BareRow, Button, Panel, useActive, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { HistoryController } from '../controller.ts'
import { historyMessages } from '../messages.ts'
import css from './history.css.ts'
import { List } from './List.tsx'
import { Suspicious } from './Suspicious.tsx'

/** The activity of the active account on the active network: list, loading, empty and error states. */
export function Activity({ kit, controller }: { kit: PluginKit; controller: HistoryController }) {
  useSheet(css)
  const t = useText(historyMessages)
  const { account, network } = useActive(kit)
  const state = useSnapshot(controller.state)
  const { sent } = useSnapshot(controller.outgoing)
  const online = useOnline()

  useEffect(() => controller.enter(), [controller])
  useEffect(() => {
    if (online && controller.state.failed) void controller.load()
  }, [controller, online])

  if (!account.address)
    return (
      <Panel
        icon="wallet"
        title={t('history.disconnected')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
            {t('history.connect')}
          </Button>
        }
      >
        {t('history.disconnectedText')}
      </Panel>
    )
  if (!controller.isSupported())
    return (
      <Panel
        icon="network"
        title={t('history.elsewhere')}
        action={
          <Button size="m" onClick={() => kit.push('Networks')}>
            {t('history.chooseNetwork')}
          </Button>
        }
      >
        {t('history.elsewhereText', { network: network?.name ?? '' })}
      </Panel>
    )

  const { transactions, coinbaseTransactions, loading, next, failed } = state
  const isFilled = transactions.length > 0 || coinbaseTransactions.length > 0 || sent.length > 0
  const below: ReactNode = failed ? (
    <Failed online={online} retry={() => void controller.load()} />
  ) : isFilled || next !== undefined ? null : loading ? (
    <div role="status" aria-label={t('history.loading')}>
      {[0, 1, 2, 3].map((at) => (
        <BareRow key={at} round note />
      ))}
    </div>
  ) : !controller.hasService ? (
    <Panel icon="clock" title={t('history.noService')}>
      {t('history.noServiceText')}
    </Panel>
  ) : (
    <Panel icon="clock" title={t('history.empty')}>
      {t('history.emptyText')}
    </Panel>
  )
  return (
    <>
      {!online && isFilled && <Banner icon="offline">{t('history.offlineBanner')}</Banner>}
      <Suspicious kit={kit} rows={state.suspicious} />
      {(isFilled || next !== undefined) && <List kit={kit} controller={controller} state={state} sent={sent} />}
      {below}
    </>
  )
}

function Failed({ online, retry }: { online: boolean; retry: () => void }) {
  const t = useText(historyMessages)
  return (
    <Panel
      icon={online ? 'warning' : 'offline'}
      title={t(online ? 'history.fetchFailed' : 'history.offline')}
      action={
        <Button size="m" icon="retry" onClick={retry}>
          {t('history.retry')}
        </Button>
      }
    >
      {t(online ? 'history.fetchFailedText' : 'history.offlineText')}
    </Panel>
  )
}
