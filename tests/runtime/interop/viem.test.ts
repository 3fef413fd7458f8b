import { parseEther, verifyMessage } from 'viem'
import { expect, it } from 'vitest'
import {
  type KitWalletClient,
  toChains,
  toPublicClient,
  toWalletClient,
  watchWalletClient,
} from '../../../runtime/interop/viem.ts'
import { asked, balanceOf, freshAddress, makeInstance } from '../../support/instance.ts'
import { network, solana } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { tip } from './examples/viem.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const setup = async (...options: Parameters<typeof makeInstance> extends [unknown, ...infer R] ? R : never) => {
  const made = makeInstance(sandbox(), ...options)
  await made.connect()
  return made
}
const rpcUrl = () => sandbox().chains[0]?.rpcUrl ?? ''

it('throws while nobody is connected', () => {
  expect(() => toWalletClient(makeInstance(sandbox()).kit)).toThrow('No wallet is connected on eip155')
})

it('has the account and the network of now', async () => {
  const { kit } = await setup()
  const client = toWalletClient(kit)
  expect(client.account.address).toBe(sandbox().accounts[0]?.address)
  expect(client.chain).toMatchObject({ id: 31337, nativeCurrency: { symbol: 'ETH' } })
  await expect(client.getAddresses()).resolves.toContain(client.account.address)
  await expect(client.getChainId()).resolves.toBe(31337)
})

it('signs', async () => {
  const { kit } = await setup()
  const client = toWalletClient(kit)
  const signature = await client.signMessage({ message: 'Hello' })
  await expect(verifyMessage({ address: client.account.address, message: 'Hello', signature })).resolves.toBe(true)
})

it('sends, as the README shows it, and the receiver has it', async () => {
  const { kit } = await setup()
  const to = freshAddress()
  await expect(tip(kit, to)).resolves.toMatchObject({ status: 'success' })
  expect(await balanceOf(rpcUrl(), to)).toBe(parseEther('0.01'))
  await expect(toPublicClient(kit).getBalance({ address: to })).resolves.toBe(parseEther('0.01'))
})

it('asks the wallet once, whatever it answers', async () => {
  const { kit, wallet } = await setup({ wallet: { switches: { refusal: 'internal' } } })
  wallet.set({ answer: 'reject' })
  const sending = toWalletClient(kit).sendTransaction({ to: freshAddress(), value: 1n, gas: 21_000n })
  await expect(sending).rejects.toThrow()
  expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(1)
})

it('gives a new client for another account and network; the old one sends nothing', async () => {
  const { kit, wallet } = await setup()
  const old = toWalletClient(kit)
  const seen: (KitWalletClient | undefined)[] = []
  const stop = watchWalletClient(kit, (client) => void seen.push(client))
  wallet.changeAccount(1)
  await waitFor(() => expect(seen.at(-1)?.account.address).toBe(sandbox().accounts[1]?.address))
  await kit.switchNetwork('eip155:31338')
  await waitFor(() => expect(seen.at(-1)?.chain.id).toBe(31338))
  expect(seen).toHaveLength(2)
  await expect(old.sendTransaction({ to: freshAddress(), value: 1n })).rejects.toThrow(/current chain of the wallet/)
  expect(asked(wallet, 'eth_sendTransaction')).toEqual([])

  await kit.disconnect()
  await waitFor(() => expect(seen.at(-1)).toBeUndefined())
  expect(seen).toHaveLength(3)
  stop()
  await kit.connect('org.walletkit.test')
  expect(seen).toHaveLength(3)
})

it('reads from any listed network, connected or not', async () => {
  const { kit } = makeInstance(sandbox())
  await expect(toPublicClient(kit).getChainId()).resolves.toBe(31337)
  await expect(toPublicClient(kit, { chainId: 31338 }).getChainId()).resolves.toBe(31338)
  expect(() => toPublicClient(kit, { chainId: 5 })).toThrow('Network 5 is not listed, or has no RPC')
})

it('makes viem chains of the EVM networks only', () => {
  const { kit } = makeInstance(sandbox(), { config: { networks: [solana(), { ...network(137), testnet: true }] } })
  expect(toChains(kit)).toHaveLength(1)
  expect(toChains(kit)[0]).toMatchObject({ id: 137, testnet: true, blockExplorers: { default: { name: 'Explorer' } } })
  expect(() => toChains(makeInstance(sandbox(), { config: { networks: [solana()] } }).kit)).toThrow('no EVM network')
})

it('reads from a network whose id the config writes as a text', async () => {
  const { kit } = await setup()
  const networks = kit.getCaipNetworks().map((each) => ({ ...each, id: String(each.id) }))
  const { kit: other } = makeInstance(sandbox(), { config: { networks } })
  await expect(toPublicClient(other, { chainId: 31337 }).getChainId()).resolves.toBe(31337)
  await expect(toPublicClient(other).getChainId()).resolves.toBe(Number(networks[0]?.id))
})
