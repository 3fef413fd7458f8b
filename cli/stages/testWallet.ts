/** The labelled Test wallet of a page in dev: a real key of the sandbox behind a real EIP-6963 provider. */
import { messages } from '../messages.ts'
import type { Selection } from './select.ts'

type Status = { accounts?: { privateKey?: unknown }[] }

/** The module's text. With no sandbox to ask, it only says so. Never part of a production build. */
export async function testWalletModule({ config }: Selection): Promise<string> {
  const chains = (config.networks ?? []).flatMap(({ id, rpcUrls }) => {
    const [rpcUrl] = rpcUrls.default.http
    return rpcUrl === undefined ? [] : [{ id: Number(id), rpcUrl }]
  })
  const privateKey = config.services?.rpc && (await firstKey(config.services.rpc))
  if (!privateKey) return `console.warn(${JSON.stringify(messages.noTestWallet)})\n`
  const options = { name: 'Test wallet', chains, keys: [privateKey] }
  return `import { installTestWallet } from 'walletkit/test'\n\ninstallTestWallet(${JSON.stringify(options)})\n`
}

async function firstKey(sandbox: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${sandbox}/status`, { signal: AbortSignal.timeout(5000) })
    const { accounts } = (await answer.json()) as Status
    const key = accounts?.[0]?.privateKey
    return typeof key === 'string' ? key : undefined
  } catch {
    return undefined
  }
}
