import type { HsmConfig } from './hsm.ts'
import type { Fields, Reader } from './read.ts'
import type { VaultConfig } from './vault.ts'

/**
 * What wraps the data keys of new accounts, and after `rotate` those of all accounts. The others that the config names
 * only unwrap data keys that they wrapped before.
 */
export type WrapWith = 'masterKeys' | 'vault' | 'hsm'

/**
 * Reads `wrapWith`. By default it is the HSM or the vault if the config has one of them, else the master keys. A config
 * with both has to say which.
 */
export function wrapWithOf(
  given: Fields,
  { vault, hsm }: { vault: VaultConfig | undefined; hsm: HsmConfig | undefined },
  read: Reader,
): WrapWith {
  const named = read.oneOf(given, 'wrapWith', ['masterKeys', 'vault', 'hsm'])
  const [hasVault, hasHsm] = [given['vault'] !== undefined, given['hsm'] !== undefined]
  if (named === undefined && hasVault && hasHsm)
    read.wrong(
      'wrapWith',
      'is missing, and there is a vault and an HSM',
      'Write "vault" or "hsm": what wraps from now on.',
    )
  if ((named === 'vault' && !hasVault) || (named === 'hsm' && !hasHsm))
    read.wrong(
      'wrapWith',
      `is ${named}, which the config does not have`,
      `Add the field "${named}", or remove wrapWith.`,
    )
  return named ?? (hsm ? 'hsm' : vault ? 'vault' : 'masterKeys')
}
