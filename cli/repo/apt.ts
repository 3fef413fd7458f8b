import { existsSync } from 'node:fs'
import { run, say } from './run.ts'

/**
 * Installs a Debian package with apt-get and announces it first, but only if this process is root (it never uses sudo)
 * and `WALLETKIT_NO_APT` is not set.
 * @param missing the reason in the announcement, such as "no browser found" @returns whether the package was installed
 */
export async function installPackage(name: string, missing: string): Promise<boolean> {
  if (process.env['WALLETKIT_NO_APT'] || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say(`· ${missing}: installing ${name} with apt-get (WALLETKIT_NO_APT=1 forbids it) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  const { code } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
  return code === 0
}
