/** Writes the active network, and warns the visitor of one that the page does not support. */
import { unknownNetwork } from '../contracts/network.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { STORAGE_KEYS } from '../lib/keyTable.ts'
import { activeAddress, isUnsupported } from '../state/active.ts'
import type { Chosen } from '../state/connections.ts'
import { reset } from '../state/navigate.ts'
import { close } from './close.ts'

/** How to write a change of a session to the state and to storage. */
export type Written = {
  /**
   * Another page of the site has stored this change already. Storing it again could undo what that page stores next.
   */
  follow?: boolean
  /**
   * The visitor did not just choose this connection: it resumes, or takes the place of one that ended. If another
   * namespace is active, and connected or connecting, that namespace stays active, because the visitor used it last.
   */
  resumed?: boolean
  /** If another wallet is the active one of the namespace, that other wallet stays the active one. */
  isBehind?: boolean
  /** When the wallet connected, in ms since 1970. Default: now. */
  since?: number | undefined
  chosen?: Chosen | undefined
}

/** Makes a namespace the active one, with its account and its network. */
export function showNamespace(kit: Kit, namespace: Namespace, written?: Written) {
  const { networks } = kit.state
  networks.activeChain = namespace
  const { caipNetwork } = networks[namespace]
  if (caipNetwork) setNetwork(kit, caipNetwork.caipNetworkId, written)
}

/**
 * Makes a network the active one of its namespace; an id that is not listed becomes the Unknown Network placeholder.
 */
export function setNetwork(kit: Kit, caipNetworkId: CaipNetworkId, { follow = false }: Written = {}) {
  const namespace = caipNetworkId.split(':')[0] as Namespace
  const own = kit.state.networks[namespace]
  const network = own.requestedCaipNetworks.find((each) => each.caipNetworkId === caipNetworkId)
  own.caipNetwork = network ?? unknownNetwork(caipNetworkId)
  if (!follow) {
    kit.storage.set(STORAGE_KEYS.activeCaipNetworkId, caipNetworkId)
    kit.storage.set(STORAGE_KEYS.activeNamespace, namespace)
  }
  noteSupport(kit)
}

/** Updates the `unsupported` flag that buttons and views read. */
export const noteSupport = (kit: Kit) => void (kit.state.networks.unsupported = isUnsupported(kit))

/**
 * Opens UnsupportedChain if the active network is not listed, unless the config allows such networks. If the network is
 * listed, closes a modal that shows UnsupportedChain.
 */
export function warnUnsupported(kit: Kit) {
  const { modal, router } = kit.state
  if (isUnsupported(kit)) {
    reset(router, 'UnsupportedChain')
    if (!modal.open && !kit.config.headless) kit.track('MODAL_OPEN', { connected: Boolean(activeAddress(kit)) })
    Object.assign(modal, { open: true, loading: false })
    // The modal's code may not be loaded yet: a wallet that resumes after a reload can be on any network.
    void kit.preload()
  } else if (router.view === 'UnsupportedChain' && modal.open) {
    close(kit)
    reset(router, 'Account')
  }
}
