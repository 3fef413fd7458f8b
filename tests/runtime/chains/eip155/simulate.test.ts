import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import adapter from '../../../../runtime/chains/eip155/adapter.ts'
import { compareSimulation } from '../../../../runtime/data/compareSimulation.ts'
import { deployTrick, mined, rpc, type TRICKS } from '../../../support/trickToken.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { type Answer, type Post, startRpcServer } from '../../http/node.ts'
import { kitOf, networkOf } from './kit.ts'

const sandbox = useSandbox()
const account = (at: number) => sandbox().accounts[at]?.address.toLowerCase() ?? ''
const address = (text: string) => text as `0x${string}`
const dai = () => sandbox().tokens.find(({ symbol, chainId }) => symbol === 'DAI' && chainId === 31337)?.address ?? ''
const abi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address to, uint256 value)',
  'function claim(address spender)',
])
const transfer = (to: string, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [address(to), amount] })

/** A server in front of the sandbox's node that changes some answers. */
async function front(change: (post: Post) => Answer | undefined): Promise<string> {
  const server = await startRpcServer(async (post) => {
    const changed = change(post)
    if (changed) return changed
    const body = JSON.stringify(post.body)
    const reply = await fetch(url(), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return { text: await reply.text() }
  })
  onTestFinished(server.stop)
  return server.url
}
const url = () => sandbox().chains[0]?.rpcUrl ?? ''
const lacks = (...methods: string[]) => {
  const error = { code: -32601, message: 'Method not found' }
  return ({ body, calls }: Post): Answer | undefined => {
    if (!calls.some(({ method }) => methods.includes(method))) return undefined
    const replies = calls.map(({ id, method }) =>
      method === 'eth_chainId' ? { jsonrpc: '2.0', id, result: '0x7a69' } : { jsonrpc: '2.0', id, error },
    )
    return { json: Array.isArray(body) ? replies : replies[0] }
  }
}

const simulate = (
  request: { from?: string; to: string; value?: bigint; data?: string; gas?: bigint },
  rpcUrl = url(),
) => {
  const chain = networkOf(31337, rpcUrl)
  const run = adapter.simulate ?? (() => Promise.reject(new Error('It simulates')))
  return run(kitOf({ networks: [chain] }), { from: account(0), ...request, chain })
}
/** Simulates a transfer of 100 units of a trick token, and compares it with that intent. */
async function tricked(trick: keyof typeof TRICKS, rpcUrl?: string) {
  const token = (await deployTrick(sandbox(), trick, account(0), dai())).toLowerCase()
  const found = await simulate({ to: token, data: transfer(account(1), 100_000_000n) }, rpcUrl)
  const intent = { pays: { token, amount: 100_000_000n, to: account(1) } }
  return { token, found, findings: compareSimulation(account(0), found, intent) }
}

describe('the simulation of a transaction on the network’s own node', () => {
  it('says how much of the native currency leaves and who gets it, without the network fee', async () => {
    const found = await simulate({ to: account(1), value: 5n })
    expect(found).toEqual({
      status: 'success',
      changes: [{ amount: -5n }],
      receipts: [{ holder: account(1), amount: 5n }],
      allowances: [],
    })
    expect(compareSimulation(account(0), found, { pays: { amount: 5n, to: account(1) } })).toEqual([])
    // The simulation sent no transaction.
    expect(await rpc(sandbox(), 'eth_getTransactionCount', [account(0), 'latest'])).toBe('0x0')
  })

  it('says that the whole balance leaves, because the network fee is not part of it', async () => {
    const all = BigInt(String(await rpc(sandbox(), 'eth_getBalance', [account(0), 'latest'])))
    for (const rpcUrl of [url(), await front(lacks('eth_simulateV1'))])
      expect((await simulate({ to: account(1), value: all }, rpcUrl)).changes).toEqual([{ amount: -all }])
  })

  it('says the same of an honest token, with its symbol and decimals, and finds nothing to mark', async () => {
    const { token, found, findings } = await tricked('honest')
    expect(found.changes).toEqual([{ token, amount: -100_000_000n, symbol: 'TRK', decimals: 6 }])
    expect(found.receipts).toEqual([{ token, holder: account(1), amount: 100_000_000n }])
    expect(findings).toEqual([])
  })

  it('marks a token that keeps a part, whether its events say so or hide it', async () => {
    expect((await tricked('fee')).findings).toEqual([{ kind: 'arrives', amount: 95_000_000n }])
    expect((await tricked('quietFee')).findings).toEqual([{ kind: 'arrives', amount: 95_000_000n }])
  })

  it('marks a token that moves nothing', async () => {
    const { findings } = await tricked('nothing')
    expect(findings.map(({ kind }) => kind)).toEqual(['paysLess', 'nobody'])
  })

  it('marks another token that leaves besides', async () => {
    const token = await deployTrick(sandbox(), 'side', account(0), dai())
    const approve = encodeFunctionData({ abi, functionName: 'approve', args: [token, 2n ** 255n] })
    await rpc(sandbox(), 'anvil_impersonateAccount', [account(0)])
    await mined(sandbox(), { from: account(0), to: dai(), data: approve })
    const found = await simulate({ to: token, data: transfer(account(1), 100_000_000n) })
    const findings = compareSimulation(account(0), found, {
      pays: { token, amount: 100_000_000n, to: account(1) },
    })
    expect(findings).toEqual([
      { kind: 'leaves', change: { token: dai().toLowerCase(), amount: -100_000_000n, symbol: 'DAI', decimals: 18 } },
    ])
  })

  it('says that a call fails, and why', async () => {
    const { found, findings } = await tricked('reverts')
    expect(found).toMatchObject({ status: 'reverted', changes: [] })
    expect(findings).toEqual([{ kind: 'reverts', reason: 'Paused by its owner' }])
    const poor = await simulate({ to: account(1), value: 10n ** 30n })
    expect(poor.status).toBe('reverted')
  })

  it('says which allowance it gives, and marks an unlimited one and another spender’s', async () => {
    const token = (await deployTrick(sandbox(), 'honest', account(0))).toLowerCase()
    const claim = encodeFunctionData({ abi, functionName: 'claim', args: [address(account(3))] })
    const found = await simulate({ to: token, data: claim })
    const allowance = { token, spender: account(3), amount: 2n ** 256n - 1n, symbol: 'TRK', decimals: 6 }
    expect(found.allowances).toEqual([allowance])
    expect(compareSimulation(account(0), found, undefined)).toEqual([{ kind: 'allowance', allowance }])
    const asked = (spender: string) => ({ allows: { token, spender, amount: 2n ** 256n - 1n } })
    expect(compareSimulation(account(0), found, asked(account(3)))).toEqual([])
    expect(compareSimulation(account(0), found, asked(account(4)))).toHaveLength(1)
  })
})

describe('an allowance that Permit2 keeps', () => {
  const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
  const APPROVAL = 'da9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
  /** `approve` stores the amount and logs it as Permit2 does. Any other call answers with the stored amount. */
  const code = `0x36608414600f575f545f5260605ff35b604435805f555f52606435602052602435600435337f${APPROVAL}60405fa400`
  const approve = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
  const toAllow = (token: string, amount: bigint) =>
    encodeFunctionData({ abi: approve, args: [address(token), address(account(3)), amount, 2 ** 48 - 1] })

  it('is told, and marked when it is unlimited, also by a node without eth_simulateV1', async () => {
    const token = (await deployTrick(sandbox(), 'honest', account(0))).toLowerCase()
    await rpc(sandbox(), 'anvil_setCode', [PERMIT2, code])
    const most = 2n ** 160n - 1n
    const allowance = { token, spender: account(3), amount: most, symbol: 'TRK', decimals: 6 }
    for (const rpcUrl of [url(), await front(lacks('eth_simulateV1'))]) {
      const found = await simulate({ to: PERMIT2, data: toAllow(token, most) }, rpcUrl)
      expect(found.allowances).toEqual([allowance])
      expect(compareSimulation(account(0), found, undefined)).toEqual([{ kind: 'allowance', allowance }])
      expect(await simulate({ to: PERMIT2, data: toAllow(token, 0n) }, rpcUrl)).toMatchObject({ allowances: [] })
    }
  })
})

/** Deploys a contract's own code on the sandbox's first chain. */
async function deployCode(code: string): Promise<string> {
  const size = (code.length / 2).toString(16).padStart(2, '0')
  const data = `0x60${size}600c60003960${size}6000f3${code}`
  const hash = await rpc(sandbox(), 'eth_sendTransaction', [{ from: account(0), data, gas: '0x30d40' }])
  const receipt = async () => (await rpc(sandbox(), 'eth_getTransactionReceipt', [hash])) as { contractAddress: string }
  await expect.poll(receipt).toMatchObject({ status: '0x1' })
  return (await receipt()).contractAddress
}
/** Keeps the ether that it gets, but gives it back if the opcode says 0: if (opcode) stop; caller.call{value}(). */
const doubter = (opcode: string) => `${opcode}601257600060006000600034335af150005b00`
/** Reverts unless its caller has no ether. */
const ONLY_EMPTY = '3331600657005b60006000fd'

describe('a contract that looks whether it is simulated', () => {
  for (const [name, opcode] of [
    ['GASPRICE', '3a'],
    ['BASEFEE', '48'],
  ] as const)
    it(`finds a real ${name}, so the simulation shows what the transaction does`, async () => {
      const to = await deployCode(doubter(opcode))
      for (const rpcUrl of [url(), await front(lacks('eth_simulateV1'))]) {
        const found = await simulate({ to, value: 5n }, rpcUrl)
        expect(found).toMatchObject({ status: 'success', changes: [{ amount: -5n }] })
      }
      await mined(sandbox(), { from: account(0), to, value: '0x5' })
      expect(await rpc(sandbox(), 'eth_getBalance', [to, 'latest'])).toBe('0x5')
    })

  it('sees no more than the account holds, also of an account that cannot pay the fee', async () => {
    const to = await deployCode(ONLY_EMPTY)
    const poor = `0x${'77'.repeat(20)}`
    await rpc(sandbox(), 'anvil_setBalance', [poor, '0x9'])
    for (const rpcUrl of [url(), await front(lacks('eth_simulateV1'))])
      for (const limit of [{}, { gas: 100_000n }])
        expect(await simulate({ from: poor, to, value: 9n, ...limit }, rpcUrl)).toMatchObject({ status: 'success' })
  })
})

it('says that a payment of more than the account holds fails, whether or not it names its gas limit', async () => {
  const poor = `0x${'78'.repeat(20)}`
  await rpc(sandbox(), 'anvil_setBalance', [poor, '0x9'])
  for (const rpcUrl of [url(), await front(lacks('eth_simulateV1'))])
    for (const limit of [{}, { gas: 21_000n }])
      expect(await simulate({ from: poor, to: account(1), value: 10n, ...limit }, rpcUrl)).toMatchObject({
        status: 'reverted',
        changes: [],
      })
})

describe('a node without eth_simulateV1', () => {
  it('traces the call instead, with the same answer', async () => {
    const rpcUrl = await front(lacks('eth_simulateV1'))
    expect(await simulate({ to: account(1), value: 5n }, rpcUrl)).toEqual(await simulate({ to: account(1), value: 5n }))
    const { token, found, findings } = await tricked('honest', rpcUrl)
    expect(found.changes).toEqual([{ token, amount: -100_000_000n, symbol: 'TRK', decimals: 6 }])
    expect(findings).toEqual([])
    expect((await tricked('fee', rpcUrl)).findings).toEqual([{ kind: 'arrives', amount: 95_000_000n }])
    expect((await tricked('reverts', rpcUrl)).findings).toMatchObject([{ kind: 'reverts' }])
  })

  it('rejects if the node cannot trace either', async () => {
    const rpcUrl = await front(lacks('eth_simulateV1', 'debug_traceCall'))
    await expect(simulate({ to: account(1), value: 5n }, rpcUrl)).rejects.toThrow('Method not found')
  })
})
