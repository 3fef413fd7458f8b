/** The sandbox's Bitcoin chain: it verifies and mines transactions that another library has signed. */
import {
  Address as BtcAddress,
  NETWORK,
  OutScript,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  Script,
  Transaction,
} from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { describeScript, scriptOf } from '../../sandbox/bitcoin/address.ts'
import { useSandbox } from '../support/sandbox.ts'

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const sandbox = useSandbox()
const bitcoin = () => sandbox().bitcoin

type Utxo = { txid: string; vout: number; value: number; status: { confirmed: boolean; block_height: number } }

const ask = (path: string, init?: RequestInit) => fetch(`${bitcoin().url}${path}`, init)
const get = async <T>(path: string) => (await (await ask(path)).json()) as T
const text = async (path: string) => (await ask(path)).text()
const broadcast = async (hex: string) => {
  const answer = await ask('/tx', { method: 'POST', body: hex })
  return { status: answer.status, text: await answer.text() }
}
const utxos = (address: string) => get<Utxo[]>(`/address/${address}/utxo`)
const balance = async (address: string) => (await utxos(address)).reduce((sum, { value }) => sum + value, 0)

/** Spends all coins of an account: a signed transaction with these outputs. */
async function spend(index: number, pay: { address: string; amount: bigint }[], feeRate = 2n) {
  const account = bitcoin().accounts[index]
  if (!account) throw new Error('There is no such account')
  const payment = p2wpkh(Buffer.from(account.publicKey, 'hex'), regtest)
  const coins = await utxos(account.address)
  const transaction = new Transaction()
  let change = -200n * feeRate
  for (const { txid, vout, value } of coins) {
    transaction.addInput({ txid, index: vout, witnessUtxo: { script: payment.script, amount: BigInt(value) } })
    change += BigInt(value)
  }
  for (const { address, amount } of pay) {
    transaction.addOutputAddress(address, amount, regtest)
    change -= amount
  }
  if (change > 0n) transaction.addOutputAddress(account.address, change, regtest)
  return { account, transaction, seed: Buffer.from(account.seed, 'hex') }
}

