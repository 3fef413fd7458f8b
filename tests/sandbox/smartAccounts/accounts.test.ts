import { encodeFunctionData, parseAbi, parseEther, zeroAddress } from 'viem'
import { entryPoint08Address } from 'viem/account-abstraction'
import { expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { tokenOf } from '../chain.ts'
import { anyone, ask, viemClients } from './clients.ts'

const sandbox = useSandbox()
const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)', 'function transfer(address, uint256)'])

it('the contracts are not there until they are named, then at their addresses, on each chain', async () => {
  const { entryPoint, factory, implementation } = sandbox().smartAccounts
  expect(entryPoint).toBe(entryPoint08Address)
  for (const chainId of [31337, 31338]) {
    const { reader, rpcUrl } = viemClients(sandbox(), chainId)
    const before = await reader.getBlockNumber({ cacheTime: 0 })
    const { result } = await ask(rpcUrl, 'evm_snapshot', [])
    expect(await reader.getBlockNumber({ cacheTime: 0 })).toBe(before)
    const codes = () => Promise.all([implementation, factory, entryPoint].map((address) => reader.getCode({ address })))
    const sizes = (await codes()).map((code) => code?.length ?? 0)
    expect(Math.min(...sizes)).toBeGreaterThan(1000)
    expect(await reader.getBlockNumber({ cacheTime: 0 })).toBe(before + 3n)
    // A test may revert the chain to a block, and the contracts must still be there.
    await ask(rpcUrl, 'evm_revert', [result])
    expect(await reader.getBlockNumber({ cacheTime: 0 })).toBe(before)
    expect((await codes()).map((code) => code?.length ?? 0)).toEqual(sizes)
  }
})

it('an account is deployed where it was said to be, by its first operation, with calls in one transaction', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const [owner, first, second] = [anyone(), anyone().address, anyone().address]
  const address = await smartAccounts.addressOf(31337, owner.address)
  expect(await smartAccounts.addressOf(31338, owner.address)).toBe(address)
  expect(await smartAccounts.isDeployed(31337, address)).toBe(false)
  expect(await reader.getBalance({ address })).toBe(parseEther('1'))

  const calls = [
    { to: first, value: 3n },
    { to: second, value: 4n },
  ]
  const sent = await smartAccounts.sendCalls(31337, owner, calls)
  const { success, transactionHash, receipt } = await sent.wait()
  expect([success, receipt.status, receipt.transactionHash]).toEqual([true, 'success', transactionHash])
  expect(await smartAccounts.isDeployed(31337, address)).toBe(true)
  expect(await smartAccounts.isDeployed(31338, address)).toBe(false)
  expect([await reader.getBalance({ address: first }), await reader.getBalance({ address: second })]).toEqual([3n, 4n])
  const block = await reader.getBlock({ blockNumber: receipt.blockNumber })
  expect(block.transactions).toEqual([transactionHash])

  const again = await smartAccounts.sendCalls(31337, owner, [{ to: first, value: 1n }])
  expect(await again.wait()).toMatchObject({ success: true })
  expect(await reader.getBalance({ address: first })).toBe(4n)
})

it('of calls of which one fails nothing happens, and it is said which one', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const [owner, other] = [anyone(), anyone().address]
  const token = tokenOf(sandbox(), 'USDC', 31337).address
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [other, 1n] })
  const calls = [
    { to: other, value: 5n },
    { to: token, data },
  ]
  await expect(smartAccounts.sendCalls(31337, owner, calls)).rejects.toMatchObject({
    name: 'BundlerError',
    code: -32521,
    message: expect.stringMatching(/^execution reverted in call 1/) as string,
  })
  expect(await reader.getBalance({ address: other })).toBe(0n)
  await expect(smartAccounts.sendCalls(31337, owner, [{ to: other, value: parseEther('2') }])).rejects.toMatchObject({
    code: -32521,
  })
})

it('operations of one account that are asked for at once are all mined', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const [owner, other] = [anyone(), anyone().address]
  const sent = await Promise.all(
    [1n, 2n, 3n].map((value) => smartAccounts.sendCalls(31337, owner, [{ to: other, value }])),
  )
  const ends = await Promise.all(sent.map(({ wait }) => wait()))
  expect(ends.every(({ success }) => success)).toBe(true)
  expect(await reader.getBalance({ address: other })).toBe(6n)
})

it('only an account that has nothing is given something, and only once', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const [owner, other] = [anyone(), anyone().address]
  const address = await smartAccounts.addressOf(31337, owner.address)
  const most = parseEther('0.9')
  await (await smartAccounts.sendCalls(31337, owner, [{ to: other, value: most }])).wait()
  await smartAccounts.addressOf(31337, owner.address)
  expect(await reader.getBalance({ address })).toBeLessThan(parseEther('0.1'))
  await smartAccounts.fund(31337, sandbox().accounts[3]?.address ?? zeroAddress)
  const rich = await reader.getBalance({ address: sandbox().accounts[3]?.address ?? zeroAddress })
  expect(rich).toBe(parseEther('10000'))
})

it('what an owner signs is verified by a public client before and after the account is deployed', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const [owner, stranger] = [anyone(), anyone()]
  const address = await smartAccounts.addressOf(31337, owner.address)
  const strangers = await smartAccounts.addressOf(31337, stranger.address)
  const typed = {
    domain: { name: 'Shop', chainId: 31337 },
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    message: { amount: 5n },
  } as const
  const check = async () => {
    const signature = await smartAccounts.signMessage(31337, owner, 'Hello')
    expect(await reader.verifyMessage({ address, message: 'Hello', signature })).toBe(true)
    expect(await reader.verifyMessage({ address, message: 'Hallo', signature })).toBe(false)
    expect(await reader.verifyMessage({ address: strangers, message: 'Hello', signature })).toBe(false)
    const foreign = await smartAccounts.signMessage(31337, stranger, 'Hello')
    expect(await reader.verifyMessage({ address, message: 'Hello', signature: foreign })).toBe(false)
    const onTyped = await smartAccounts.signTypedData(31337, owner, typed)
    expect(await reader.verifyTypedData({ ...typed, address, signature: onTyped })).toBe(true)
    const changed = { ...typed, message: { amount: 6n } }
    expect(await reader.verifyTypedData({ ...changed, address, signature: onTyped })).toBe(false)
    return signature
  }
  const wrapped = await check()
  expect(wrapped).toMatch(/6492649264926492649264926492649264926492649264926492649264926492$/)
  expect(await smartAccounts.isDeployed(31337, address)).toBe(false)
  await (await smartAccounts.sendCalls(31337, owner, [{ to: owner.address }])).wait()
  const plain = await check()
  expect(plain).toHaveLength(2 + 65 * 2)
  expect(await reader.verifyMessage({ address, message: 'Hello', signature: wrapped })).toBe(true)
})

it('what a key signed for one of its addresses is not good for another', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const owner = anyone()
  const address = await smartAccounts.addressOf(31337, owner.address)
  await (await smartAccounts.sendCalls(31337, owner, [{ to: owner.address }])).wait()
  const own = await owner.signMessage({ message: 'Hello' })
  expect(await reader.verifyMessage({ address: owner.address, message: 'Hello', signature: own })).toBe(true)
  expect(await reader.verifyMessage({ address, message: 'Hello', signature: own })).toBe(false)
})

it('a chain that is not there is named', async () => {
  await expect(sandbox().smartAccounts.addressOf(1, zeroAddress)).rejects.toThrow(
    'no smart accounts on the EVM chain 1',
  )
})
