import { encodeFunctionData, erc20Abi, formatUnits, numberToHex, parseEther, parseUnits, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { nativeAddress } from '../../../sandbox/chains.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { chainClients, tokenOf } from '../chain.ts'
import { get, historyOf } from './ask.ts'

const sandbox = useSandbox()
const ONE = 'eip155:31337'
const account = (at: number) => {
  const found = sandbox().accounts[at]
  if (!found) throw new Error(`No test account ${at}`)
  return found
}
const rpc = async (method: string, params: unknown[] = []) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(sandbox().chains[0]?.rpcUrl ?? '', { method: 'POST', body })
  const { result, error } = (await reply.json()) as { result: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

it('tells both sides of a transfer of the native currency, exact to the last wei', async () => {
  const chain = chainClients(sandbox(), 31337, account(4).privateKey)
  const { transactionHash: hash } = await chain.sendEther(account(5).address, parseEther('1.000000000000000001'))
  const [from, to] = await Promise.all([4, 5].map((at) => historyOf(sandbox(), account(at).address, { chainId: ONE })))
  expect(from?.data[0]).toMatchObject({
    id: `${ONE}:${hash}`,
    metadata: {
      operationType: 'send',
      hash,
      chain: ONE,
      minedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      sentFrom: account(4).address,
      sentTo: account(5).address,
      status: 'confirmed',
      nonce: 0,
    },
    transfers: [
      {
        direction: 'out',
        quantity: { numeric: '1.000000000000000001' },
        price: 2500.5,
        value: 2500.5,
        fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: expect.stringMatching(/^data:image/) as string } },
      },
    ],
  })
  expect(to?.data[0]).toMatchObject({ metadata: { operationType: 'receive' }, transfers: [{ direction: 'in' }] })
  // Transactions of the first chain are not in the second chain's history.
  expect((await historyOf(sandbox(), account(5).address, { chainId: 'eip155:31338' })).data).toEqual([])
})

it('tells of tokens, of one that went to its owner, of approvals and of calls', async () => {
  const [usdc, dai] = [tokenOf(sandbox(), 'USDC', 31337), tokenOf(sandbox(), 'DAI', 31337)]
  const chain = chainClients(sandbox(), 31337, account(1).privateKey)
  await chain.write(usdc, 'transfer', [account(6).address, parseUnits('1.5', 6)])
  await chain.write(dai, 'transfer', [account(1).address, 7n])
  await chain.write(usdc, 'approve', [account(6).address, parseUnits('2', 6)])
  await chain.write(usdc, 'approve', [account(6).address, 2n ** 256n - 1n])
  await rpc('eth_sendTransaction', [
    { from: account(1).address, to: dai.address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'name' }) },
  ])
  await expect
    .poll(async () => (await historyOf(sandbox(), account(1).address, { chainId: ONE })).data)
    .toHaveLength(11)
  const { data } = await historyOf(sandbox(), account(1).address, { chainId: ONE })
  expect(data.map(({ metadata }) => metadata.operationType).slice(0, 5)).toEqual([
    'execute',
    'approve',
    'approve',
    'send',
    'send',
  ])
  expect(data[1]?.approvals).toEqual([
    { fungible_info: expect.objectContaining({ symbol: 'USDC' }) as object, spender: account(6).address },
  ])
  expect(data[2]?.approvals?.[0]).toMatchObject({ quantity: { numeric: '2' } })
  expect(data[3]?.transfers).toMatchObject([{ direction: 'self', quantity: { numeric: '0.000000000000000007' } }])
  expect(data[4]).toMatchObject({
    metadata: { sentTo: account(6).address },
    transfers: [{ direction: 'out', quantity: { numeric: '1.5' }, value: 1.5, fungible_info: { symbol: 'USDC' } }],
  })
})

it('tells of what failed, and what it was to move', async () => {
  const usdc = tokenOf(sandbox(), 'USDC', 31337)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [account(2).address, parseUnits('12', 6)],
  })
  const before = await historyOf(sandbox(), account(2).address, { chainId: ONE })
  const gas = '0x30d40'
  await rpc('eth_sendTransaction', [{ from: account(7).address, to: usdc.address, data, gas }])
  await expect.poll(async () => (await historyOf(sandbox(), account(7).address, { chainId: ONE })).data).toHaveLength(1)
  const [row] = (await historyOf(sandbox(), account(7).address, { chainId: ONE })).data
  expect(row).toMatchObject({
    metadata: { status: 'failed', operationType: 'send', sentTo: account(2).address },
    transfers: [{ direction: 'out', quantity: { numeric: '12' }, fungible_info: { symbol: 'USDC' } }],
  })
  expect(await historyOf(sandbox(), account(2).address, { chainId: ONE })).toEqual(before)
})

