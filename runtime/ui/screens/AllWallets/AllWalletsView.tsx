import { useCallback, useEffect, useMemo, useState } from 'react'
import { prepareLinks } from '../../../actions/link.ts'
import { push } from '../../../state/navigate.ts'
import type { Wallet } from '../../../contracts/config.ts'
import type { Namespace } from '../../../lib/namespace.ts'
import { namedWallets } from '../../../wallets/allowed.ts'
import { hasDirectory, SEARCH_LENGTH } from '../../../wallets/directory.ts'
import { useKit, usePreload, useSelected, useSheet, useSnapshot, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { Switch } from '../../parts/Switch.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import allWalletsCss from './allWallets.css.ts'
import { allWalletsMessages } from './allWallets.messages.ts'
import { chooseWallet, wayTo } from '../Connect/choose.ts'
import { directoryState } from '../Connect/directory.ts'
import { Legal, useConsent } from '../Connect/Legal.tsx'
import { cellMaker, type WalletCell } from './cells.ts'
import { Grid } from './Grid.tsx'
import { Unreachable } from '../Unreachable.tsx'
import { useEveryOpening } from '../useEveryOpening.ts'
import { useWalletList } from './useWalletList.ts'

/** Lists all wallets: installed ones first, then the directory's and the site's own, with search and paging. */
export default function AllWalletsView() {
  useSheet(allWalletsCss)
  const kit = useKit()
  const t = useText(allWalletsMessages)
  const preload = usePreload()
  const { asked, missing } = useConsent()
  const [text, setText] = useState('')
  const [certified, setCertified] = useState(false)
  const search = text.trim().length >= SEARCH_LENGTH ? text.trim() : ''
  const namespace = useNamespace()
  const list = useWalletList({ search, certified, namespace })
  const cells = useCells(list.wallets, search, certified)
  const settled = list.status === 'ready'
  const count = list.more ? Math.max(list.count, cells.length) : cells.length
  const clear = useCallback(() => {
    setText('')
    setCertified(false)
  }, [])
  useEveryOpening(clear)
  const choose = useCallback((cell: WalletCell) => chooseWallet(kit, cell), [kit])
  const intend = useCallback((cell: WalletCell) => preload(wayTo(kit, cell).view), [kit, preload])
  // Some browsers open an app only during the tap itself, so create the pairing, which the link contains, before it.
  useEffect(() => prepareLinks(kit), [kit])
  return (
    <div className="all" data-more={(list.status !== 'failed' && list.more) || undefined}>
      <div className="all-top">
        <SearchField label={t('all.search')} clearLabel={t('all.clear')} value={text} onValue={setText} autoFocus />
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
        {asked && <Legal checkbox />}
        <span className="sr" role="status">
          {settled && (search || certified) ? t('all.found', { count }) : ''}
        </span>
      </div>
      <Grid
        cells={cells}
        loading={list.status === 'loading'}
        more={list.more}
        disabled={missing}
        onMore={list.loadMore}
        onChoose={choose}
        onIntent={intend}
        end={
          list.status === 'failed' ? (
            <Failed retry={list.retry} />
          ) : settled && !cells.length && !list.more ? (
            <None search={search} certified={certified} clear={clear} />
          ) : undefined
        }
      />
    </div>
  )
}

/**
 * The namespace that the modal is open for, whose wallets the list shows. While the modal is closed, the one before, so
 * that the list stays as it is.
 */
function useNamespace(): Namespace | undefined {
  const [kept, keep] = useState<Namespace>()
  const now = useSelected(useKit().state.modal, ({ open, namespace }) => (open ? namespace : kept))
  if (now !== kept) keep(now)
  return now
}

/** The cells of the grid. A wallet that is not installed keeps its cell object when a further page arrives. */
function useCells(wallets: readonly Wallet[], search: string, certified: boolean): WalletCell[] {
  const kit = useKit()
  const connectors = useSnapshot(kit.state.connectors)
  const named = useSnapshot(namedWallets(kit))
  const directory = useSnapshot(directoryState(kit))
  const { namespace } = useSnapshot(kit.state.modal)
  // `cellMaker` reads the state itself. The snapshots are here only so that a change makes a new cell maker.
  const toCells = useMemo(() => {
    void [connectors, named, namespace]
    return cellMaker(kit)
  }, [kit, connectors, named, namespace])
  return useMemo(() => {
    void directory
    return toCells(wallets, { search, certified })
  }, [toCells, wallets, search, certified, directory])
}

function Failed({ retry }: { retry: () => void }) {
  const t = useText(allWalletsMessages)
  return (
    <Unreachable
      retry={retry}
      failed={{ title: t('all.failed'), text: t('all.failedText') }}
      offline={{ title: t('all.offline'), text: t('all.offlineText') }}
    />
  )
}

function None({ search, certified, clear }: { search: string; certified: boolean; clear: () => void }) {
  const kit = useKit()
  const t = useText(allWalletsMessages)
  const getWallet = () => {
    kit.track('CLICK_GET_WALLET')
    push(kit.state.router, 'GetWallet')
  }
  if (!search && !certified)
    return (
      <Panel
        icon="wallet"
        title={t('all.empty')}
        action={
          <Button kind="primary" size="m" onClick={getWallet}>
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
