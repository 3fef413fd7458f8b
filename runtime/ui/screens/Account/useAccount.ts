import { useCallback, useEffect } from 'react'
import { TEN_SECONDS } from '../../../lib/time.ts'
import { updateBalances, updateNativeBalance } from '../../../data/balances.ts'
import { updateIdentity } from '../../../data/identity.ts'
import { activeAccount } from '../../../state/active.ts'
import { useKit, useSnapshot } from '../../context.ts'
import { useOnline } from '../../useOnline.ts'

/**
 * The active account. Refreshes its balances when the screen opens and every 10 s while the page is visible and online,
 * unless the known balances are fresh. After a failure, waits until the visitor retries or opens the screen again, or
 * the page is online again. Rendering does not wait for a response.
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
