import { createListeners } from '../../lib/listeners.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { SolanaEvents, SolanaProvider } from './provider.ts'

/**
 * Creates a provider's events. While the provider is that of the active Solana session (`isHeld`), it emits
 * `accountsChanged` and `chainChanged` when the kit's Solana accounts or network change, whether the wallet, the kit or
 * another tab changed them. It emits `disconnect` when its own session ends while it is the active one.
 */
export function createEvents(kit: Kit, isHeld: () => boolean): Pick<SolanaProvider, 'on' | 'removeListener'> {
  const { on, removeListener, emit } = createListeners()
  type Seen = { accounts: readonly string[]; network: SolanaEvents['chainChanged'] | undefined }
  let seen: Seen | undefined
  const look = (): Seen => ({
    accounts: kit.state.accounts.solana.allAccounts.map(({ address }) => address),
    network: kit.state.networks.solana.caipNetwork?.caipNetworkId,
  })
  kit.teardown.push(
    kit.events.on('connected', ({ namespace }) => {
      if (namespace === 'solana') seen = isHeld() ? look() : undefined
    }),
    kit.events.on('changed', () => {
      if (!seen || !isHeld()) return
      const [before, now] = [seen, look()]
      seen = now
      if (now.accounts.length && now.accounts.join() !== before.accounts.join()) emit('accountsChanged', now.accounts)
      if (now.network && now.network !== before.network) emit('chainChanged', now.network)
    }),
    kit.events.on('disconnected', ({ namespace }) => {
      // Emit `disconnect` only if this provider's own session has ended, and not another wallet's.
      if (namespace !== 'solana' || !seen || isHeld()) return
      seen = undefined
      emit('disconnect', undefined)
    }),
  )
  // `createListeners` does not type payloads; the calls of `emit` above match SolanaEvents.
  return { on, removeListener } as Pick<SolanaProvider, 'on' | 'removeListener'>
}
