/** The actions of the screen that shows an account's passkeys and recovery wallet. */
import { createTurns, type PluginKit } from 'walletkit/plugin'
import type { State } from './controller.ts'
import { addPasskey, type Ask, parseAddress, readRecovery, recover, setRecovery } from './keys.ts'
import type { Rpc } from './rpc.ts'
import type { Passkey } from './stored.ts'

type Parts = {
  kit: PluginKit
  state: State
  run: (action: () => Promise<void>) => Promise<void>
  withPasskey: (action: (passkey: Passkey) => Promise<void>) => Promise<void>
  ask: Ask
  rpcOn: (chainId: number) => Rpc
  chainId: () => Promise<number>
  rpId: () => string
  /** The name under which password managers list the passkey. */
  name: () => string
  connectAs: (passkey: Passkey) => Promise<void>
}

export function createKeyActions({ kit, state, run, withPasskey, ask, rpcOn, chainId, rpId, name, connectAs }: Parts) {
  const network = () => kit.network()?.caipNetworkId ?? ''
  const reads = createTurns()
  let shown = ''
  /** Shows what `read` resolves with, unless a newer read has begun or the wallet is on another network by then. */
  async function showRecovery({ account }: Passkey, on: number, read: Promise<State['recovery']>): Promise<void> {
    // An operation of the network before may end while the screen shows another one.
    if ((await chainId()) !== on) return
    const isNewest = reads.begin()
    const of = `${on}:${account}`
    // Until the answer comes, do not show the wallet of another network or account.
    if (of !== shown) state.recovery = undefined
    shown = of
    const found = await read
    if (isNewest() && (await chainId()) === on) state.recovery = found
  }
  return {
    addPasskey: () =>
      withPasskey(async (passkey) => {
        await addPasskey(ask, passkey, { chainId: await chainId(), rpId: rpId(), name: name() })
        kit.track('PASSKEY_ADDED', { network: network() })
        kit.toast.success(kit.text('passkey.added', 'Passkey added'))
      }),
    setRecovery: (typed: string) =>
      withPasskey(async (passkey) => {
        const [on, wallet] = [await chainId(), parseAddress(typed)]
        await setRecovery(ask, passkey, on, wallet)
        kit.track('PASSKEY_RECOVERY_SET', { network: network() })
        // The operation is in a block, so a node that does not answer now must not count as a failure of the action.
        await showRecovery(
          passkey,
          on,
          readRecovery(rpcOn(on), passkey.account).catch(() => wallet),
        )
      }),
    readRecovery: async () => {
      const { passkey } = state
      if (!passkey) return
      const on = await chainId()
      await showRecovery(
        passkey,
        on,
        readRecovery(rpcOn(on), passkey.account).catch(() => undefined),
      )
    },
    recover: (typed: string) =>
      run(async () => {
        const id = Number(kit.network()?.id)
        await connectAs(await recover(kit, rpcOn(id), parseAddress(typed), rpId(), name()))
      }),
  }
}
