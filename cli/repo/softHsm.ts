/**
 * Finds SoftHSM, an HSM in software, for the tests: the library that `WALLETKIT_SOFTHSM` names, else an installed one, else
 * one that it installs with apt-get if this process is root. Each test makes a token of its own.
 */
import { existsSync } from 'node:fs'
import { installPackage } from './apt.ts'

const SYSTEM = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
]

/** How to get SoftHSM, for the names of tests that need it. */
export const SOFTHSM_ADVICE =
  'needs SoftHSM 2 and pkcs11-tool: apt-get install -y softhsm2 opensc, or set WALLETKIT_SOFTHSM to its library'

/** The path of the library, or `undefined` when there is none. */
export async function findSoftHsm(): Promise<string | undefined> {
  const named = process.env['WALLETKIT_SOFTHSM']
  if (named) return existsSync(named) ? named : undefined
  if (process.platform === 'win32') return undefined
  if (!existsSync('/usr/bin/pkcs11-tool') && !(await installPackage('opensc', 'no pkcs11-tool found'))) return undefined
  const found = () => SYSTEM.find((path) => existsSync(path))
  return found() ?? ((await installPackage('softhsm2', 'no SoftHSM found')) ? found() : undefined)
}
