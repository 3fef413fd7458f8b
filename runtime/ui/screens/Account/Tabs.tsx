import { NAMESPACES } from '../../../lib/namespace.ts'
import { slotItems } from '../../../state/slotItems.ts'
import { type ReactNode, useId } from 'react'
import { selectTab } from '../../../state/setAccount.ts'
import type { AccountTab } from '../../../contracts/slots.ts'
import { ownerOf } from '../../../state/plugins.ts'
import { useChunk } from '../../chunk.ts'
import { useKit, useSnapshot, useText } from '../../context.ts'
import { Edge, Wall } from '../../Edge.tsx'
import { Failed } from '../../Failed.tsx'
import { BareRow } from '../../parts/BareRow.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Segment } from '../../parts/Segment.tsx'
import { accountMessages } from './account.messages.ts'
import { SlotItem } from '../SlotItem.tsx'

/**
 * The tabs: tokens, NFTs, and the tabs that plugins add, such as Activity. `next`: the button for an account without
 * NFTs.
 */
export function Tabs({ tokens, next }: { tokens: ReactNode; next: ReactNode }) {
  const kit = useKit()
  const t = useText(accountMessages)
  const panelId = useId()
  const { activeChain } = useSnapshot(kit.state.networks)
  const { currentTab } = useSnapshot(kit.state.accounts[activeChain ?? NAMESPACES[0]])
  const items = slotItems(kit, 'accountTabs').filter(
    ({ namespaces }) => !namespaces || !activeChain || namespaces.includes(activeChain),
  )
  const nfts = items.find(({ key }) => key === 'nfts')
  const tabs: { key: string; label: string; item?: AccountTab | undefined }[] = [
    { key: 'tokens', label: t('tab.tokens') },
    { key: 'nfts', label: t('tab.nfts'), item: nfts },
    ...items
      .filter((item) => item !== nfts)
      .map((item) => ({ key: item.key, label: kit.text(`tab.${item.key}`, item.label), item })),
  ]
  const shown = tabs[currentTab] ?? tabs[0]
  const select = (key: string) => {
    selectTab(
      kit,
      tabs.findIndex((tab) => tab.key === key),
    )
  }
  return (
    <>
      <div className="tabs">
        <Segment
          label={t('account.tabs')}
          items={tabs}
          value={shown?.key ?? 'tokens'}
          onChange={select}
          panelId={panelId}
        />
      </div>
      <div className="tab-panel" id={panelId} role="tabpanel" aria-label={shown?.label}>
        <Edge kit={kit}>
          {shown?.item ? (
            <Piece key={shown.key} item={shown.item} />
          ) : shown?.key === 'nfts' ? (
            <Nfts next={next} />
          ) : (
            tokens
          )}
        </Edge>
      </div>
    </>
  )
}

/** Loaded when the visitor first opens the tab. */
const nfts = () => import('./Nfts.tsx')

/** The account's NFTs, or a notice if the config names no service for them. */
function Nfts({ next }: { next: ReactNode }) {
  const kit = useKit()
  if (!kit.config.services?.api) return <NoNfts next={next} />
  return (
    <Wall kit={kit} failed={(reason, retry) => <Failed reason={reason} retry={retry} />}>
      <LoadedNfts next={next} />
    </Wall>
  )
}

function LoadedNfts({ next }: { next: ReactNode }) {
  const module = useChunk(nfts)
  return module && <module.default empty={<NoNfts next={next} />} />
}

const NoNfts = ({ next }: { next: ReactNode }) => {
  const t = useText(accountMessages)
  return (
    <Panel icon="image" title={t('account.noNfts')} action={next}>
      {t('account.noNftsText')}
    </Panel>
  )
}

function Piece({ item }: { item: AccountTab }) {
  const kit = useKit()
  const waiting = [0, 1, 2, 3].map((at) => <BareRow key={at} round note />)
  return (
    <Wall
      kit={kit}
      owner={() => ownerOf(kit, item)?.id}
      failed={(reason, retry) => <Failed reason={reason} retry={retry} />}
    >
      <SlotItem item={item} waiting={waiting} />
    </Wall>
  )
}
