import { encodeFunctionData, parseAbi, parseEther, toFunctionSelector, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Call, Grant } from '../../../sandbox/index.ts'
import { abi } from '../../../sandbox/contracts/artifacts/SessionAccount.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { tokenOf } from '../chain.ts'
import { anyone, ask, viemClients } from './clients.ts'

const sandbox = useSandbox()
const erc20 = parseAbi(['function transfer(address, uint256)', 'function approve(address, uint256)'])
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

/** An account with a session that may send 100 wei to one address. */
async function granted(limits: Partial<Grant> = {}) {
  const { smartAccounts } = sandbox()
  const [owner, key, target] = [anyone(), anyone(), anyone().address]
  const account = await smartAccounts.addressOf(31337, owner.address)
  const grant: Grant = { key: key.address, expiry: inAnHour(), targets: [target], maxValue: 100n, ...limits }
  expect(await (await smartAccounts.grantSession(31337, owner, grant)).wait()).toMatchObject({ success: true })
  const use = (...calls: Call[]) => smartAccounts.sendCallsWith(31337, key, account, calls)
  return { smartAccounts, owner, key, target, account, grant, use }
}

const refused = (code: number, message: RegExp) => ({
  name: 'BundlerError',
  code,
  message: expect.stringMatching(message) as string,
})
const badSignature = refused(-32507, /^AA24/)

describe('a session key', () => {
  it('does what it may, until the sum is spent', async () => {
    const { use, target, account, smartAccounts, key } = await granted()
    const { reader } = viemClients(sandbox())
    const sent = await use({ to: target, value: 40n }, { to: target, value: 20n })
    expect(await sent.wait()).toMatchObject({ success: true })
    expect(await reader.getBalance({ address: target })).toBe(60n)
    await expect(use({ to: target, value: 41n })).rejects.toMatchObject(badSignature)
    await expect(use({ to: target, value: 40n }, { to: target, value: 1n })).rejects.toMatchObject(badSignature)
    expect(await smartAccounts.sessions(31337, account)).toMatchObject([{ key: key.address, valueLeft: 40n }])
    await (await use({ to: target, value: 40n })).wait()
    expect(await reader.getBalance({ address: target })).toBe(100n)
  })

  it('calls nothing but its targets: neither another address nor the account, to grant itself more', async () => {
    const { use, target, account, grant } = await granted()
    await expect(use({ to: anyone().address, value: 1n })).rejects.toMatchObject(badSignature)
    await expect(use({ to: target, value: 1n }, { to: anyone().address })).rejects.toMatchObject(badSignature)
    const { key, expiry, targets } = grant
    const args = [key, expiry, parseEther('1'), parseEther('1'), targets, []] as const
    const more = encodeFunctionData({ abi, functionName: 'grant', args })
    await expect(use({ to: account, data: more })).rejects.toMatchObject(badSignature)
  })

  it('calls the granted functions only', async () => {
    const token = tokenOf(sandbox(), 'USDC', 31337).address
    const selectors = [toFunctionSelector('approve(address,uint256)')]
    const plain = anyone().address
    const { use, target } = await granted({ targets: [token, plain], selectors })
    const data = (functionName: 'approve' | 'transfer') =>
      encodeFunctionData({ abi: erc20, functionName, args: [target, 0n] })
    expect(await (await use({ to: token, data: data('approve') })).wait()).toMatchObject({ success: true })
    await expect(use({ to: token, data: data('transfer') })).rejects.toMatchObject(badSignature)
    await expect(use({ to: plain, value: 1n })).rejects.toMatchObject(badSignature)
    expect(await (await use({ to: plain, data: data('approve') })).wait()).toMatchObject({ success: true })
  })

  it('does not spend more on fees than it may', async () => {
    const { use, target } = await granted({ maxFees: 1000n })
    await expect(use({ to: target, value: 1n })).rejects.toMatchObject(badSignature)
  })

  it('that was never granted is refused, and one of another account', async () => {
    const one = await granted()
    const other = await granted()
    const use = (key: typeof one.key) =>
      one.smartAccounts.sendCallsWith(31337, key, one.account, [{ to: one.target, value: 1n }])
    await expect(use(anyone())).rejects.toMatchObject(badSignature)
    await expect(use(other.key)).rejects.toMatchObject(badSignature)
    expect(await (await use(one.key)).wait()).toMatchObject({ success: true })
  })

  it('does not make the account', async () => {
    const { smartAccounts } = sandbox()
    const account = await smartAccounts.addressOf(31337, anyone().address)
    const sending = smartAccounts.sendCallsWith(31337, anyone(), account, [{ to: account }])
    await expect(sending).rejects.toMatchObject(refused(-32500, /^AA20/))
  })

  it('is refused once revoked; the owner is not', async () => {
    const { use, target, smartAccounts, owner, key, account } = await granted()
    await (await use({ to: target, value: 1n })).wait()
    await (await smartAccounts.revokeSession(31337, owner, key.address)).wait()
    expect(await smartAccounts.sessions(31337, account)).toEqual([])
    await expect(use({ to: target, value: 1n })).rejects.toMatchObject(badSignature)
    const sent = await smartAccounts.sendCalls(31337, owner, [{ to: target, value: 500n }])
    expect(await sent.wait()).toMatchObject({ success: true })
  })

  it('is refused once expired, by the chain', async () => {
    const { rpcUrl, reader } = viemClients(sandbox())
    const { use, target, smartAccounts, owner, key } = await granted()
    const { result } = await ask(rpcUrl, 'evm_snapshot', [])
    await ask(rpcUrl, 'evm_increaseTime', [3700])
    await ask(rpcUrl, 'evm_mine', [])
    await expect(use({ to: target, value: 1n })).rejects.toMatchObject(refused(-32503, /^AA22/))
    // The session can be granted again.
    const { timestamp } = await reader.getBlock()
    const grant = { key: key.address, expiry: Number(timestamp) + 60, targets: [target], maxValue: 1n }
    await (await smartAccounts.grantSession(31337, owner, grant)).wait()
    expect(await (await use({ to: target, value: 1n })).wait()).toMatchObject({ success: true })
    await ask(rpcUrl, 'evm_revert', [result])
  })

  it('signs no messages for the account', async () => {
    const { account, key } = await granted()
    const { reader } = viemClients(sandbox())
    const signature = await key.signTypedData({
      domain: { name: 'SessionAccount', version: '1', chainId: 31337, verifyingContract: account },
      types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
      primaryType: 'AccountMessage',
      message: { hash: `0x${'11'.repeat(32)}` },
    })
    expect(await reader.verifyHash({ address: account, hash: `0x${'11'.repeat(32)}`, signature })).toBe(false)
  })
})

