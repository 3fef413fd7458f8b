import { useCallback, useEffect } from 'react'
import { TEN_SECONDS } from '../../../lib/time.ts'
import { updateBalances, updateNativeBalance } from '../../../data/balances.ts'
import { updateIdentity } from '../../../data/identity.ts'
import { activeAccount } from '../../../state/active.ts'
import { useKit, useSnapshot } from '../../context.ts'
import { useOnline } from '../../useOnline.ts'

/**
 * The active account, read again each time that somebody looks at it, and while they do: every 10 s, as far as what is known
 * is not fresh. After a failure it is left to the visitor to try again. Nothing here holds the screen up.
 */
export function useAccount() {
  const kit = useKit()
  const online = useOnline()
  const { open } = useSnapshot(kit.state.modal)
  const { activeChain } = useSnapshot(kit.state.networks)
  const accounts = useSnapshot(kit.state.accounts)
  const account = activeChain && accounts[activeChain]
  const caipAddress = account?.caipAddress

  const refresh = useCallback(
    (force: boolean) =>
      Promise.all([updateBalances(kit, { force }), updateNativeBalance(kit, { force }).catch(() => undefined)]),
    [kit],
  )
  useEffect(() => {
    if (!open || !online || !caipAddress) return
    let reading = true
    const read = async () => {
      reading = true
      await refresh(false)
      reading = false
    }
    void read()
    void updateIdentity(kit)
    const timer = setInterval(() => {
      const failed = activeAccount(kit)?.lastRetry !== undefined
      if (!reading && !failed && document.visibilityState !== 'hidden') void read()
    }, TEN_SECONDS)
    return () => clearInterval(timer)
  }, [kit, open, online, caipAddress, refresh])

  return { account, online, retry: () => void refresh(true) }
}
