import fc from 'fast-check'
import { keccak256, toRlp } from 'viem'
import { sign } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/eip155/adapter.ts'
import {
  classifyTransactionError,
  parseRevert,
  TransactionError,
  type TransactionErrorKind,
  TRANSACTION_ERROR_CODES,
} from '../../../../runtime/chains/eip155/transactionError.ts'
import { waitForReceipt } from '../../../../runtime/chains/eip155/receipt.ts'
import { TRANSACTION_ERRORS } from '../../../../runtime/errors/transaction.ts'
import { createPluginKit } from '../../../../runtime/host/createPluginKit.ts'
import { createRpc } from '../../../../runtime/http/rpc.ts'
import type { Kit } from '../../../../runtime/contracts/kit.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { kitOf, networkOf } from './kit.ts'

type Hex = `0x${string}`
const sandbox = useSandbox()
const url = () => sandbox().chains[0]?.rpcUrl ?? ''
const chain = () => networkOf(31337, url(), 'Sandbox One')
const account = (at: number) => sandbox().accounts[at] ?? { address: '0x', privateKey: '0x' }
const HASH = `0x${'ab'.repeat(32)}`
const GWEI = 10n ** 9n
/** The revert data of a contract that reverts with Error("no"). */
const SAID = `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`
/** Creation code that reverts at once: it copies the data that follows the code, and reverts with it. */
const REVERTS = `0x6064600c60003960646000fd${SAID}`

/** Sends a request to the node, and throws the node's error as wallets do: inside an error of their own. */
const ask = async (method: string, params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url(), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
  // oxlint-disable-next-line typescript/only-throw-error -- wallets throw plain objects
  if (error) throw { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: error } }
  return result
}

type Fields = { nonce?: number; gas?: bigint; fee?: bigint; tip?: bigint; value?: bigint }
/** A wallet with a real key that signs a transaction with any fields, even wrong ones, and sends it raw. */
const wallet = (fields: Fields = {}) => ({
  request: async ({ method }: { method: string; params?: unknown }): Promise<unknown> => {
    if (method !== 'eth_sendTransaction') return ask(method, [])
    const { address, privateKey } = account(0)
    const count = Number(await ask('eth_getTransactionCount', [address, 'latest']))
    const { nonce = count, gas = 21_000n, fee = 3n * GWEI, tip = 1n, value = 1n } = fields
    const hex = (number: bigint | number): Hex => {
      const digits = BigInt(number).toString(16)
      return BigInt(number) === 0n ? '0x' : `0x${digits.length % 2 ? '0' : ''}${digits}`
    }
    const to = account(1).address
    const unsigned = [hex(31337), hex(nonce), hex(tip), hex(fee), hex(gas), to, hex(value), '0x' as Hex, []] as const
    const hash = keccak256(`0x02${toRlp(unsigned as never).slice(2)}`)
    const { r, s, yParity } = await sign({ hash, privateKey: privateKey })
    const [left, right] = [r, s].map((part) => hex(BigInt(part)))
    return ask('eth_sendRawTransaction', [
      `0x02${toRlp([...unsigned, hex(yParity ?? 0), left, right] as never).slice(2)}`,
    ])
  },
})

let kit: Kit
beforeEach(() => void (kit = kitOf({ networks: [chain()] })))

const send = (fields: Fields) =>
  adapter
    .sendTransaction?.(kit, wallet(fields), {
      from: account(0).address,
      to: account(1).address,
      value: 1n,
      chain: chain(),
    })
    .then(
      () => undefined,
      (error: unknown) => error,
    )

/** Checks the class of an error, and that its text is that of the catalogue. */
function expectShown(error: unknown, kind: TransactionErrorKind) {
  expect(error).toBeInstanceOf(TransactionError)
  const code = TRANSACTION_ERROR_CODES[kind]
  expect(error).toMatchObject({ kind, code, message: TRANSACTION_ERRORS[code].message })
  const plugin = createPluginKit(kit, { id: 'send', feature: 'send', engine: '^0.1' })
  plugin.report(error, 'SEND_FAILED', { SEND_FAILED: { message: 'Something went wrong', show: 'toast', loud: true } })
  expect(kit.state.toast).toMatchObject({ open: true, variant: 'error', message: TRANSACTION_ERRORS[code].message })
}
const kindOf = (message: string, code = -32000) => classifyTransactionError({ code, message })?.kind

