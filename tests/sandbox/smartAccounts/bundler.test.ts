import { encodeFunctionData, parseAbi, parseEther, zeroAddress, type Hex } from 'viem'
import {
  entryPoint08Address,
  formatUserOperationRequest,
  getUserOperationTypedData,
  prepareUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { chainClients } from '../chain.ts'
import { anyone, ask, viemClients, type RpcAnswer } from './clients.ts'
import { simpleAccountFactory } from './simpleAccountFactory.ts'
import { accountAbi, viemAccount } from './viemAccount.ts'

const sandbox = useSandbox()

/** Deploys the factory of the reference implementation, which only the entry point may call. */
async function referenceFactory(): Promise<Hex> {
  const { abi, bytecode } = simpleAccountFactory
  const chain = chainClients(sandbox(), 31337, sandbox().accounts[5]?.privateKey ?? '0x')
  return chain.deploy([...abi], bytecode, [entryPoint08Address])
}

describe("viem's bundler client", () => {
  it.each([
    ['the sandbox', async () => sandbox().smartAccounts.factory],
    ['the reference implementation', referenceFactory],
  ])('deploys an account of %s and makes two calls in one operation', async (_whose, factory) => {
    const { reader, bundler } = viemClients(sandbox())
    expect(await bundler.getSupportedEntryPoints()).toEqual([entryPoint08Address])
    expect(await bundler.getChainId()).toBe(31337)
    const account = await viemAccount(sandbox(), await factory())
    const [first, second] = [anyone().address, anyone().address]
    const calls = [
      { to: first, value: 3n },
      { to: second, value: 4n },
    ]
    const gas = await bundler.estimateUserOperationGas({ account, calls })
    const hash = await bundler.sendUserOperation({ account, calls })
    const done = await bundler.waitForUserOperationReceipt({ hash })
    expect(done).toMatchObject({
      userOpHash: hash,
      success: true,
      sender: account.address,
      entryPoint: entryPoint08Address,
    })
    expect([await reader.getBalance({ address: first }), await reader.getBalance({ address: second })]).toEqual([
      3n,
      4n,
    ])
    // The estimate is enough, and less than twice what it takes.
    const limits = gas.callGasLimit + gas.verificationGasLimit + gas.preVerificationGas
    expect(done.actualGasUsed).toBeLessThan(limits)
    expect(done.actualGasUsed * 2n).toBeGreaterThan(limits)
    expect(await reader.getCode({ address: account.address })).toBeDefined()

    const found = await bundler.getUserOperation({ hash })
    expect(found).toMatchObject({
      transactionHash: done.receipt.transactionHash,
      blockNumber: done.receipt.blockNumber,
      entryPoint: entryPoint08Address,
      userOperation: { sender: account.address, nonce: BigInt(done.nonce) },
    })
  })

  it('gives the logs of the operation only', async () => {
    const { bundler } = viemClients(sandbox())
    const account = await viemAccount(sandbox(), sandbox().smartAccounts.factory)
    const token = sandbox().tokens.find(({ symbol, chainId }) => symbol === 'DAI' && chainId === 31337)?.address
    const approve = parseAbi(['function approve(address, uint256)'])
    const data = encodeFunctionData({ abi: approve, functionName: 'approve', args: [anyone().address, 1n] })
    const hash = await bundler.sendUserOperation({ account, calls: [{ to: token ?? zeroAddress, data }] })
    const { logs, receipt } = await bundler.waitForUserOperationReceipt({ hash })
    expect(logs.map(({ address }) => address)).toEqual([token?.toLowerCase()])
    expect(receipt.logs.length).toBeGreaterThan(2)
  })

  it('is told that calls fail before anything is sent', async () => {
    const { bundler } = viemClients(sandbox())
    const account = await viemAccount(sandbox(), sandbox().smartAccounts.factory)
    const calls = [{ to: sandbox().smartAccounts.factory, data: '0x12345678' as const }]
    await expect(bundler.sendUserOperation({ account, calls })).rejects.toThrow(/execution reverted/i)
  })
})

/** A signed operation in the form in which it is sent. */
async function wire(changes: object = {}, options: { balance?: bigint; signer?: ReturnType<typeof anyone> } = {}) {
  const { bundler } = viemClients(sandbox())
  const owner = anyone()
  const account = await viemAccount(sandbox(), sandbox().smartAccounts.factory, owner, options.balance)
  const prepared = await prepareUserOperation(bundler, { account, calls: [{ to: owner.address, value: 0n }] })
  const operation = { ...prepared, ...changes } as UserOperation<'0.8'>
  const data = { chainId: 31337, entryPointAddress: entryPoint08Address, userOperation: operation }
  const signature = await (options.signer ?? owner).signTypedData(getUserOperationTypedData(data))
  return formatUserOperationRequest({ ...operation, signature })
}

describe('eth_sendUserOperation', () => {
  const send = async (operation: unknown, entryPoint: unknown = entryPoint08Address): Promise<RpcAnswer> =>
    ask(viemClients(sandbox()).rpcUrl, 'eth_sendUserOperation', [operation, entryPoint])

  it('answers the hash; the operation cannot be sent again', async () => {
    const operation = await wire()
    expect(await send(operation)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: expect.stringMatching(/^0x.{64}$/) as string,
    })
    expect(await send(operation)).toMatchObject({ error: { code: -32500, message: 'AA10 sender already constructed' } })
    const { factory: _, factoryData: __, ...later } = operation
    expect(await send(later)).toMatchObject({ error: { message: expect.stringMatching(/^AA2[45]/) as string } })
  })

  it.each([
    ['of another signer', {}, { signer: anyone() }, -32507, 'AA24 signature error'],
    ['with a nonce that is not due', { nonce: 5n }, {}, -32500, 'AA25 invalid account nonce'],
    ['of an account that cannot pay', {}, { balance: 0n }, -32500, "AA21 didn't pay prefund"],
    [
      'of an account that nobody makes',
      { factory: undefined, factoryData: undefined },
      {},
      -32500,
      'AA20 account not deployed',
    ],
    ['whose factory fails', { factoryData: '0x12345678' }, {}, -32500, 'AA13 initCode failed or OOG'],
    [
      'whose validation gets too little gas',
      { verificationGasLimit: 1000n },
      {},
      -32500,
      'The entry point reverted: execution reverted',
    ],
  ])('refuses one %s', async (_what, changes, options, code, message) => {
    expect(await send(await wire(changes, options))).toMatchObject({ error: { code, message } })
  })

  it('refuses one that the chain would not take for its fees or gas', async () => {
    const cheap = await wire({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })
    expect(await send(cheap)).toMatchObject({
      error: { code: -32602, message: expect.stringMatching(/base fee/) as string },
    })
    const large = await wire({ callGasLimit: 20_000_000n }, { balance: parseEther('100') })
    expect(await send(large)).toMatchObject({
      error: { code: -32602, message: expect.stringMatching(/gas limits/) as string },
    })
  })

  it('refuses another entry point and an older form', async () => {
    const operation = await wire()
    const error = (message: RegExp) => ({ error: { code: -32602, message: expect.stringMatching(message) as string } })
    expect(await send(operation, zeroAddress)).toMatchObject(error(/the entry point here is 0x4337/))
    expect(await send({ ...operation, initCode: '0x1234' })).toMatchObject(error(/older entry point/))
    expect(await send({ ...operation, paymaster: zeroAddress })).toMatchObject(
      error(/paymasterVerificationGasLimit must be/),
    )
    expect(await send({ ...operation, sender: '0x12' })).toMatchObject(error(/sender must be an address/))
    const { signature: _, ...unsigned } = operation
    expect(await send(unsigned)).toMatchObject(error(/signature must be bytes/))
  })

  it('is answered while nothing is mined; the receipt comes later', async () => {
    const { rpcUrl } = viemClients(sandbox())
    const operation = await wire()
    await ask(rpcUrl, 'evm_setAutomine', [false])
    const { result } = await send(operation)
    const find = (what: string) => ask(rpcUrl, `eth_getUserOperation${what}`, [result])
    expect(await find('Receipt')).toMatchObject({ result: null })
    const userOperation = { sender: operation.sender }
    expect(await find('ByHash')).toMatchObject({ result: { userOperation, blockHash: null, transactionHash: null } })
    await ask(rpcUrl, 'evm_mine', [])
    await ask(rpcUrl, 'evm_setAutomine', [true])
    expect(await find('Receipt')).toMatchObject({ result: { success: true, sender: operation.sender } })
  })

  it('mines an operation whose calls fail, without their effect, and says so', async () => {
    const { rpcUrl, bundler } = viemClients(sandbox())
    const to = sandbox().smartAccounts.factory
    const batch = [{ target: to, value: 0n, data: '0x12345678' as const }]
    const callData = encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [batch] })
    const { result } = await send(await wire({ callData }))
    const receipt = await bundler.waitForUserOperationReceipt({ hash: result as Hex })
    expect(receipt).toMatchObject({ success: false, receipt: { status: 'success' } })
    expect(await ask(rpcUrl, 'eth_getUserOperationReceipt', [result])).toMatchObject({ result: { success: false } })
  })
})

