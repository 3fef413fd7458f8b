import { parseArgs } from 'node:util'
import type { SandboxOptions } from './sandbox.ts'

/** The text that `--help` prints. */
export const help = `Usage: walletkit-sandbox [options]

Starts a real local back end for walletkit on 127.0.0.1: two EVM chains, a Solana and a Bitcoin chain with
funded test accounts and tokens, and the services that a page calls, a relay for remote wallets among them. A wallet to
pair with is at <url>/wallet. Nothing outside this machine is contacted. Ctrl-C stops everything.

  --port <n>      where pages reach it (default 4747; the next free one when taken; 0 for any)
  --strict-port   fail when that port is taken
  --seed <text>   decides all that is invented (default 1): the same seed, the same sandbox
  --parent <pid>  stop when that process is gone
  --login-file <path>    keep the login service's users in this file
  --login-secret <text>  what their keys come from (or WALLETKIT_LOGIN_SECRET; default: follows from the seed)
  --login-proxy-header <name>  where a trusted proxy names the client, to limit each client of the login service
  --json          print one line of JSON when it is ready
  --quiet         print nothing but errors
  --help          print this
`

/** The parsed command line. */
export type Flags = { options: SandboxOptions; parent?: number; output: 'text' | 'json' | 'quiet' | 'help' }

function parseWhole(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most)
    throw new Error(`--${name} takes a whole number up to ${most}, not "${text}"`)
  return value
}

/** Parses the command line. Throws an Error that names the wrong flag. */
export function parseFlags(args: string[], environment: NodeJS.ProcessEnv = {}): Flags {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: {
      port: text,
      'strict-port': flag,
      seed: text,
      parent: text,
      'login-file': text,
      'login-secret': text,
      'login-proxy-header': text,
      json: flag,
      quiet: flag,
      help: flag,
    },
  })
  const loginSecret = values['login-secret'] ?? environment['WALLETKIT_LOGIN_SECRET']
  return {
    options: {
      strictPort: values['strict-port'],
      ...(values.port !== undefined && { port: parseWhole('port', values.port, 65_535) }),
      ...(values.seed !== undefined && { seed: values.seed }),
      ...(values['login-file'] !== undefined && { loginFile: values['login-file'] }),
      ...(values['login-proxy-header'] !== undefined && { loginProxyHeader: values['login-proxy-header'] }),
      ...(loginSecret !== undefined && { loginSecret }),
    },
    ...(values.parent !== undefined && { parent: parseWhole('parent', values.parent, 2 ** 31) }),
    output: values.help ? 'help' : values.json ? 'json' : values.quiet ? 'quiet' : 'text',
  }
}
