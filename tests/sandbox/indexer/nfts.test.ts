import { encodeFunctionData } from 'viem'
import { expect, it } from 'vitest'
import { abi } from '../../../sandbox/contracts/artifacts/Collection.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { get, historyOf, nftsOf } from './ask.ts'

const sandbox = useSandbox()
const ONE = 'eip155:31337'
const account = (at: number) => {
  const found = sandbox().accounts[at]
  if (!found) throw new Error(`No test account ${at}`)
  return found
}
const rpc = async (method: string, params: unknown[] = [], url = sandbox().chains[0]?.rpcUrl ?? '') => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(url, { method: 'POST', body })
  return ((await reply.json()) as { result: unknown }).result
}

it('deploys the collections again after the chain was put back to before', async () => {
  const held = async () => (await nftsOf(sandbox(), account(0).address, { chainId: ONE })).data
  const snapshot = await rpc('evm_snapshot')
  const first = await held()
  expect(first.length).toBeGreaterThan(0)
  await rpc('evm_revert', [snapshot])
  const again = await rpc('evm_snapshot')
  expect(await held()).toEqual(first)
  await rpc('evm_revert', [again])
})

it('nothing is deployed before somebody asks, and no test account spends a nonce on it', async () => {
  const before = await rpc('eth_blockNumber')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await rpc('eth_blockNumber')).toBe(before)
  await nftsOf(sandbox(), account(0).address, { chainId: ONE })
  expect(Number(await rpc('eth_blockNumber'))).toBe(Number(before) + 2)
  for (const { address } of sandbox().accounts)
    expect(await rpc('eth_getTransactionCount', [address, 'latest'])).toBe('0x0')
})

it('lists what an account holds, page by page, with what is an advertisement marked', async () => {
  const first = await nftsOf(sandbox(), account(0).address, { chainId: ONE })
  expect(first.data).toHaveLength(12)
  const second = await nftsOf(sandbox(), account(0).address, { chainId: ONE, cursor: first.next ?? '' })
  expect(second.next).toBeNull()
  const all = [...first.data, ...second.data]
  expect(all).toHaveLength(15)
  expect(new Set(all.map(({ id }) => id)).size).toBe(15)
  expect(all[0]).toMatchObject({ name: 'Claim your prize at reward.example', flags: { is_spam: true } })
  expect(all[1]).toMatchObject({
    chainId: ONE,
    address: expect.stringMatching(/^eip155:31337:0x/) as string,
    tokenId: '14',
    name: 'Paper Gardens #14',
    collection: { name: 'Paper Gardens' },
    flags: { is_spam: false },
  })
  expect(all[1]).not.toHaveProperty('content')
  expect(all[2]?.content?.preview.url).toMatch(/^data:image\/svg/)
})

it('follows one to whom it went, and tells both of it', async () => {
  const [, held] = (await nftsOf(sandbox(), account(1).address, { chainId: ONE })).data
  const data = encodeFunctionData({
    abi,
    functionName: 'transferFrom',
    args: [account(1).address, account(6).address, BigInt(held?.tokenId ?? 0)],
  })
  const to = held?.address.split(':')[2]
  await rpc('eth_sendTransaction', [{ from: account(1).address, to, data }])
  const names = async (at: number) =>
    (await nftsOf(sandbox(), account(at).address, { chainId: ONE })).data.map(({ name }) => name)
  await expect.poll(() => names(6)).toEqual([held?.name])
  expect(await names(1)).not.toContain(held?.name)
  const [[sent], [got]] = (
    await Promise.all([1, 6].map((at) => historyOf(sandbox(), account(at).address, { chainId: ONE })))
  ).map(({ data: rows }) => rows) as [never[], never[]]
  const nft_info = { name: held?.name, flags: { is_spam: false } }
  expect(sent).toMatchObject({
    metadata: { operationType: 'send' },
    transfers: [{ direction: 'out', quantity: { numeric: '1' }, nft_info }],
  })
  expect(got).toMatchObject({ metadata: { operationType: 'receive' }, transfers: [{ direction: 'in', nft_info }] })
})

it('the history tells of what came with the collections, and which of it is an advertisement', async () => {
  const { data } = await historyOf(sandbox(), account(0).address, { chainId: ONE })
  const nfts = data.flatMap(({ transfers }) => transfers.flatMap(({ nft_info: nft }) => (nft ? [nft] : [])))
  expect(nfts.filter(({ flags }) => flags.is_spam)).toHaveLength(1)
  expect(nfts.filter(({ flags }) => !flags.is_spam)).toHaveLength(14)
})

it('deploys nothing while blocks have to be mined by hand, and answers all the same', async () => {
  const two = sandbox().chains[1]?.rpcUrl ?? ''
  const ask = async (method: string, params: unknown[]) =>
    fetch(two, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  await ask('evm_setAutomine', [false])
  expect(await nftsOf(sandbox(), account(0).address, { chainId: 'eip155:31338' })).toEqual({ data: [], next: null })
  await ask('evm_setAutomine', [true])
  expect((await nftsOf(sandbox(), account(0).address, { chainId: 'eip155:31338' })).data).toHaveLength(12)
})

it('answers with nothing for an address on Solana, and refuses what is no address', async () => {
  const [owner] = sandbox().solana.accounts
  expect(await nftsOf(sandbox(), owner?.address ?? '')).toEqual({ data: [], next: null })
  expect(await get(sandbox(), '/v1/account/nobody/nfts')).toMatchObject({ status: 400 })
})

it('repeats and leaves out none between two pages of several chains, while one goes', async () => {
  const { address } = account(0)
  const pageTwo = async (cursor: string) => (await nftsOf(sandbox(), address, { cursor })).data
  const { next } = await nftsOf(sandbox(), address)
  const before = await pageTwo(next ?? '')
  const gone = before.at(-1)
  const [, chain, contract] = gone?.address.split(':') ?? []
  const args = [address, account(7).address, BigInt(gone?.tokenId ?? 0)] as const
  const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
  await rpc('eth_sendTransaction', [{ from: address, to: contract, data }], `${sandbox().url}/rpc/${chain}`)
  await expect.poll(async () => (await nftsOf(sandbox(), account(7).address)).data.length).toBe(1)
  const ids = (list: readonly { id: string }[]) => list.slice(0, 11).map(({ id }) => id)
  expect(ids(await pageTwo(next ?? ''))).toEqual(ids(before))
})
