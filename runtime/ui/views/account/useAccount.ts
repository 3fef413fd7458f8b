import { useCallback, useEffect } from 'react'
import { updateBalances, updateNativeBalance } from '../../../data/balances.ts'
import { updateIdentity } from '../../../data/identity.ts'
import { useKit, useSnapshot } from '../../context.ts'
import { useOnline } from '../../useOnline.ts'

/** The active account, read again each time that somebody looks at it; nothing here holds the screen up. */
export function useAccount() {
  const kit = useKit()
  const online = useOnline()
  const { open } = useSnapshot(kit.state.modal)
  const { activeChain } = useSnapshot(kit.state.networks)
  const accounts = useSnapshot(kit.state.accounts)
  const account = activeChain && accounts[activeChain]
  const caipAddress = account?.caipAddress

  const refresh = useCallback(
    (force: boolean) => {
      void updateBalances(kit, { force })
      void updateNativeBalance(kit, { force }).catch(() => undefined)
    },
    [kit],
  )
  useEffect(() => {
    if (!open || !online || !caipAddress) return
    refresh(false)
    void updateIdentity(kit)
  }, [kit, open, online, caipAddress, refresh])

  return { account, online, retry: () => refresh(true) }
}
