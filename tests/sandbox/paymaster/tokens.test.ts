/** Fees in tokens: the sandbox's paymaster and its contract, with viem's own client, on a real chain. */
import { decodeEventLog, encodeFunctionData, erc20Abi, type Hex, parseEther, parseUnits, zeroAddress } from 'viem'
import {
  createPaymasterClient,
  entryPoint08Abi,
  entryPoint08Address,
  type UserOperation,
} from 'viem/account-abstraction'
import { http } from 'viem'
import { describe, expect, it } from 'vitest'
import { abi } from '../../../sandbox/contracts/artifacts/TokenPaymaster.ts'
import { rateOf } from '../../../sandbox/paymaster/tokens.ts'
import { SANDBOX_OPTIONS } from '../../../schema/services.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { chainClients, tokenOf } from '../chain.ts'
import { anyone, ask, viemClients } from '../smartAccounts/clients.ts'
import { viemAccount } from '../smartAccounts/viemAccount.ts'

const sandbox = useSandbox()
const url = () => `${sandbox().url}/paymaster/31337`
const token = (symbol: string) => tokenOf(sandbox(), symbol, 31337)
const rich = () => chainClients(sandbox(), 31337, sandbox().accounts[0]?.privateKey ?? '0x')
const reader = () => viemClients(sandbox()).reader
const balanceOf = (symbol: string, owner: Hex) => rich().balanceOf(token(symbol), owner)

/** A new account without ether, with twenty of the token. */
async function owner(symbol: string) {
  const account = await viemAccount(sandbox(), sandbox().smartAccounts.factory, anyone(), 0n)
  const { decimals } = token(symbol)
  await rich().write(token(symbol), 'transfer', [account.address, parseUnits('20', decimals)])
  return account
}
const draft = (sender: Hex) => ({
  sender,
  nonce: '0x0',
  callData: '0x',
  callGasLimit: '0x30d40',
  verificationGasLimit: '0x30d40',
  preVerificationGas: '0xc350',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x1',
})
const context = (symbol: string) => ({ erc20: token(symbol).address })
const stub = (sender: Hex, given: object, path = url()) =>
  ask(path, 'pm_getPaymasterStubData', [draft(sender), entryPoint08Address, '0x7a69', given])
const paymasterOf = async (symbol: string) => {
  const { result } = await stub(anyone().address, context(symbol))
  return result as { paymaster: Hex; tokenPayment: { maxFee: Hex } }
}
const call = (symbol: string, functionName: 'approve' | 'transfer', args: [Hex, bigint]) => ({
  to: token(symbol).address,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args }),
})

/** An operation that allows the paymaster `allowed`, and then makes `calls`. */
async function prepared(symbol: string, allowed: bigint, calls: { to: Hex; data?: Hex }[] = [], owned = owner(symbol)) {
  const account = await owned
  const { paymaster } = await paymasterOf(symbol)
  const made = (await viemClients(sandbox()).bundler.prepareUserOperation({
    account,
    calls: [call(symbol, 'approve', [paymaster, allowed]), ...calls],
    paymaster: createPaymasterClient({ transport: http(url()) }),
    paymasterContext: context(symbol),
  })) as UserOperation<'0.8'>
  return { account, made, paymaster }
}
type Prepared = Awaited<ReturnType<typeof prepared>>
async function send({ account, made }: Prepared, changes: Partial<UserOperation<'0.8'>> = {}) {
  const { bundler } = viemClients(sandbox())
  const operation = { ...made, ...changes }
  const signature = await account.signUserOperation(operation)
  const hash = await bundler.sendUserOperation({ ...operation, signature, entryPointAddress: entryPoint08Address })
  return bundler.waitForUserOperationReceipt({ hash })
}
/** The terms that the signer agreed to, as the contract reads them. */
const mostIn = (data: Hex = '0x') => BigInt(`0x${data.slice(2 + 48 * 2, 2 + 64 * 2)}`)
const allowance = (symbol: string, account: Hex, spender: Hex) =>
  reader().readContract({
    address: token(symbol).address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, spender],
  })

