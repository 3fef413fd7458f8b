import type { PluginKit } from '../host/pluginKit.ts'
import { useKit, useSnapshot } from './context.ts'

/** Copies of the active account and network for a plugin's view; renders again when they change. */
export function useActive(kit: PluginKit) {
  const { state } = useKit()
  useSnapshot(state.networks)
  useSnapshot(state.accounts)
  return { account: kit.account(), network: kit.network() }
}
