import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { vaultWrapper } from './vaultWrapper.ts'
import { type KeyWrapper, localWrapper } from './wrapper.ts'

/** What wraps the accounts' data keys: the vault if the config names one, else the master keys of this process. */
export function openWrapper({ masterKeys, vault }: Pick<Config, 'masterKeys' | 'vault'>): KeyWrapper {
  const local = localWrapper(masterKeys)
  return vault ? vaultWrapper(vault, local) : local
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
