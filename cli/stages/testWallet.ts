/**
 * Makes the module that installs a wallet named "Test wallet" in a page in development. The wallet has the keys of some
 * of the sandbox's accounts, for the namespaces in the config.
 */
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import { messages } from '../messages.ts'
import type { Selection } from './select.ts'

/** How many of the sandbox's accounts the wallet has on each namespace. */
const ACCOUNTS = 3

/** The module's text. Without a sandbox, the module only logs a warning. A production build never contains it. */
export async function testWalletModule({ config, chains }: Selection): Promise<string> {
  const url = config.services?.rpc
  const options = url === undefined ? undefined : walletOptions(await readStatus(url), chains)
  if (!options) return `console.warn(${JSON.stringify(messages.noTestWallet)})\n`
  return `import { installTestWallet } from 'walletkit/test'\n\ninstallTestWallet(${JSON.stringify(options)})\n`
}

/**
 * The argument of `installTestWallet`, from the sandbox's `GET /status`; undefined when the response is not a
 * sandbox's.
 */
export function walletOptions(status: Json | undefined, namespaces: readonly string[]): JsonObject | undefined {
  if (!isObject(status) || !Array.isArray(status.accounts) || !Array.isArray(status.chains)) return undefined
  const chains = status.chains.flatMap((chain): JsonObject[] => {
    if (!isObject(chain) || !chain.id || !textOf(chain, 'rpcUrl')) return []
    return [{ id: Number(chain.id), rpcUrl: textOf(chain, 'rpcUrl') }]
  })
  const keys = keysOf(status, 'privateKey')
  if (!keys.length || !chains.length) return undefined
  const { solana, polkadot, bitcoin } = status
  const others: Record<string, JsonObject | undefined> = {
    solana: isObject(solana) ? { keys: keysOf(solana, 'secretKey'), rpcUrl: textOf(solana, 'rpcUrl') } : undefined,
    polkadot: isObject(polkadot) ? { keys: keysOf(polkadot, 'seed') } : undefined,
    bip122: isObject(bitcoin) ? { keys: keysOf(bitcoin, 'seed'), url: textOf(bitcoin, 'url') } : undefined,
  }
  const wanted = Object.entries(others).filter(([name, value]) => value && namespaces.includes(name))
  const evm = namespaces.includes('eip155') ? {} : { as: 'none' }
  return { name: 'Test wallet', keys, chains, ...evm, ...(Object.fromEntries(wanted) as JsonObject) }
}

const textOf = (value: JsonObject, name: string): string => {
  const text = value[name]
  return typeof text === 'string' ? text : ''
}

/** The private keys of the first accounts, as 0x-prefixed hex. `name`: the property of an account with its key. */
const keysOf = ({ accounts }: JsonObject, name: string): string[] =>
  (Array.isArray(accounts) ? accounts : [])
    .flatMap((account) => (isObject(account) && typeof account[name] === 'string' ? [account[name]] : []))
    .map((key) => `0x${key.replace(/^0x/, '')}`)
    .slice(0, ACCOUNTS)

async function readStatus(sandbox: string): Promise<Json | undefined> {
  try {
    const answer = await fetch(`${sandbox}/status`, { signal: AbortSignal.timeout(5000) })
    return (await answer.json()) as Json
  } catch {
    return undefined
  }
}
