import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { HSM_PREFIX, hsmWrapper } from './hsm/wrapper.ts'
import { VAULT_PREFIX, vaultWrapper } from './vaultWrapper.ts'
import { type KeyWrapper, localWrapper } from './wrapper.ts'

type Wrapping = Pick<Config, 'masterKeys' | 'vault' | 'hsm' | 'wrapWith'>

/**
 * What wraps the accounts' data keys, as the config's `wrapWith` says. It unwraps with everything that the config names,
 * because accounts from before a change are under another key until `rotate`.
 */
export function openWrapper({ masterKeys, vault, hsm, wrapWith }: Wrapping): KeyWrapper {
  const wrappers = {
    masterKeys: localWrapper(masterKeys),
    vault: vault && vaultWrapper(vault),
    hsm: hsm && hsmWrapper(hsm),
  }
  const kindOf = (key: string) =>
    key.startsWith(VAULT_PREFIX) ? 'vault' : key.startsWith(HSM_PREFIX) ? 'hsm' : 'masterKeys'
  const wrapping = wrappers[wrapWith]
  if (!wrapping) throw new Error(`The config has no ${wrapWith}`)
  return {
    ...wrapping,
    async unwrap(given, context) {
      const found = wrappers[kindOf(given.key)]
      if (!found)
        throw new Error(`The data is under the key "${given.key}", and the config has no ${kindOf(given.key)}`)
      return found.unwrap(given, context)
    },
  }
}

/** Wraps and unwraps something random. @throws Error if that fails, or another account could unwrap it */
export async function tryWrapper(wrapper: KeyWrapper): Promise<void> {
  const data = randomBytes(32)
  const wrapped = await wrapper.wrap(data, 'doctor')
  if (!Buffer.from(await wrapper.unwrap(wrapped, 'doctor')).equals(data)) throw new Error('It gives other bytes back')
  const isOpen = await wrapper.unwrap(wrapped, 'somebody else').then(
    () => true,
    () => false,
  )
  if (isOpen) throw new Error('It ignores whose key it is: make a key of the type aes256-gcm96')
}
