/** The sandbox's paymaster, as wallets use it: with viem's own client, on a real chain. */
import { encodeFunctionData, parseEther, parseGwei, type Hex } from 'viem'
import {
  createPaymasterClient,
  entryPoint08Abi,
  entryPoint08Address,
  type UserOperation,
} from 'viem/account-abstraction'
import { http } from 'viem'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { anyone, ask, viemClients } from '../smartAccounts/clients.ts'
import { viemAccount } from '../smartAccounts/viemAccount.ts'

const sandbox = useSandbox()
const url = () => `${sandbox().url}/paymaster/31337`
const paymaster = () => createPaymasterClient({ transport: http(url()) })
const account = async (balance = 0n) => viemAccount(sandbox(), sandbox().smartAccounts.factory, anyone(), balance)

const depositOf = (address: Hex) =>
  viemClients(sandbox()).reader.readContract({
    address: entryPoint08Address,
    abi: entryPoint08Abi,
    functionName: 'balanceOf',
    args: [address],
  })

/** An operation with an agreement to pay, signed by its account. */
async function sponsored(change: (made: UserOperation<'0.8'>) => Partial<UserOperation<'0.8'>> = () => ({})) {
  const { bundler } = viemClients(sandbox())
  const sender = await account()
  const call = { to: anyone().address, value: 0n }
  const made = await bundler.prepareUserOperation({ account: sender, calls: [call], paymaster: paymaster() })
  const agreed = made as UserOperation<'0.8'>
  const changed = { ...agreed, ...change(agreed) }
  return { ...changed, signature: await sender.signUserOperation(changed) }
}
const send = (operation: UserOperation<'0.8'>) =>
  viemClients(sandbox()).bundler.sendUserOperation({ ...operation, entryPointAddress: entryPoint08Address })

describe('the paymaster', () => {
  it('pays for an account without any money, which it creates', async () => {
    const { bundler, reader } = viemClients(sandbox())
    const sender = await account()
    const hash = await bundler.sendUserOperation({
      account: sender,
      calls: [{ to: anyone().address, value: 0n }],
      paymaster: paymaster(),
    })
    const done = await bundler.waitForUserOperationReceipt({ hash })
    expect(done).toMatchObject({
      success: true,
      sender: sender.address,
      paymaster: expect.stringMatching(/^0x/) as string,
    })
    expect(await reader.getBalance({ address: sender.address })).toBe(0n)
    expect(await reader.getCode({ address: sender.address })).toBeDefined()
    // What it cost is gone from the paymaster's deposit.
    expect(await depositOf(done.paymaster ?? '0x')).toBe(parseEther('1000') - done.actualGasCost)
  })

  it('says who pays, before anything is signed', async () => {
    const { result } = await ask(url(), 'pm_getPaymasterStubData', [draft(), entryPoint08Address, '0x7a69', {}])
    expect(result).toMatchObject({ sponsor: { name: 'Sandbox' }, isFinal: false })
  })

  it.each<[string, Partial<UserOperation<'0.8'>>]>([
    [
      'another call',
      { callData: encodeFunctionData({ abi: entryPoint08Abi, functionName: 'incrementNonce', args: [1n] }) },
    ],
    ['a higher fee', { maxFeePerGas: parseGwei('90') }],
    ['more gas for the calls', { callGasLimit: 3_000_000n }],
    ['more gas for the paymaster', { paymasterVerificationGasLimit: 900_000n }],
  ])('does not pay when, after it agreed, somebody asks for %s', async (_what, changes) => {
    await expect(send(await sponsored(() => changes))).rejects.toThrow(/AA34 signature error/)
  })

  it('does not pay twice', async () => {
    const operation = await sponsored()
    await send(operation)
    await expect(send(operation)).rejects.toThrow(/AA10 sender already constructed|AA25 invalid account nonce/)
  })

  it('does not pay for long: the agreement ends after ten minutes', async () => {
    const operation = await sponsored()
    const until = Number(`0x${operation.paymasterData?.slice(2, 14)}`)
    expect(until - Date.now() / 1000).toBeGreaterThan(590)
    expect(until - Date.now() / 1000).toBeLessThanOrEqual(600)
    const later = sponsored(({ paymasterData = '0x' }) => ({
      paymasterData: `0x${(until + 600).toString(16).padStart(12, '0')}${paymasterData.slice(14)}`,
    }))
    await expect(send(await later)).rejects.toThrow(/AA34 signature error/)
  })

  it('declines what costs too much', async () => {
    const dear = { ...draft(), callGasLimit: '0x5f5e100', maxFeePerGas: '0x3b9aca00' }
    const { error } = await ask(url(), 'pm_getPaymasterData', [dear, entryPoint08Address, '0x7a69', {}])
    expect(error).toEqual({
      code: -32000,
      message: expect.stringMatching(/^The paymaster pays at most 1\d+ wei/) as string,
    })
  })

  it.each<[string, string, unknown, number]>([
    ['another chain', 'pm_getPaymasterData', [draft(), entryPoint08Address, '0x1', {}], -32602],
    ['another entry point', 'pm_getPaymasterData', [draft(), anyone().address, '0x7a69', {}], -32602],
    ['nothing', 'pm_getPaymasterStubData', [], -32602],
    ['another method', 'eth_chainId', [], -32601],
  ])('refuses %s', async (_what, method, params, code) => {
    expect(await ask(url(), method, params)).toMatchObject({ error: { code } })
  })

  it('has no other chains', async () => {
    const response = await fetch(`${sandbox().url}/paymaster/1`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(404)
  })
})

/** An operation as a wallet asks about it first. */
const draft = () => ({
  sender: anyone().address,
  nonce: '0x0',
  callData: '0x',
  maxFeePerGas: '0x1',
  maxPriorityFeePerGas: '0x1',
})
