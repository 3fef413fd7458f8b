import { hasRemote } from '../../../contracts/remote.ts'
import { walletImage } from '../../../wallets/wallet.ts'
import { push } from '../../../state/navigate.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { isMobile } from '../../../lib/device.ts'
import { useKit, usePreload, useSnapshot, useText } from '../../context.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { connectMessages } from './connect.messages.ts'
import { countTag, directoryState, hasDirectory } from './directory.ts'

/**
 * Whether to offer the row for all wallets: not if the site hides it on this device, or if there are no wallets besides
 * those in the page (no relay, no directory).
 */
export function offersAllWallets(kit: Kit): boolean {
  const setting: unknown = kit.state.options.features.allWallets
  const wanted = setting === 'ONLY_MOBILE' ? isMobile() : setting !== 'HIDE' && setting !== false
  return wanted && (hasRemote(kit) || hasDirectory(kit))
}

/** The row that opens all wallets. Shows their rounded number (`countTag`) once it is known. */
export function AllWallets() {
  const kit = useKit()
  const t = useText(connectMessages)
  const preload = usePreload()
  const directory = directoryState(kit)
  const { count, waiting } = useSnapshot(directory)
  const open = () => {
    kit.track('CLICK_ALL_WALLETS')
    push(kit.state.router, 'AllWallets')
  }
  return (
    <Row
      id="all-wallets"
      name={t('connect.allWallets')}
      image={
        waiting || directory.sample.length ? (
          <span className="mosaic" aria-hidden="true">
            {[0, 1, 2, 3].map((at) => {
              const wallet = directory.sample[at]
              return <Tile key={at} size={18} name={wallet?.name ?? ''} src={wallet && walletImage(kit, wallet)} />
            })}
          </span>
        ) : (
          <Tile name="">
            <Icon name="wallet" />
          </Tile>
        )
      }
      end={
        <>
          {count !== undefined && (
            <Tag>
              <bdi aria-hidden="true">{countTag(count)}</bdi>
              <span className="sr">{t('connect.walletCount', { count: countTag(count) })}</span>
            </Tag>
          )}
          <Icon name="chevron" size={16} />
        </>
      }
      onIntent={() => preload('AllWallets')}
      onClick={open}
    />
  )
}
