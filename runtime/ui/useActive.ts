import type { PluginKit } from '../contracts/pluginKit.ts'
import { useKit, useSnapshot } from './context.ts'

/**
 * The active account and network as copies, for a plugin's view. Renders again when they change.
 *
 * @example
 * ```tsx
 * import type { ViewProps } from 'walletkit/plugin'
 * import { useActive } from 'walletkit/ui'
 *
 * export default function JarView({ kit }: ViewProps) {
 *   const { account, network } = useActive(kit)
 *   return <p>{account.address ? network?.name : 'Not connected'}</p>
 * }
 * ```
 */
export function useActive(kit: PluginKit) {
  const { state } = useKit()
  useSnapshot(state.networks)
  useSnapshot(state.accounts)
  return { account: kit.account(), network: kit.network() }
}
