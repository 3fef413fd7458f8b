import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must, ROOT, run, type Run } from '../run.ts'
import type { Row } from './rows.ts'

/** A simulated new machine: a clean clone of this repository, and no browser but the one that its row names. */
export type Machine = {
  /** Removes the machine and everything that its commands left. */
  remove: () => Promise<void>
  /** Runs a command in the clone, in the machine's own environment. `offline` leaves only the loopback network. */
  run: (command: readonly string[], options?: { offline?: boolean }) => Promise<Run>
}

const DESKTOP = '/usr/bin/chromium'
const SHELL = '/usr/bin/chromium-headless-shell'
/** The browsers of this computer that the commands of each row must not find, by the row's own browser. */
const HIDDEN: Record<Row['browser'], string[]> = { bundled: [DESKTOP, SHELL], desktop: [SHELL], shell: [DESKTOP] }

/** A user without privileges: Debian's `nobody`. */
const ANOTHER = 65534

/**
 * The only environment variables of this process that a machine's commands get: without a company's proxy and
 * certificates they may have no network.
 */
const KEPT = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir))$/i

/**
 * Makes a machine: a clean clone, an empty npm cache and an empty home. Private mounts, which only the machine's
 * commands see, hide the other browsers (Linux, root). Its temporary folder has a short path, because Chromium creates
 * sockets there, and a socket's path has at most 108 bytes.
 */
export async function makeMachine(row: Row, at: number): Promise<Machine> {
  const base = join(tmpdir(), `bare-${process.pid}-${at}`)
  const checkout = join(base, row.path === 'odd' ? 'Größe und Maß ☂/wallet kit' : 'walletkit')
  for (const folder of ['home', 'tmp', 'npm']) await mkdir(join(base, folder), { recursive: true })
  await must('', 'git', ['clone', '--quiet', '--no-hardlinks', ROOT, checkout])
  await chmod(base, 0o755)
  if (row.user === 'another') {
    await chown(base, ANOTHER, ANOTHER)
    await must('', 'chown', ['-R', `${ANOTHER}:${ANOTHER}`, base])
  }
  const env = environment(row, base)
  return {
    remove: () => rm(base, { recursive: true, force: true }),
    run: (command, { offline = false } = {}) => {
      const hide = HIDDEN[row.browser].map((path) => `if [ -e ${path} ]; then mount --bind /dev/null ${path}; fi`)
      const setup = [...hide, ...(offline ? ['ip link set lo up'] : []), 'exec "$@"'].join('; ')
      const user =
        row.user === 'another'
          ? ['setpriv', `--reuid=${ANOTHER}`, `--regid=${ANOTHER}`, '--clear-groups', '--inh-caps=-all']
          : []
      const inside = ['sh', '-c', setup, 'sh', ...user, ...command]
      const args = ['--mount', ...(offline ? ['--net'] : []), ...inside]
      return run('unshare', args, { cwd: checkout, env: offline ? { ...env, npm_config_offline: 'true' } : env })
    },
  }
}

function environment({ locale, browser }: Row, base: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: join(base, 'home'),
    TMPDIR: join(base, 'tmp'),
    npm_config_cache: join(base, 'npm'),
    npm_config_update_notifier: 'false',
    WALLETKIT_NO_APT: '1',
    ...(locale !== 'unset' && { LANG: locale }),
    ...(browser === 'shell' && { WALLETKIT_CHROMIUM: SHELL }),
  }
}
