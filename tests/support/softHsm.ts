/** Tokens of SoftHSM for tests, in a temporary folder. The commands are those of server/guides/keys.md. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const PIN = '648219'

export type SoftHsm = {
  library: string
  /** What a process needs in its environment to find the tokens. This process has it already. */
  environment: { SOFTHSM2_CONF: string }
  remove: () => void
}

/** `label` and `key` are labels; `how` are further options of `pkcs11-tool --keygen`. */
export type MadeKey = { token: string; key: string; type?: string; how?: readonly string[] }

/**
 * Makes tokens with keys. A process finds only those that were made before it used the library, so that a test makes all of
 * its tokens first.
 */
export function makeTokens(library: string, keys: readonly MadeKey[]): SoftHsm {
  const folder = mkdtempSync(join(tmpdir(), 'softhsm-'))
  mkdirSync(join(folder, 'tokens'))
  const conf = join(folder, 'softhsm2.conf')
  writeFileSync(
    conf,
    `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  )
  process.env['SOFTHSM2_CONF'] = conf
  const tool = (...args: string[]) =>
    execFileSync('pkcs11-tool', ['--module', library, ...args], { stdio: 'pipe', encoding: 'utf8' })
  for (const token of new Set(keys.map((each) => each.token))) {
    execFileSync('softhsm2-util', ['--init-token', '--free', '--label', token, '--so-pin', '9999', '--pin', PIN], {
      stdio: 'pipe',
    })
  }
  for (const { token, key, type = 'AES:32', how = ['--sensitive'] } of keys)
    tool('--token-label', token, '--login', '--pin', PIN, '--keygen', '--key-type', type, '--label', key, ...how)
  return {
    library,
    environment: { SOFTHSM2_CONF: conf },
    remove() {
      delete process.env['SOFTHSM2_CONF']
      rmSync(folder, { recursive: true })
    },
  }
}
