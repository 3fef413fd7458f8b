import { useCallback, useEffect, useRef, useState } from 'react'
import { close } from '../../actions/close.ts'
import { switchNetwork } from '../../actions/index.ts'
import { popTo, reset } from '../../state/navigate.ts'
import { WalletKitError } from '../../errors/base.ts'
import { isUserRejection } from '../../errors/rejection.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { activeAddress } from '../../state/active.ts'
import { useKit } from '../context.ts'

/**
 * A network switch, one at a time: the requested network, and how the last attempt ended. `unavailable`: the wallet
 * does not have the network, and did not add it.
 */
export type Switching = { id: CaipNetworkId; state: 'waiting' | 'declined' | 'unavailable' | 'failed' }

export function useSwitch() {
  const kit = useKit()
  const [switching, setSwitching] = useState<Switching>()
  const live = useRef(true)
  useEffect(() => {
    live.current = true
    return () => void (live.current = false)
  }, [])

  const to = async (id: CaipNetworkId) => {
    const before = activeAddress(kit)
    setSwitching({ id, state: 'waiting' })
    try {
      await switchNetwork(kit, id)
      // Do not navigate if the visitor left the screen meanwhile.
      if (live.current && kit.state.modal.open) leave(kit, before !== undefined)
      setSwitching(undefined)
    } catch (error) {
      // Check this before the rejection: when the visitor refused to add the network, `report` has already shown "Chain
      // is not supported".
      const isMissing = error instanceof WalletKitError && error.code === 'CHAIN_NOT_SUPPORTED'
      setSwitching({ id, state: isMissing ? 'unavailable' : isUserRejection(error) ? 'declined' : 'failed' })
    }
  }
  /** Forgets how the last attempt ended, but not one that still waits. */
  const forget = useCallback(() => setSwitching((now) => (now?.state === 'waiting' ? now : undefined)), [])
  return { switching, to: (id: CaipNetworkId) => void to(id), forget }
}

/**
 * After a switch, returns to the screen before the list of networks; if there is none, closes the modal, but only from
 * Networks and SwitchNetwork. Opens Connect if the visitor had an account but has none on the new network.
 */
function leave(kit: Kit, wasConnected: boolean) {
  const { router, networks, modal } = kit.state
  if (wasConnected && !activeAddress(kit)) {
    modal.namespace = networks.activeChain
    return reset(router, 'Connect')
  }
  const at = router.history.findIndex(({ view }) => view === 'Networks')
  if (at >= 1) popTo(router, at - 1)
  else if (router.view === 'Networks' || router.view === 'SwitchNetwork') close(kit)
}
