import { useState } from 'react'
import { push } from '../../actions/router.ts'
import { walletImage } from '../../data/wallet.ts'
import { hasDirectory } from '../../data/wallets.ts'
import type { Wallet } from '../../config.ts'
import { useKit, usePreload, useSheet, useSnapshot, useText } from '../context.ts'
import { Button } from '../parts/Button.tsx'
import { SearchField, Switch } from '../parts/Field.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Panel } from '../parts/Panel.tsx'
import { useOnline } from '../useOnline.ts'
import allWalletsCss from './allWallets.css.ts'
import { allWalletsMessages } from './allWallets.messages.ts'
import { commonMessages } from './common.messages.ts'
import { chooseWallet, connectorFor, walletRows } from './connect/rows.ts'
import { Legal, useConsent } from './connect/Legal.tsx'
import { Grid, type WalletCell } from './wallets/Grid.tsx'
import { useWalletList } from './wallets/useWalletList.ts'

/** Every wallet: those of this device first, then the directory's, searched and paged. */
export default function AllWalletsView() {
  useSheet(allWalletsCss)
  const kit = useKit()
  const t = useText(allWalletsMessages)
  const preload = usePreload()
  const { asked, missing } = useConsent()
  const [search, setSearch] = useState('')
  const [certified, setCertified] = useState(false)
  const list = useWalletList(search, certified)
  useSnapshot(kit.state.connectors)
  const wanted = search.trim().toLowerCase()
  const certifiedIds = new Set(list.wallets.flatMap(({ id, badge_type }) => (badge_type === 'certified' ? [id] : [])))
  const cells: WalletCell[] = walletRows(kit, [])
    .filter(({ connector, name }) => connector && !certified && name.toLowerCase().includes(wanted))
    .map((row) => ({ ...row, certified: false }))
  const installed = new Set(cells.map(({ connector }) => connector?.id))
  for (const wallet of list.wallets) {
    const cell = toCell(wallet)
    const connector = connectorFor(kit, cell)
    if (!connector || !installed.has(connector.id)) cells.push({ ...cell, ...(connector ? { connector } : {}) })
  }
  function toCell(wallet: Wallet): WalletCell {
    const image = walletImage(kit, wallet)
    return { key: wallet.id, name: wallet.name, image, tag: undefined, wallet, certified: certifiedIds.has(wallet.id) }
  }
  const clear = () => {
    setSearch('')
    setCertified(false)
  }
  const settled = list.status === 'ready'
  return (
    <div className="all" data-more={(list.status !== 'failed' && list.more) || undefined}>
      <div className="all-top">
        <SearchField label={t('all.search')} clearLabel={t('all.clear')} value={search} onValue={setSearch} autoFocus />
        {hasDirectory(kit) && (
          <div className="certified-row">
            <Icon name="shield" />
            <span className="grow" aria-hidden="true">
              {t('all.certifiedOnly')}
            </span>
            <span className="switch-hit">
              <Switch label={t('all.certifiedOnly')} checked={certified} onChange={setCertified} />
            </span>
          </div>
        )}
        {asked && missing && <Legal checkbox />}
        <span className="sr" role="status">
          {settled && (wanted || certified) ? t('all.found', { count: cells.length }) : ''}
        </span>
      </div>
      <Grid
        cells={missing ? [] : cells}
        loading={list.status === 'loading'}
        more={list.more}
        onMore={list.loadMore}
        onChoose={(cell) => chooseWallet(kit, cell)}
        onIntent={(cell) => preload(cell.connector ? 'ConnectingExternal' : 'GetWallet')}
        end={
          list.status === 'failed' ? (
            <Failed retry={list.retry} />
          ) : settled && !cells.length ? (
            <None search={search.trim()} certified={certified} clear={clear} />
          ) : undefined
        }
      />
    </div>
  )
}

function Failed({ retry }: { retry: () => void }) {
  const t = useText(allWalletsMessages)
  const common = useText(commonMessages)
  const online = useOnline()
  return (
    <Panel
      icon={online ? 'warning' : 'offline'}
      title={t(online ? 'all.failed' : 'all.offline')}
      action={
        <Button size="m" icon="retry" onClick={retry}>
          {common('common.retry')}
        </Button>
      }
    >
      {t(online ? 'all.failedText' : 'all.offlineText')}
    </Panel>
  )
}

function None({ search, certified, clear }: { search: string; certified: boolean; clear: () => void }) {
  const kit = useKit()
  const t = useText(allWalletsMessages)
  if (!search && !certified)
    return (
      <Panel
        icon="wallet"
        title={t('all.empty')}
        action={
          <Button kind="primary" size="m" onClick={() => push(kit.state.router, 'GetWallet')}>
            {t('all.getWallet')}
          </Button>
        }
      >
        {t('all.emptyText')}
      </Panel>
    )
  return (
    <Panel
      icon="search"
      title={t('all.none')}
      action={
        <Button size="m" onClick={clear}>
          {t(certified ? 'all.showAll' : 'all.clear')}
        </Button>
      }
    >
      {search ? t('all.noneText', { search }) : t('all.noneCertifiedText')}
    </Panel>
  )
}
