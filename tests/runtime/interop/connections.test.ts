/** wagmi, viem and ethers follow the active wallet, when there are several, and the account that was chosen in it. */
import { createConfig, getConnection, http, signMessage, watchConnection } from '@wagmi/core'
import { verifyMessage } from 'viem'
import { expect, it } from 'vitest'
import { createWalletKit, type WalletKit } from '../../../runtime/index.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { toSigner, watchSigner } from '../../../runtime/interop/ethers.ts'
import { toChains, toWalletClient, watchWalletClient } from '../../../runtime/interop/viem.ts'
import { walletkitConnector } from '../../../runtime/interop/wagmi.ts'
import { memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const address = (at: number) => sandbox().accounts[at]?.address as `0x${string}`
const keys = (...at: number[]) => at.map((each) => sandbox().accounts[each]?.privateKey ?? '0x')

/** Connects Alpha and Beta with these accounts. Beta is the active one. */
async function both(alphas: number[], betas: number[]) {
  const alpha = testConnector(sandbox(), { rdns: 'org.alpha', name: 'Alpha', keys: keys(...alphas) })
  const beta = testConnector(sandbox(), { rdns: 'org.beta', name: 'Beta', keys: keys(...betas) })
  const kit = createWalletKit(
    { config: sandboxConfig(sandbox()), chains: [eip155], plugins: [], parts: {} },
    { storage: memoryStorage(), connectors: [alpha.connector, beta.connector] },
  )
  await kit.connect('org.alpha')
  await kit.connect('org.beta')
  return { kit, alpha: alpha.wallet, beta: beta.wallet }
}
const wagmiOf = (kit: WalletKit) => {
  const chains = toChains(kit)
  const transports = Object.fromEntries(chains.map(({ id }) => [id, http()]))
  const connectors = [walletkitConnector(kit)]
  return createConfig({ chains, connectors, transports, multiInjectedProviderDiscovery: false })
}
const use = { connection: { id: 'eip155:org.alpha' } }
const prompts = ({ requests }: { requests: readonly { method: string }[] }) =>
  requests.filter(({ method }) => method === 'personal_sign').length

it('viem and ethers get a new client for another wallet and another account, and each signs for what shows', async () => {
  const { kit } = await both([0, 1], [2])
  const clients: unknown[] = []
  const signers: unknown[] = []
  watchWalletClient(kit, (client) => void clients.push(client?.account.address))
  watchSigner(kit, (signer) => void signers.push(signer?.address))
  const signs = async (account: `0x${string}`) => {
    expect(kit.getAddress()).toBe(account)
    const signed = [await toWalletClient(kit).signMessage({ message: 'hi' }), await toSigner(kit).signMessage('hi')]
    for (const signature of signed)
      expect(await verifyMessage({ address: account, message: 'hi', signature: signature as `0x${string}` })).toBe(true)
  }
  await signs(address(2))
  await kit.switchConnection(use)
  await signs(address(0))
  await kit.switchAccount({ address: address(1) })
  await signs(address(1))
  await kit.disconnect(use)
  await signs(address(2))
  await waitFor(() => expect([clients.at(-1), signers.at(-1)]).toEqual([address(2), address(2)]))
  for (const seen of [clients, signers]) expect(seen).toEqual([address(0), address(1), address(2)])
})

it('wagmi follows: its account is the active one, and its wallet signs', async () => {
  const { kit } = await both([0, 1], [2])
  const config = wagmiOf(kit)
  const seen: unknown[] = []
  watchConnection(config, { onChange: (now) => void seen.push(now.address) })
  const signs = async (account: `0x${string}`) => {
    await waitFor(() => expect(getConnection(config).address).toBe(account))
    const signature = await signMessage(config, { message: 'hi' })
    expect(await verifyMessage({ address: account, message: 'hi', signature })).toBe(true)
  }
  await signs(address(2))
  await kit.switchConnection(use)
  await signs(address(0))
  await kit.switchAccount({ address: address(1) })
  await signs(address(1))
  await kit.disconnect(use)
  await signs(address(2))
  expect(seen).not.toContain(undefined)
})

it('a wallet with the same account takes over at once', async () => {
  const { kit, alpha, beta } = await both([0], [0])
  const config = wagmiOf(kit)
  await waitFor(() => expect(getConnection(config).status).toBe('connected'))
  await signMessage(config, { message: 'hi' })
  expect([prompts(alpha), prompts(beta)]).toEqual([0, 1])
  await kit.switchConnection(use)
  await signMessage(config, { message: 'hi' })
  await toWalletClient(kit).signMessage({ message: 'hi' })
  await toSigner(kit).signMessage('hi')
  expect([prompts(alpha), prompts(beta)]).toEqual([3, 1])
})
