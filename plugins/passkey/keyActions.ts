/** The actions of the screen that shows an account's passkeys and recovery wallet. */
import type { PluginKit } from 'walletkit/plugin'
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
  return {
    addPasskey: () =>
      withPasskey(async (passkey) => {
        await addPasskey(ask, passkey, { chainId: await chainId(), rpId: rpId(), name: name() })
        kit.track('PASSKEY_ADDED', { network: network() })
        kit.toast.success(kit.text('passkey.added', 'Passkey added'))
      }),
    setRecovery: (typed: string) =>
      withPasskey(async (passkey) => {
        await setRecovery(ask, passkey, await chainId(), parseAddress(typed))
        kit.track('PASSKEY_RECOVERY_SET', { network: network() })
        state.recovery = await readRecovery(rpcOn(await chainId()), passkey.account)
      }),
    readRecovery: async () => {
      const { passkey } = state
      if (!passkey) return
      const found = await readRecovery(rpcOn(await chainId()), passkey.account).catch(() => undefined)
      state.recovery = found
    },
    recover: (typed: string) =>
      run(async () => {
        const id = Number(kit.network()?.id)
        await connectAs(await recover(kit, rpcOn(id), parseAddress(typed), rpId(), name()))
      }),
  }
}