describe('the Bitcoin chain', () => {
  it('has ten bitcoins for each test account, spendable by its key', async () => {
    expect(bitcoin().caipNetworkId).toBe('bip122:0f9188f13cb7b2c71f2a335e3a4fc328')
    expect(bitcoin().accounts).toHaveLength(3)
    for (const { address, publicKey } of bitcoin().accounts) {
      expect(p2wpkh(Buffer.from(publicKey, 'hex'), regtest).address).toBe(address)
      expect(await balance(address)).toBe(1_000_000_000)
    }
    expect(Number(await text('/blocks/tip/height'))).toBeGreaterThan(100)
    const fees = await get<Record<string, number>>('/fee-estimates')
    expect(fees['1']).toBeGreaterThanOrEqual(1)
  })

  it('mines a transfer at once, and the balances move', async () => {
    const to = p2tr(Buffer.alloc(32, 2).fill(1, 31), undefined, regtest).address ?? ''
    const before = Number(await text('/blocks/tip/height'))
    const { account, transaction, seed } = await spend(0, [{ address: to, amount: 250_000_000n }])
    transaction.sign(seed)
    transaction.finalize()
    expect(await broadcast(transaction.hex)).toEqual({ status: 200, text: transaction.id })
    expect(Number(await text('/blocks/tip/height'))).toBe(before + 1)
    expect(await balance(to)).toBe(250_000_000)
    expect(await balance(account.address)).toBe(1_000_000_000 - 250_000_000 - 400)
    const read = await get(`/tx/${transaction.id}`)
    expect(read).toMatchObject({
      txid: transaction.id,
      fee: 400,
      vin: [{ prevout: { scriptpubkey_address: account.address, value: 1_000_000_000 } }],
      vout: [
        { scriptpubkey_type: 'v1_p2tr', scriptpubkey_address: to, value: 250_000_000 },
        { scriptpubkey_address: account.address },
      ],
      status: { confirmed: true, block_height: before + 1 },
    })
    expect(await text(`/tx/${transaction.id}/hex`)).toBe(transaction.hex)
    expect(await get(`/address/${account.address}`)).toMatchObject({
      chain_stats: { funded_txo_count: 2, spent_txo_count: 1, spent_txo_sum: 1_000_000_000, tx_count: 2 },
      mempool_stats: { tx_count: 0 },
    })
    expect(await get<{ txid: string }[]>(`/address/${to}/txs`)).toMatchObject([{ txid: transaction.id }])
    expect(await broadcast(transaction.hex)).toMatchObject({ status: 400 })
  })

  it('refuses what was signed by another key, spent before, or is no transaction, and says why', async () => {
    const pay = [{ address: bitcoin().accounts[2]?.address ?? '', amount: 1000n }]
    const wrong = await spend(1, pay)
    const other = Buffer.from(bitcoin().accounts[2]?.seed ?? '', 'hex')
    expect(() => wrong.transaction.sign(other)).toThrow()
    wrong.transaction.sign(wrong.seed)
    wrong.transaction.finalize()
    const raw = Buffer.from(wrong.transaction.hex, 'hex')
    // Change a byte inside the signature.
    const at = raw.length - 4 - 34 - 40
    raw[at] = (raw[at] ?? 0) ^ 1
    const forged = await broadcast(raw.toString('hex'))
    expect(forged.status).toBe(400)
    expect(forged.text).toMatch(/^sendrawtransaction RPC error: .*"code":-26/)
    expect(await balance(bitcoin().accounts[1]?.address ?? '')).toBe(1_000_000_000)
    expect(await broadcast(wrong.transaction.hex)).toMatchObject({ status: 200 })

    const missing = new Transaction()
    const script = OutScript.encode(BtcAddress(regtest).decode(bitcoin().accounts[1]?.address ?? ''))
    missing.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 5000n } })
    missing.addOutputAddress(bitcoin().accounts[2]?.address ?? '', 1000n, regtest)
    missing.sign(wrong.seed)
    missing.finalize()
    expect((await broadcast(missing.hex)).text).toContain('bad-txns-inputs-missingorspent')
    expect((await broadcast('zz')).text).toContain('TX decode failed')
    expect((await broadcast('00ff')).text).toContain('TX decode failed')
  })

  it('refuses a fee below the least, and to spend Taproot outputs, whose rules it does not know', async () => {
    const free = await spend(2, [], 0n)
    free.transaction.sign(free.seed)
    free.transaction.finalize()
    expect((await broadcast(free.transaction.hex)).text).toContain('insufficient')

    const taproot = p2tr(Buffer.from(free.account.publicKey, 'hex').subarray(1), undefined, regtest)
    const { transaction, seed } = await spend(2, [{ address: taproot.address ?? '', amount: 5_000_000n }])
    transaction.sign(seed)
    transaction.finalize()
    expect(await broadcast(transaction.hex)).toMatchObject({ status: 200 })
    const back = new Transaction()
    back.addInput({
      txid: transaction.id,
      index: 0,
      witnessUtxo: { script: taproot.script, amount: 5_000_000n },
      tapInternalKey: taproot.tapInternalKey,
    })
    back.addOutputAddress(free.account.address, 4_000_000n, regtest)
    back.sign(seed)
    back.finalize()
    expect((await broadcast(back.hex)).text).toContain('does not spend Taproot')
  })

  it('answers wrong addresses and unknown transactions as Esplora does, and can be faulted', async () => {
    for (const address of [
      'nowhere',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      `${bitcoin().accounts[0]?.address}q`,
    ]) {
      expect((await ask(`/address/${address}`)).status).toBe(400)
    }
    expect((await ask(`/tx/${'00'.repeat(32)}`)).status).toBe(404)
    expect((await ask('/weather')).status).toBe(404)
    sandbox().faults.set({ path: '/bitcoin/fee-estimates', kind: 'status', status: 503, times: 1 })
    expect((await ask('/fee-estimates')).status).toBe(503)
    const logged = sandbox()
      .requests()
      .filter(({ path }) => path === '/bitcoin/fee-estimates')
    expect(logged.at(-1)?.status).toBe(503)
  })
})

describe('addresses and scripts', () => {
  const key = Buffer.from('02d4a4bb1b5c48b8fe55e0d8d33c03361ec6cd88b99522fe22f2ee47fb6793b360', 'hex')
  const payments = {
    p2pkh: p2pkh(key, regtest),
    v0_p2wpkh: p2wpkh(key, regtest),
    p2sh: p2sh(p2wpkh(key, regtest), regtest),
    v1_p2tr: p2tr(key.subarray(1), undefined, regtest),
  }

  it.each(Object.entries(payments))('are those of another library: %s', (type, { address = '', script }) => {
    expect(Buffer.from(scriptOf(address) ?? [])).toEqual(Buffer.from(script))
    expect(describeScript(script)).toEqual({ type, address })
  })

  it('are of this network only, with the check that their kind has', () => {
    expect(scriptOf(p2wpkh(key, NETWORK).address ?? '')).toBeUndefined()
    expect(scriptOf(p2pkh(key, NETWORK).address ?? '')).toBeUndefined()
    expect(describeScript(Script.encode(['RETURN', Buffer.from('hi')]))).toEqual({ type: 'op_return' })
  })
})