describe('a grant', () => {
  it('is listed with its limits', async () => {
    const { smartAccounts, account, grant } = await granted({ maxFees: 7n, selectors: ['0x12345678'] })
    const { key, expiry, targets } = grant
    expect(await smartAccounts.sessions(31337, account)).toEqual([
      { key, expiry, targets, selectors: ['0x12345678'], valueLeft: 100n, feesLeft: 7n },
    ])
    expect(await smartAccounts.sessions(31337, anyone().address)).toEqual([])
  })

  it('of a key that makes no sense is refused', async () => {
    const { smartAccounts } = sandbox()
    const owner = anyone()
    const account = await smartAccounts.addressOf(31337, owner.address)
    const good: Grant = { key: anyone().address, expiry: inAnHour(), targets: [anyone().address], maxValue: 1n }
    const wrong: Partial<Grant>[] = [
      { key: owner.address },
      { key: `0x${'00'.repeat(20)}` },
      { expiry: 1_000_000 },
      { targets: [] },
      { targets: [account] },
      { targets: [smartAccounts.entryPoint] },
    ]
    for (const each of wrong) {
      const sending = smartAccounts.grantSession(31337, owner, { ...good, ...each })
      await expect(sending).rejects.toMatchObject(refused(-32521, /^execution reverted/))
    }
  })

  it('can be made by nobody but the owner', async () => {
    const { account, key, target } = await granted()
    const { reader } = viemClients(sandbox())
    const args = [anyone().address, inAnHour(), 1n, 1n, [target], []] as const
    const data = encodeFunctionData({ abi, functionName: 'grant', args })
    const { smartAccounts } = sandbox()
    for (const from of [key.address, target, smartAccounts.entryPoint, smartAccounts.factory]) {
      await expect(reader.call({ account: from, to: account, data })).rejects.toThrow(/revert/)
    }
    const again = encodeFunctionData({ abi, functionName: 'initialize', args: [key.address] })
    for (const to of [account, smartAccounts.implementation] satisfies Hex[]) {
      await expect(reader.call({ account: key.address, to, data: again })).rejects.toThrow(/revert/)
    }
  })
})