describe('over HTTP', () => {
  const unknown = `0x${'ab'.repeat(32)}`

  it('an operation that nobody sent has no receipt', async () => {
    const { rpcUrl } = viemClients(sandbox())
    expect(await ask(rpcUrl, 'eth_getUserOperationReceipt', [unknown])).toEqual({ jsonrpc: '2.0', id: 7, result: null })
    expect(await ask(rpcUrl, 'eth_getUserOperationByHash', [unknown])).toEqual({ jsonrpc: '2.0', id: 7, result: null })
  })

  it.each(['/rpc/31338', '/v1/?chainId=eip155:31338&projectId=p'])(
    '%s takes them in a batch with others',
    async (path) => {
      const calls = [
        { jsonrpc: '2.0', id: 'a', method: 'eth_supportedEntryPoints', params: [] },
        { jsonrpc: '2.0', id: 2, method: 'eth_chainId' },
        { jsonrpc: '2.0', id: 3, method: 'eth_getUserOperationReceipt', params: ['0x12'] },
        { jsonrpc: '2.0', id: 4, method: 'eth_noSuchThing' },
      ]
      const response = await fetch(sandbox().url + path, { method: 'POST', body: JSON.stringify(calls) })
      const answers = (await response.json()) as RpcAnswer[]
      const of = (id: unknown) => answers.find((answer) => answer.id === id)
      expect(answers).toHaveLength(4)
      expect(of('a')?.result).toEqual([entryPoint08Address])
      expect(of(2)?.result).toBe('0x7a6a')
      expect(of(3)?.error).toEqual({ code: -32602, message: 'Invalid params: the hash must be 32 bytes in hex' })
      expect(of(4)?.error?.code).toBe(-32601)
    },
  )

  it('a body that is no JSON-RPC is answered by the node, whatever it mentions', async () => {
    for (const body of ['eth_sendUserOperation', '{"method":"UserOperation"', '["UserOperation"]', '[]', 'null']) {
      const response = await fetch(viemClients(sandbox()).rpcUrl, { method: 'POST', body })
      expect(await response.text()).toContain('error')
    }
  })
})
