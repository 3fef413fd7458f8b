/** The labelled Test wallet of a page in dev: a real key of the sandbox behind a real EIP-6963 provider. */
import { messages } from '../messages.ts'
import type { Selection } from './select.ts'

type Status = { keys: string[]; chains: { id: number; rpcUrl: string }[] }

/** The module's text. With no sandbox to ask, it only says so. Never part of a production build. */
export async function testWalletModule({ config }: Selection): Promise<string> {
  const url = config.services?.rpc
  const status = url === undefined ? undefined : await readStatus(url)
  if (!status) return `console.warn(${JSON.stringify(messages.noTestWallet)})\n`
  const options = { name: 'Test wallet', keys: status.keys, chains: status.chains }
  return `import { installTestWallet } from 'walletkit/test'\n\ninstallTestWallet(${JSON.stringify(options)})\n`
}

/** What `GET /status` of the sandbox says of its accounts and chains; undefined where no sandbox answers. */
async function readStatus(sandbox: string): Promise<Status | undefined> {
  try {
    const answer = await fetch(`${sandbox}/status`, { signal: AbortSignal.timeout(5000) })
    const { accounts, chains } = (await answer.json()) as { accounts?: unknown; chains?: unknown }
    if (!Array.isArray(accounts) || !Array.isArray(chains)) return undefined
    const keys = accounts.map((account: { privateKey?: unknown }) => String(account.privateKey))
    const known = chains.map(({ id, rpcUrl }: { id?: unknown; rpcUrl?: unknown }) => ({
      id: Number(id),
      rpcUrl: String(rpcUrl),
    }))
    return keys.length && known.length ? { keys: keys.slice(0, 3), chains: known } : undefined
  } catch {
    return undefined
  }
}
