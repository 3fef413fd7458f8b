import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { HSM_PREFIX, hsmWrapper } from './hsm/wrapper.ts'
import { VAULT_PREFIX, vaultWrapper } from './vaultWrapper.ts'
import { type KeyWrapper, localWrapper } from './wrapper.ts'

type Wrapping = Pick<Config, 'masterKeys' | 'vault' | 'hsm' | 'wrapWith'>

/**
 * Makes the wrapper of the accounts' data keys. It wraps with what `wrapWith` names, and unwraps with everything that
 * the config has: after a change of `wrapWith`, older accounts stay under their old key until `rotate`.
 * @throws Error if the config does not have what `wrapWith` names
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

/**
 * Tests a wrapper: wraps and unwraps random bytes.
 * @throws Error if that fails, or if they can also be unwrapped for another account
 */
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
