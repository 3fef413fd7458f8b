/** Account names: the typed name, its availability, and the registration. */
import { onAccountChange, type PluginKit, proxy } from 'walletkit/plugin'
import type { NamesApi } from './api.ts'
import { createNameCache } from './cache.ts'
import { NAME_ERRORS } from './errors.ts'
import { createLookup } from './lookup.ts'
import { readOptions } from './options.ts'
import { hasAuth, isSmartAccount, type NamesPanel } from './panel.ts'
import { register } from './register.ts'
import { blankNames } from './state.ts'

export type NamesController = ReturnType<typeof createNamesController>

type Deps = { kit: PluginKit; api: NamesApi | undefined; options: unknown }

export default function createNamesController({ kit, api, options: given }: Deps) {
  const options = readOptions(given)
  const state = proxy(blankNames())
  const cache = createNameCache(kit)
  const panel: NamesPanel = { kit, api, options, state, cache }

  /**
   * The names of an address on the active network: from the cache if it has them, else from the profile service. Empty
   * on networks that are not EVM.
   */
  async function reverse(address: string): Promise<string[]> {
    const { namespace, address: sender } = kit.account()
    const network = kit.network()
    // The service issues names for eip155 accounts only.
    if (!api || !network || namespace !== 'eip155') return []
    const key = `${network.caipNetworkId}:${address}`
    const known = cache.get(key)
    if (known) return known
    const names = await api.reverse(address, sender)
    cache.set(key, names)
    return names
  }

  /**
   * Loads the account's names. If the profile service fails, assumes there are none, so that registering stays
   * possible.
   */
  async function fetchOwn(): Promise<void> {
    const { address, caipAddress } = kit.account()
    if (!address) return
    const own = await reverse(address).catch((error: unknown) => {
      kit.report(error, 'NAME_REVERSE', NAME_ERRORS)
      return []
    })
    if (kit.account().caipAddress !== caipAddress) return
    state.own = own
    if (own[0] && !kit.account().profileName) kit.setProfileName(own[0])
  }

  let screens = 0
  onAccountChange(kit, () => {
    state.own = undefined
    if (screens > 0) void fetchOwn()
  })

  return {
    state,
    options,
    /** Whether the config names the API, without which there are no names. */
    ready: api !== undefined,
    hasAuth: () => hasAuth(panel),
    setLabel: createLookup(panel),
    reverse,
    register: () => register(panel),
    resolve: async (name: string) => api?.resolve(name),
    fetchOwn,
    /** Call when a screen that shows the account's names opens, and the returned function when it closes. */
    enter: (): (() => void) => {
      screens++
      void fetchOwn()
      return () => void screens--
    },
    opened: () => kit.track('OPEN_ENS_FLOW', { isSmartAccount: isSmartAccount(panel) }),
  }
}
