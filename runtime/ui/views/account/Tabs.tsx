import { slotItems } from '../../../state/slotItems.ts'
import { type ComponentType, type ReactNode, useId } from 'react'
import { selectTab } from '../../../actions/account.ts'
import type { AccountTab } from '../../../host/slots.ts'
import { type Chunk, chunkOf, useChunk } from '../../chunk.ts'
import { useKit, useSnapshot, useText } from '../../context.ts'
import { Edge } from '../../Edge.tsx'
import { BareRow } from '../../parts/BareRow.tsx'
import { Button } from '../../parts/Button.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Segment } from '../../parts/Segment.tsx'
import { accountMessages } from '../account.messages.ts'
import { commonMessages } from '../common.messages.ts'
import { SlotItem } from '../SlotItem.tsx'

/** Tokens, NFTs, then what plugins add (Activity): the third is there only when a plugin draws it. */
export function Tabs({ tokens }: { tokens: ReactNode }) {
  const kit = useKit()
  const t = useText(accountMessages)
  const panelId = useId()
  const { activeChain } = useSnapshot(kit.state.networks)
  const { currentTab } = useSnapshot(kit.state.accounts[activeChain ?? 'eip155'])
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
          {shown?.item ? <Piece key={shown.key} item={shown.item} /> : shown?.key === 'nfts' ? <Nfts /> : tokens}
        </Edge>
      </div>
    </>
  )
}

/** Fetched with the first look at the tab, and anew after a failure. */
let part: Chunk<{ default: ComponentType }> | undefined
const nfts = (): Chunk<{ default: ComponentType }> =>
  (part ??= chunkOf(
    import('./Nfts.tsx').catch((error: unknown) => {
      part = undefined
      throw error
    }),
  ))

/** What a service tells of the account's collectibles; without one there is nobody to ask. */
function Nfts() {
  const kit = useKit()
  if (!kit.config.services?.api) return <NoNfts />
  return (
    <Edge kit={kit} failed={(retry) => <Failed retry={retry} />}>
      <LoadedNfts />
    </Edge>
  )
}

function LoadedNfts() {
  const module = useChunk(nfts())
  return module && <module.default />
}

const NoNfts = () => {
  const t = useText(accountMessages)
  return (
    <Panel icon="image" title={t('account.noNfts')}>
      {t('account.noNftsText')}
    </Panel>
  )
}

function Piece({ item }: { item: AccountTab }) {
  return (
    <SlotItem
      item={item}
      waiting={[0, 1, 2, 3].map((at) => (
        <BareRow key={at} round note />
      ))}
      failed={(retry) => <Failed retry={retry} />}
    />
  )
}

function Failed({ retry }: { retry: () => void }) {
  const t = useText(accountMessages)
  const common = useText(commonMessages)
  return (
    <Panel
      icon="warning"
      title={t('account.tabFailed')}
      action={
        <Button size="m" icon="retry" onClick={retry}>
          {common('common.retry')}
        </Button>
      }
    >
      {t('account.tabFailedText')}
    </Panel>
  )
}