describe('a fee in tokens', () => {
  it.each(['USDC', 'DAI', 'USDT'])('is taken in %s after the calls, and never more than was agreed', async (symbol) => {
    const allowed = parseUnits('15', token(symbol).decimals)
    const target = anyone().address
    const operation = await prepared(symbol, allowed, [call(symbol, 'transfer', [target, 7n])])
    const signer = await reader().readContract({ address: operation.paymaster, abi, functionName: 'signer' })
    const earned = await balanceOf(symbol, signer)
    const done = await send(operation)
    expect(done.success).toBe(true)
    const fee = (await balanceOf(symbol, signer)) - earned
    expect(fee).toBeGreaterThan(0n)
    expect(fee).toBeLessThanOrEqual(mostIn(operation.made.paymasterData))
    // Not less than what it cost, at the sandbox's price, and at most the contract's own gas more.
    const worth = (wei: bigint) => (wei * rateOf(token(symbol))) / parseEther('1')
    expect(fee).toBeGreaterThan((worth(done.actualGasCost) * 9n) / 10n)
    const { address } = operation.account
    expect(await balanceOf(symbol, address)).toBe(parseUnits('20', token(symbol).decimals) - 7n - fee)
    expect(await balanceOf(symbol, target)).toBe(7n)
    expect(await reader().getBalance({ address })).toBe(0n)
    expect(await allowance(symbol, address, operation.paymaster)).toBe(allowed - fee)
    const charged = done.logs.flatMap((log) => {
      if (log.address.toLowerCase() !== operation.paymaster.toLowerCase()) return []
      return [decodeEventLog({ abi, ...log }).args]
    })
    expect(charged).toEqual([{ account: address, token: token(symbol).address, amount: fee }])
  })

  it('of an operation that was changed after the agreement is not paid', async () => {
    const operation = await prepared('USDC', parseUnits('15', 6))
    const { paymasterData = '0x' } = operation.made
    const dearer: Hex = `0x${paymasterData.slice(2, 2 + 48 * 2)}${'f'.repeat(32)}${paymasterData.slice(2 + 64 * 2)}`
    const dai = token('DAI').address.slice(2)
    const other: Hex = `0x${paymasterData.slice(2, 26)}${dai}${paymasterData.slice(2 + 32 * 2)}`
    for (const changes of [
      { paymasterData: dearer },
      { paymasterData: other },
      { callData: encodeFunctionData({ abi: entryPoint08Abi, functionName: 'incrementNonce', args: [1n] }) },
    ])
      await expect(send(operation, changes)).rejects.toThrow(/AA34 signature error/)
  })

  it('that cannot be taken undoes the calls: nobody gets them for nothing', async () => {
    const target = anyone().address
    const account = await owner('USDC')
    const { bundler, rpcUrl } = viemClients(sandbox())
    const paymaster = createPaymasterClient({ transport: http(url()) })
    // The site pays for the first operation, which creates the account.
    const hash = await bundler.sendUserOperation({ account, calls: [{ to: target }], paymaster })
    await bundler.waitForUserOperationReceipt({ hash })
    const calls = [call('USDC', 'transfer', [target, 7n])]
    const operation = await prepared('USDC', parseUnits('15', 6), calls, Promise.resolve(account))
    // Between the agreement and the block, all that the account has goes away.
    const { address } = account
    const data = call('USDC', 'transfer', [anyone().address, parseUnits('20', 6) - 7n]).data
    await ask(rpcUrl, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
    await ask(rpcUrl, 'anvil_impersonateAccount', [address])
    await ask(rpcUrl, 'eth_sendTransaction', [{ from: address, to: token('USDC').address, data }])
    await expect.poll(() => balanceOf('USDC', address)).toBe(7n)
    expect((await send(operation)).success).toBe(false)
    expect(await balanceOf('USDC', target)).toBe(0n)
    expect(await balanceOf('USDC', address)).toBe(7n)
  })
})

describe('the paymaster', () => {
  it('says what it takes at most, in the token that was asked for', async () => {
    const { result } = await stub(anyone().address, context('USDC'))
    const { address } = token('USDC')
    expect(result).toMatchObject({ sponsor: { name: 'Sandbox' }, isFinal: false })
    const { tokenPayment } = result as { tokenPayment: { maxFee: Hex } }
    const { maxFee } = tokenPayment
    expect(tokenPayment).toEqual({ name: 'USDC', address, decimals: 6, maxFee })
    // 610,000 gas at 2 gwei and 2500.5 dollars.
    expect(BigInt(maxFee)).toBe(3_050_610n)
  })

  it('names the tokens that it takes to who asks for another one', async () => {
    const acceptedTokens = ['DAI', 'USDC', 'USDT'].map((name) => ({ name, address: token(name).address }))
    for (const erc20 of [token('CLAIM').address, zeroAddress]) {
      const { error } = await stub(anyone().address, { erc20 })
      expect(error).toMatchObject({ code: -32602, data: { acceptedTokens } })
    }
    expect(await stub(anyone().address, { erc20: 'USDC' })).toMatchObject({ error: { code: -32602 } })
  })

  it('takes the tokens that the sandbox preset names', () => {
    const names = sandbox().tokens.filter(({ kind }) => kind !== 'spam')
    const taken = names.map(({ chainId, address }) => `eip155:${chainId}/erc20:${address}`)
    expect(new Set(SANDBOX_OPTIONS['passkey']?.['feeTokens'] as string[])).toEqual(new Set(taken))
  })

  it('of a site that pays nothing itself only takes tokens', async () => {
    const path = `${url()}/tokens`
    expect((await stub(anyone().address, {}, path)).error).toMatchObject({ code: -32602 })
    expect((await stub(anyone().address, context('DAI'), path)).result).toMatchObject({ tokenPayment: { name: 'DAI' } })
  })

  it('agrees to nothing that leaves it without an allowance, or without the token', async () => {
    await expect(prepared('USDC', 1n)).rejects.toThrow('The calls must allow the paymaster')
    const away = call('USDC', 'transfer', [anyone().address, parseUnits('19.99999', 6)])
    await expect(prepared('USDC', parseUnits('20', 6), [away])).rejects.toThrow('The account keeps less than')
    const { paymaster } = await paymasterOf('USDC')
    const ended = call('USDC', 'approve', [paymaster, 0n])
    await expect(prepared('USDC', parseUnits('20', 6), [ended])).rejects.toThrow('The calls must allow the paymaster')
  })

  it('declines what costs too much', async () => {
    const dear = { ...draft(anyone().address), callGasLimit: '0x5f5e100', maxFeePerGas: '0x3b9aca00' }
    const { error } = await ask(url(), 'pm_getPaymasterData', [dear, entryPoint08Address, '0x7a69', context('DAI')])
    expect(error).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^The paymaster pays at most/) as string,
    })
  })
})