it('tells of a swap in one row, with what came and what went', async () => {
  const dai = tokenOf(sandbox(), 'DAI', 31337)
  const [from, to] = [`${ONE}:${nativeAddress}`, `${ONE}:${dai.address}`]
  const userAddress = `${ONE}:${account(9).address}`
  const amount = String(parseEther('0.1'))
  const body = JSON.stringify({ projectId: 'p', userAddress, from, to, amount, eip155: { slippage: 1 } })
  const quoted = await get(sandbox(), '/v1/convert/quotes', { userAddress, from, to, amount })
  const { toAmount } = (quoted.body as { quotes: { toAmount: string }[] }).quotes[0] ?? { toAmount: '' }
  const built = await fetch(`${sandbox().url}/v1/convert/build-transaction`, { method: 'POST', body })
  const { tx } = (await built.json()) as { tx: { to: string; data: Hex } }
  const hash = await rpc('eth_sendTransaction', [
    {
      from: account(9).address,
      to: tx.to.split(':')[2],
      data: tx.data,
      value: numberToHex(BigInt(amount)),
      gas: '0x100000',
    },
  ])
  const newest = async () => (await historyOf(sandbox(), account(9).address, { chainId: ONE })).data[0]
  await expect.poll(async () => (await newest())?.metadata.hash).toBe(hash)
  expect(await newest()).toMatchObject({
    metadata: { operationType: 'trade', status: 'confirmed', sentFrom: account(9).address },
    transfers: [
      { direction: 'out', quantity: { numeric: '0.1' }, fungible_info: { symbol: 'ETH' } },
      { direction: 'in', quantity: { numeric: formatUnits(BigInt(toAmount), 18) }, fungible_info: { symbol: 'DAI' } },
    ],
  })
})

it('tells of what a smart account did as its own, without what it paid for that', async () => {
  const dai = tokenOf(sandbox(), 'DAI', 31337)
  const owner = privateKeyToAccount(account(3).privateKey)
  const { smartAccounts } = sandbox()
  const address = await smartAccounts.addressOf(31337, owner.address)
  await chainClients(sandbox(), 31337, account(0).privateKey).write(dai, 'transfer', [address, parseEther('3')])
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [owner.address, parseEther('2')] })
  const { wait } = await smartAccounts.sendCalls(31337, owner, [
    { to: owner.address, value: parseEther('0.25') },
    { to: dai.address, data },
  ])
  const { transactionHash } = await wait()
  const [sent] = (await historyOf(sandbox(), address, { chainId: ONE })).data
  expect(sent).toMatchObject({
    metadata: { hash: transactionHash, operationType: 'send', status: 'confirmed', sentTo: owner.address },
    transfers: [
      { direction: 'out', quantity: { numeric: '0.25' }, fungible_info: { symbol: 'ETH' } },
      { direction: 'out', quantity: { numeric: '2' }, fungible_info: { symbol: 'DAI' } },
    ],
  })
  const [got] = (await historyOf(sandbox(), owner.address, { chainId: ONE })).data
  expect(got?.metadata.operationType).toBe('receive')
  expect(got?.transfers.map(({ direction }) => direction)).toEqual(['in', 'in'])
})

it('reads from the last block on, and anew where the chain was put back', async () => {
  const chain = chainClients(sandbox(), 31337, account(8).privateKey)
  const { length: before } = (await historyOf(sandbox(), account(5).address, { chainId: ONE })).data
  const snapshot = await rpc('evm_snapshot')
  await chain.sendEther(account(5).address, 1n)
  expect((await historyOf(sandbox(), account(5).address, { chainId: ONE })).data).toHaveLength(before + 1)
  await rpc('evm_revert', [snapshot])
  expect((await historyOf(sandbox(), account(5).address, { chainId: ONE })).data).toHaveLength(before)
  await chain.sendEther(account(5).address, 2n)
  const { data } = await historyOf(sandbox(), account(5).address, { chainId: ONE })
  expect(data).toHaveLength(before + 1)
  expect(data[0]?.transfers[0]?.quantity.numeric).toBe('0.000000000000000002')
})

it('refuses what is no account, no network, no cursor and no project', async () => {
  const path = `/v1/account/${account(0).address}/history`
  expect(await get(sandbox(), '/v1/account/nobody/history')).toMatchObject({ status: 400 })
  expect(await get(sandbox(), path, { chainId: 'eip155:1' })).toMatchObject({ status: 400 })
  expect(await get(sandbox(), path, { chainId: ONE, cursor: 'abc' })).toMatchObject({ status: 400 })
  expect(await get(sandbox(), path, { chainId: ONE, onramp: 'other' })).toMatchObject({ status: 400 })
  expect(await get(sandbox(), path, { projectId: '' })).toMatchObject({ status: 401 })
})
