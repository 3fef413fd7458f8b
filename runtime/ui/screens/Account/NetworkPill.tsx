import { push } from '../../../state/navigate.ts'
import { useKit, useSnapshot, useText } from '../../context.ts'
import { Icon } from '../../parts/Icon.tsx'
import { NetworkTile } from '../../parts/NetworkTile.tsx'
import { accountMessages } from './account.messages.ts'

/** The active network in the Account header; a press opens the list of networks. */
export function NetworkPill() {
  const kit = useKit()
  const t = useText(accountMessages)
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
      aria-label={t('account.chooseNetwork', { name: network.name })}
      onClick={choose}
    >
      <NetworkTile network={network} size={24} />
      <Icon name="chevronDown" size={16} />
    </button>
  )
}
