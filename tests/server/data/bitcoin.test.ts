/** Bitcoin through a server: a real regtest chain, read by a page's parsers over a local Esplora. */
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBalances } from '../../../runtime/contracts/tokenBalance.ts'
import { parseHistory } from '../../../runtime/data/transaction.ts'
import { parseConfig } from '../../../server/config/config.ts'
import { doctor } from '../../../server/verbs/doctor.ts'
import { startEsplora } from '../../support/esplora.ts'
import { startHosted } from '../../support/hosted.ts'
import { useSandbox } from '../../support/sandbox.ts'

const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328'
const CHAIN = `bip122:${REGTEST}`
const REGTEST_FORM = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const sandbox = useSandbox()
let esplora: Awaited<ReturnType<typeof startEsplora>>
let hosted: Awaited<ReturnType<typeof startHosted>>
const config = () => ({ bitcoin: { id: REGTEST }, sources: { esplora: { url: esplora.url } } })
beforeAll(async () => {
  esplora = await startEsplora(sandbox().bitcoin.url)
  hosted = await startHosted(config())
})
afterAll(async () => {
  await hosted?.close()
  await esplora?.close()
})

const account = (index: number) => sandbox().bitcoin.accounts[index] ?? expect.fail()
const ask = (path: string) => fetch(`${hosted.url()}/v1/${path}`)
/** Each test asks for an account that no other one has asked for: answers are kept for some seconds. */
const balanceOf = async (address: string) => {
  const answer = await ask(`account/${address}/balance?chainId=${CHAIN}&currency=usd&forceUpdate=x`)
  expect(answer.headers.get('x-walletkit-source')).toBe('esplora')
  const { balances } = (await answer.json()) as { balances: { unconfirmed?: string }[] }
  const [found] = parseBalances({ balances })
  return { numeric: found?.quantity.numeric, unconfirmed: balances[0]?.unconfirmed }
}
const historyOf = async (address: string, cursor?: string) => {
  const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
  return parseHistory(await (await ask(`account/${address}/history?chainId=${CHAIN}${more}`)).json())
}

/** Signs a payment of all coins of an account: `amount` to `to`, and the rest less `fee` back. */
async function pay(index: number, to: string, amount: bigint, fee: bigint): Promise<string> {
  const { address, publicKey, seed } = account(index)
  const payment = p2wpkh(Buffer.from(publicKey, 'hex'), REGTEST_FORM)
  const unspent = await fetch(`${sandbox().bitcoin.url}/address/${address}/utxo`)
  const coins = (await unspent.json()) as { txid: string; vout: number; value: number }[]
  const signed = new Transaction()
  for (const { txid, vout, value } of coins)
    signed.addInput({ txid, index: vout, witnessUtxo: { script: payment.script, amount: BigInt(value) } })
  const all = coins.reduce((sum, { value }) => sum + BigInt(value), 0n)
  signed.addOutputAddress(to, amount, REGTEST_FORM)
  signed.addOutputAddress(address, all - amount - fee, REGTEST_FORM)
  signed.sign(Buffer.from(seed, 'hex'))
  signed.finalize()
  return esplora.send(signed.hex)
}

describe('Bitcoin through a server', () => {
  it('tells a payment before and after it is in a block, to both sides', async () => {
    const [payer, receiver] = [account(0).address, account(1).address]
    expect(await balanceOf(payer)).toEqual({ numeric: '10', unconfirmed: undefined })
    const hash = await pay(0, receiver, 250_000_000n, 400n)
    // The sender has the change at once; the receiver has the money once nobody can take it back.
    expect(await balanceOf(payer)).toEqual({ numeric: '7.499996', unconfirmed: undefined })
    expect(await balanceOf(receiver)).toEqual({ numeric: '10', unconfirmed: '2.5' })
    const before = (await historyOf(receiver)).data[0]
    expect(before).toMatchObject({ metadata: { hash, status: 'pending', operationType: 'receive', sentFrom: payer } })
    await esplora.mine()
    expect(await balanceOf(receiver)).toEqual({ numeric: '12.5', unconfirmed: undefined })
    const { data } = await historyOf(payer)
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({
      metadata: { hash, status: 'confirmed', operationType: 'send', sentFrom: payer, sentTo: receiver },
      transfers: [{ direction: 'out', quantity: { numeric: '2.5' }, fungible_info: { symbol: 'BTC' } }],
    })
    expect(data[1]).toMatchObject({ metadata: { operationType: 'receive' }, transfers: [{ direction: 'in' }] })
  })

  it('pages through a history without losing or repeating a transaction', async () => {
    const { address } = account(2)
    const sent = ['start']
    for (let number = 0; number < 28; number += 1) {
      sent.unshift(await pay(2, account(0).address, 10_000n, 400n))
      await esplora.mine()
    }
    const first = await historyOf(address)
    expect(first.data).toHaveLength(25)
    const second = await historyOf(address, first.next)
    expect(second.next).toBeUndefined()
    const hashes = [...first.data, ...second.data].map(({ metadata }) => metadata.hash)
    expect(hashes.slice(0, -1)).toEqual(sent.slice(0, -1))
    expect(hashes).toHaveLength(29)
  })

  it('refuses addresses of other networks and with a mistake, and takes one in capitals as the same', async () => {
    const { address } = account(1)
    expect((await balanceOf(address.toUpperCase())).numeric).toBe((await balanceOf(address)).numeric)
    for (const wrong of [
      ...['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', `${address.slice(0, -1)}q`, 'Meee', '0x12'],
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    ])
      expect((await ask(`account/${wrong}/balance?chainId=${CHAIN}`)).status, wrong).toBe(400)
    const { http } = (await (await ask('supported-chains')).json()) as { http: string[] }
    expect(http).toEqual([CHAIN])
    expect((await fetch(`${hosted.url()}/v1/?chainId=${CHAIN}`, { method: 'POST', body: '{}' })).status).toBe(404)
  })

  it('is checked by the doctor, also for a server of another network', async () => {
    const secrets = { environment: {}, readFile: () => '' }
    const findingOf = async (changes: object) =>
      (await doctor(parseConfig({ ...config(), ...changes }, secrets, hosted.folder))).find(
        ({ name }) => name === 'source esplora',
      )
    expect(await findingOf({})).toMatchObject({ isFine: true, text: expect.stringContaining('answers') as string })
    const other = await findingOf({ bitcoin: { id: '00000008819873e925422c1ff0f99f7c' } })
    expect(other).toMatchObject({ isFine: false, text: expect.stringContaining('another network') as string })
  })
})
