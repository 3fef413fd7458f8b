/**
 * A server in the form of Esplora over the sandbox's Bitcoin chain, with what the sandbox does not have: pages, and
 * transactions that wait for a block.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transaction } from '@scure/btc-signer'
import { describeScript } from '../../sandbox/bitcoin/address.ts'

/** The first block of every regtest chain. */
const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const PAGE = 25

type Output = { scriptpubkey_address?: string; value: number }
type Tx = {
  txid: string
  vin: { txid: string; vout: number; prevout: Output | null }[]
  vout: Output[]
  fee: number
  status: { confirmed: boolean }
}

/** @param chain the URL of the sandbox's Bitcoin chain */
export async function startEsplora(chain: string) {
  const waiting: { hex: string; tx: Tx }[] = []
  const get = async <T>(path: string) => (await (await fetch(`${chain}${path}`)).json()) as T
  const coin = async (txid: string, vout: number) => {
    const { tx = await get<Tx>(`/tx/${txid}`) } = waiting.find(({ tx: each }) => each.txid === txid) ?? {}
    const found = tx.vout[vout]
    if (!found) throw new Error(`${txid} has no output ${vout}`)
    return found
  }
  const concerns = ({ vin, vout }: Tx, address: string) =>
    [...vin.map(({ prevout }) => prevout), ...vout].some((each) => each?.scriptpubkey_address === address)
  const unconfirmed = (address: string) =>
    waiting
      .map(({ tx }) => tx)
      .filter((tx) => concerns(tx, address))
      .reverse()

  function statsOf(address: string) {
    const all = unconfirmed(address)
    const isOwn = (each: Output | null): each is Output => each?.scriptpubkey_address === address
    const funded = all.flatMap(({ vout }) => vout).filter(isOwn)
    const spent = all.flatMap(({ vin }) => vin.map(({ prevout }) => prevout)).filter(isOwn)
    const sum = (coins: readonly Output[]) => coins.reduce((sums, { value }) => sums + value, 0)
    return {
      ...{ funded_txo_count: funded.length, funded_txo_sum: sum(funded) },
      ...{ spent_txo_count: spent.length, spent_txo_sum: sum(spent), tx_count: all.length },
    }
  }

  async function answer(path: string): Promise<unknown> {
    const [, kind = '', name = '', part = '', more = '', last = ''] = path.split('/')
    if (path === '/block-height/0') return GENESIS
    if (kind !== 'address' || part === '') {
      const found = await get<object>(path)
      return kind === 'address' ? { ...found, mempool_stats: statsOf(name) } : found
    }
    if (more === 'mempool') return unconfirmed(name)
    const confirmed = await get<Tx[]>(`/address/${name}/txs`)
    const start = more === 'chain' ? confirmed.findIndex(({ txid }) => txid === last) + 1 : 0
    const page = confirmed.slice(start, start + PAGE)
    return more === 'chain' ? page : [...unconfirmed(name), ...page]
  }

  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://localhost').pathname.replace('/api', '')).then(
      (value) => response.end(typeof value === 'string' ? value : JSON.stringify(value)),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** With a path, as public servers have one. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    /** Takes a signed transaction, which waits until {@link mine}. Returns its id. */
    async send(hex: string): Promise<string> {
      const tx = await readTransaction(hex, coin)
      waiting.push({ hex, tx })
      return tx.txid
    },
    /** Passes what waits to the chain, which puts each transaction into a block. */
    async mine(): Promise<void> {
      for (const { hex } of waiting.splice(0)) {
        const sent = await fetch(`${chain}/tx`, { method: 'POST', body: hex })
        if (!sent.ok) throw new Error(await sent.text())
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A signed transaction as Esplora tells one that is in no block. */
async function readTransaction(hex: string, coin: (txid: string, vout: number) => Promise<Output>): Promise<Tx> {
  const signed = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true })
  const vin = await Promise.all(
    Array.from({ length: signed.inputsLength }, async (_, at) => {
      const { txid = new Uint8Array(), index = 0 } = signed.getInput(at)
      const id = Buffer.from(txid).toString('hex')
      return { txid: id, vout: index, prevout: await coin(id, index), is_coinbase: false }
    }),
  )
  const vout = Array.from({ length: signed.outputsLength }, (_, at) => {
    const { script = new Uint8Array(), amount = 0n } = signed.getOutput(at)
    const { address } = describeScript(script)
    return { ...(address !== undefined && { scriptpubkey_address: address }), value: Number(amount) }
  })
  const sum = (coins: readonly Output[]) => coins.reduce((all, { value }) => all + value, 0)
  const fee = sum(vin.map(({ prevout }) => prevout)) - sum(vout)
  return { txid: signed.id, vin, vout, fee, status: { confirmed: false } }
}
