/** Creates a kit as a site does (`createWalletKit`), with a test wallet on the sandbox's chains. */
import { createWalletKit, type Config, type WalletKit } from '../../runtime/index.ts'
import eip155 from '../../runtime/chains/eip155/index.ts'
import type { InstallOptions, TestWallet } from '../../runtime/test/index.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { memoryStorage, sandboxConfig, testConnector } from './kit.ts'

export function makeInstance(
  sandbox: Sandbox,
  { config = {}, wallet: options = {} }: { config?: Config; wallet?: Partial<InstallOptions> } = {},
): { kit: WalletKit; wallet: TestWallet; connect: () => Promise<void> } {
  const { wallet, connector } = testConnector(sandbox, options)
  const kit = createWalletKit(
    { config: { ...sandboxConfig(sandbox), ...config }, chains: [eip155] },
    { storage: memoryStorage(), connectors: [connector] },
  )
  return { kit, wallet, connect: async () => void (await kit.connect(connector.id)) }
}

/** The wallet's requests of one method. */
export const asked = ({ requests }: TestWallet, method: string) =>
  requests.filter((request) => request.method === method)

/** A random address, so that its balance is only what the test sent. */
export const freshAddress = () =>
  `0x${Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte.toString(16).padStart(2, '0')).join('')}` as const

/** Reads a balance directly from the chain, in wei. */
export async function balanceOf(rpcUrl: string, address: string): Promise<bigint> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }),
  })
  const { result } = (await response.json()) as { result: string }
  return BigInt(result)
}