describe('a node rejects a transaction', () => {
  it('that would revert, and the reason is kept [S8.evmerr.01]', async () => {
    const request = { from: account(0).address, to: '', data: REVERTS, chain: chain() }
    const error: unknown = await adapter
      .estimateGas?.(kit, { ...request, to: undefined as unknown as string })
      .catch((each: unknown) => each)
    expectShown(error, 'executionReverted')
    expect(error).toMatchObject({ reason: 'no' })
    expect(classifyTransactionError(new Error('execution reverted: x'))).toMatchObject({
      kind: 'executionReverted',
      reason: 'x',
    })
  })

  it("whose maximum fee is too high (geth's text, which no node reaches) [S8.evmerr.02]", () => {
    expectShown(
      classifyTransactionError({ code: -32000, message: 'max fee per gas higher than 2^256-1: address 0x12' }),
      'feeCapTooHigh',
    )
  })

  it('whose maximum fee is below the block’s base fee [S8.evmerr.03]', async () => {
    expectShown(await send({ fee: 1n, tip: 0n }), 'feeCapTooLow')
    expect(kindOf('max fee per gas less than block base fee')).toBe('feeCapTooLow')
  })

  it("whose nonce is too high (geth's text, because anvil queues these) [S8.evmerr.04]", () => {
    expectShown(
      classifyTransactionError({ code: -32000, message: 'nonce too high: address 0x12, tx: 9 state: 1' }),
      'nonceTooHigh',
    )
  })

  it('whose nonce was already used [S8.evmerr.05]', async () => {
    expect(await send({})).toBeUndefined()
    expectShown(await send({ nonce: 0 }), 'nonceTooLow')
    expect(kindOf('nonce too low')).toBe('nonceTooLow')
  })

  it('that the account cannot pay for [S8.evmerr.06]', async () => {
    expectShown(await send({ value: 10n ** 30n }), 'insufficientFunds')
    expect(kindOf('insufficient funds')).toBe('insufficientFunds')
  })

  it('with more gas than a block allows [S8.evmerr.07]', async () => {
    expectShown(await send({ gas: 10n ** 11n }), 'intrinsicGasTooHigh')
    expect(kindOf('intrinsic gas too high')).toBe('intrinsicGasTooHigh')
  })

  it('with less gas than it needs [S8.evmerr.08]', async () => {
    expectShown(await send({ gas: 20_000n }), 'intrinsicGasTooLow')
    expect(kindOf('intrinsic gas too low')).toBe('intrinsicGasTooLow')
  })

  it('with a tip above the maximum fee [S8.evmerr.09]', async () => {
    expectShown(await send({ fee: 2n * GWEI, tip: 3n * GWEI }), 'tipAboveFeeCap')
    expect(kindOf('max priority fee per gas higher than max fee per gas')).toBe('tipAboveFeeCap')
  })
})

describe('a transaction', () => {
  it('that the node does not know [S8.evmerr.10]', async () => {
    const error: unknown = await adapter.getTransaction?.(kit, chain(), HASH).catch((each: unknown) => each)
    expectShown(error, 'transactionNotFound')
  })

  it('that is not in a block yet [S8.evmerr.11]', async () => {
    const error: unknown = await adapter.getReceipt?.(kit, chain(), HASH).catch((each: unknown) => each)
    expectShown(error, 'receiptNotFound')
  })

  it('that is known and mined', async () => {
    const { address } = account(0)
    const hash = String(await wallet().request({ method: 'eth_sendTransaction' }))
    expect(await adapter.waitForTransaction?.(kit, chain(), hash)).toEqual({ status: 'success', hash })
    expect(await adapter.getReceipt?.(kit, chain(), hash)).toEqual({ status: 'success', hash })
    const known = await adapter.getTransaction?.(kit, chain(), hash)
    expect(known).toMatchObject({ hash, from: address.toLowerCase(), type: '0x2' })
  })

  it('that is not mined before the timeout [S8.evmerr.12]', async () => {
    const started = Date.now()
    const error: unknown = await adapter
      .waitForTransaction?.(kit, chain(), HASH, undefined, 300)
      .catch((each: unknown) => each)
    expectShown(error, 'waitTimeout')
    expect(Date.now() - started).toBeGreaterThanOrEqual(290)
    expect(Date.now() - started).toBeLessThan(3_000)
  })

  it('whose wait is aborted first', async () => {
    const leaving = new AbortController()
    const waiting = waitForReceipt(createRpc({ urls: [url()] }), HASH, { signal: leaving.signal, timeout: 10_000 })
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await expect(
      waitForReceipt(createRpc({ urls: [url()] }), HASH, { signal: leaving.signal, timeout: 10_000 }),
    ).rejects.toThrow('left')
  })
})

/**
 * Messages of nodes by class, from their sources and from the exception tables of the Ethereum execution specification
 * tests.
 */
