import { Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bitcoinKeys } from '../../../../runtime/test/sign/bitcoinKeys.ts'
import {
  checkTransfer,
  type Coin,
  readCoins,
  readFeeRate,
  satoshi,
  signTransfer,
} from '../../../../runtime/test/sign/bitcoinTransfer.ts'

const [from, ordinals] = bitcoinKeys(Buffer.alloc(32, 0x11), 'regtest')
const [{ address: to, script }, { address: change, script: changeScript }] = bitcoinKeys(
  Buffer.alloc(32, 0x22),
  'regtest',
)
const coins = (...values: number[]): Coin[] => values.map((value, vout) => ({ txid: '77'.repeat(32), vout, value }))
const paidBy = (transaction: Transaction) =>
  Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script: paid, amount } = transaction.getOutput(index)
    return [Buffer.from(paid ?? []).toString('hex'), amount]
  })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

it('pays from as few coins as it takes, and gives the rest back', () => {
  const signed = signTransfer({ from, to, amount: 30_000n }, coins(50_000, 50_000), 2n, 'regtest')
  const read = Transaction.fromRaw(signed?.extract() ?? new Uint8Array())
  expect(read.inputsLength).toBe(1)
  const [paid, back] = paidBy(read)
  expect(paid).toEqual([hex(script), 30_000n])
  expect(back?.[0]).toBe(hex(from.script))
  const fee = signed?.fee ?? 0n
  expect(back?.[1]).toBe(20_000n - fee)
  expect(fee).toBeGreaterThanOrEqual(2n * BigInt(signed?.vsize ?? 0))
  expect(fee).toBeLessThan(2n * BigInt(signed?.vsize ?? 0) + 20n)
})

it('names another address for the rest, and notes what it is told', () => {
  const memo = Buffer.from('thanks')
  const signed = signTransfer({ from, to, amount: 30_000n, change, memo }, coins(50_000), 1n, 'regtest')
  const scripts = signed && paidBy(signed).map(([paid]) => paid)
  expect(scripts).toEqual([hex(script), `6a06${hex(memo)}`, hex(changeScript)])
})

it('leaves a rest that would be dust to the fee', () => {
  const signed = signTransfer({ from, to, amount: 49_700n }, coins(50_000), 1n, 'regtest')
  expect(signed && paidBy(signed)).toEqual([[hex(script), 49_700n]])
  expect(signed?.fee).toBe(300n)
})

it('is nothing where the coins are not enough, the fee counted', () => {
  expect(signTransfer({ from, to, amount: 50_000n }, coins(50_000), 1n, 'regtest')).toBeUndefined()
  expect(signTransfer({ from, to, amount: 1000n }, [], 1n, 'regtest')).toBeUndefined()
})

it('refuses addresses of other networks, and to pay from an address for ordinals', () => {
  const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const transfer = { from, to, amount: 1000n }
  const refused = (changed: object) => expect(() => checkTransfer({ ...transfer, ...changed }, 'regtest'))
  expect(checkTransfer(transfer, 'regtest')).toBe(transfer)
  refused({ to: mainnet }).toThrow('is not an address of this network')
  refused({ change: mainnet }).toThrow('is not an address of this network')
  refused({ to: `${to.slice(0, -1)}b` }).toThrow('is not an address of this network')
  refused({ from: ordinals }).toThrow('paid from a payment address')
})

it('reads whole satoshi only', () => {
  expect([satoshi(1), satoshi('2100000000000000')]).toEqual([1n, 2_100_000_000_000_000n])
  for (const amount of [0, -1, 1.5, 1e21, NaN, '1.5', '', '0x10', ' 1', null, 5n])
    expect(() => satoshi(amount), String(amount)).toThrow('amount must be whole satoshi')
})

it('reads what Esplora answers, and nothing else', () => {
  const [coin] = coins(5)
  expect(readCoins([{ ...coin, status: { confirmed: true } }])).toMatchObject([{ value: 5 }])
  for (const answer of [null, {}, 'no', [null], [{ ...coin, value: '5' }], [{ ...coin, txid: 'x' }]])
    expect(() => readCoins(answer)).toThrow('The node lists no coins')
  expect([{ '1': 1.2 }, { '1': 20 }, { '1': 0.1 }, {}, null, { '1': 'x' }].map(readFeeRate)).toEqual([
    2n,
    20n,
    1n,
    1n,
    1n,
    1n,
  ])
  fc.assert(fc.property(fc.jsonValue(), (answer) => readFeeRate(answer) === 1n || typeof answer === 'object'))
})
