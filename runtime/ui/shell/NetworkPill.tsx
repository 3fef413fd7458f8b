import { push } from '../../state/navigate.ts'
import { networkImage } from '../../wallets/images.ts'
import { useKit, useSnapshot, useText } from '../context.ts'
import { Icon } from '../parts/Icon.tsx'
import { Tile } from '../parts/Tile.tsx'
import { shellMessages } from './messages.ts'

/** The active network in the Account header; a press opens the list. */
export function NetworkPill() {
  const kit = useKit()
  const t = useText(shellMessages)
  const networks = useSnapshot(kit.state.networks)
  const network = networks.activeChain && networks[networks.activeChain].caipNetwork
  if (!network) return null
  const choose = () => {
    kit.track('CLICK_NETWORKS')
    push(kit.state.router, 'Networks')
  }
  return (
    <button
      type="button"
      className="pill"
      aria-label={t('shell.chooseNetwork', { name: network.name })}
      onClick={choose}
    >
      <Tile name={network.name} size={24} src={networkImage(kit, network)} />
      <Icon name="chevronDown" size={16} />
    </button>
  )
}