const WORDS: Readonly<Partial<Record<TransactionErrorKind, readonly string[]>>> = {
  executionReverted: [
    'execution reverted', // geth, erigon, besu
    'VM execution error.', // nethermind
    'execution reverted: nonce too low', // a contract's own words
    'gas required exceeds allowance (0)', // geth
    'Out of gas: gas required exceeds allowance: 30000000', // anvil
  ],
  feeCapTooHigh: [
    'fee cap higher than 2^256-1', // erigon
    'tx fee (1000.00 ether) exceeds the configured cap (1.00 ether)', // geth
    'overflow payment in transaction', // reth
  ],
  feeCapTooLow: [
    'fee cap less than block base fee', // erigon
    'max fee per gas less than block base fee: address 0x12, maxFeePerGas: 1, baseFee: 7', // geth
    'miner premium is negative', // nethermind
    'FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 7', // nethermind
    'transaction invalid gasPrice is less than the current BaseFee', // besu
    'gas price is less than block base fee', // besu, reth
    'transaction underpriced: tip needed 1, tip permitted 0', // geth
  ],
  nonceTooHigh: [
    'NonceGap, Future nonce. Expected nonce: 1', // nethermind
    'nonce 9 too high, expected 1', // reth
    'transaction invalid transaction nonce 9 does not match sender account nonce 1', // besu
  ],
  nonceTooLow: [
    'OldNonce, Current nonce: 1, nonce of rejected tx: 0', // nethermind
    'nonce 0 too low, expected 1', // reth
    'transaction invalid transaction nonce 0 below sender account nonce 1', // besu
    'already known', // geth, erigon
    'AlreadyKnown', // nethermind
    'Known transaction', // besu
    'transaction already imported', // openethereum
  ],
  insufficientFunds: [
    'insufficient funds for gas * price + value: address 0x12 have 0 want 1', // geth
    'Insufficient funds for gas * price + value', // anvil
    'InsufficientFunds, Balance is 0 less than sending value', // nethermind
    'insufficient sender balance', // nethermind
    'insufficient MaxFeePerGas for sender balance', // nethermind
    'transaction invalid transaction up-front cost 0x1 exceeds transaction sender account balance 0x0', // besu
    'Upfront cost exceeds account balance', // besu
    'lack of funds (0) for max fee (1)', // reth
  ],
  intrinsicGasTooHigh: [
    'gas limit reached', // geth
    'exceeds block gas limit', // geth
    'transaction gas limit too high (cap: 16777216, tx: 30000000)', // geth
    'GasLimitExceeded, Gas limit: 30000000, gas limit of rejected tx: 31000000', // nethermind
    'caller gas limit exceeds the block gas limit', // reth
    'transaction gas limit (30000000) is greater than the cap (16777216)', // reth
    'Transaction gas limit must be at most 16777216', // besu
    'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit', // anvil
  ],
  intrinsicGasTooLow: [
    'intrinsic gas too low: gas 20000, minimum needed 21000', // geth
    'insufficient gas for floor data gas cost: gas 21000, minimum needed 22000', // geth
    'transaction invalid intrinsic gas cost 21000 exceeds gas limit 20000', // besu
    'Intrinsic gas exceeds gas limit', // besu
    'call gas cost (21000) exceeds the gas limit (20000)', // reth
    'gas floor (22000) exceeds the gas limit (21000)', // reth
    'gas limit below intrinsic gas', // nethermind
  ],
  tipAboveFeeCap: [
    'tip higher than fee cap', // erigon
    'InvalidMaxPriorityFeePerGas: Cannot be higher than maxFeePerGas', // nethermind
    'priority fee is greater than max fee', // reth
    'max priority fee per gas cannot be greater than max fee per gas', // besu
    'Invalid input: `max_priority_fee_per_gas` greater than `max_fee_per_gas`', // anvil
  ],
}

describe('node error texts', () => {
  it.each(Object.entries(WORDS).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
    'are classified as %s: %s',
    (kind, text) => expect(kindOf(text)).toBe(kind),
  )

  it("are found inside a wallet's error", () => {
    const error = new Error('could not coalesce error', {
      cause: { code: -32603, data: { originalError: { code: -32000, message: 'nonce too low' } } },
    })
    expect(classifyTransactionError(error)).toMatchObject({ kind: 'nonceTooLow', cause: error })
  })

  it('have no class after a rejection or when they are unknown', () => {
    expect(classifyTransactionError({ code: 4001, message: 'User rejected: nonce too low' })).toBeUndefined()
    expect(kindOf('database is locked')).toBeUndefined()
    expect(kindOf('max priority fee per gas higher than 2^256-1')).toBeUndefined()
    expect(classifyTransactionError(undefined)).toBeUndefined()
  })

  it('have no class when the person declined them in Ledger Live, whose code for that is the code of a revert', () => {
    const declined = { code: 3, message: 'Transaction declined', data: [{ code: 104, message: 'Rejected' }] }
    expect(classifyTransactionError(declined)).toBeUndefined()
  })

  it('may be only the code of a revert, or its data', () => {
    expect(kindOf('VM Exception', 3)).toBe('executionReverted')
    const data = `0x${SAID}`
    expect(classifyTransactionError({ code: 3, message: 'VM Exception', data })).toMatchObject({ reason: 'no' })
    expect(classifyTransactionError({ code: 3, message: 'execution reverted', data })).toMatchObject({ reason: 'no' })
  })

  it('and contract errors never make the parser throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.string().map((message) => ({ message })),
        ),
        (value) => {
          expect([undefined, ...Object.keys(TRANSACTION_ERROR_CODES)]).toContain(classifyTransactionError(value)?.kind)
        },
      ),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const reason = parseRevert(`0x08c379a0${Buffer.from(bytes).toString('hex')}`)
        expect(reason === undefined || reason.length <= 200).toBe(true)
      }),
    )
    // A length that points at itself, and one far outside the data.
    expect(parseRevert(`0x08c379a0${'0'.repeat(64)}`)).toBeUndefined()
    expect(parseRevert(`0x08c379a0${'f'.repeat(64)}`)).toBeUndefined()
  })
})
