/**
 * Serves the sandbox's Bitcoin chain over HTTP in the format of Blockstream's "Esplora HTTP API". Amounts are in
 * satoshi.
 */
import type { Answer } from '../answer.ts'
import { Refusal } from '../refusal.ts'
import { describeScript, scriptOf } from './address.ts'
import type { Confirmed, Output, Place } from './history.ts'
import { Rejected, type BitcoinNode } from './node.ts'

const json = (value: unknown): Answer => ({ json: value })
const text = (body: string, status = 200): Answer => ({ status, type: 'text/plain', body })

const statusOf = ({ height, hash, time }: Place) => {
  return { confirmed: true, block_height: height, block_hash: hash, block_time: time }
}

function scriptFields(hex: string) {
  const { type, address } = describeScript(Buffer.from(hex, 'hex'))
  return { scriptpubkey: hex, scriptpubkey_type: type, ...(address && { scriptpubkey_address: address }) }
}

const outputFields = ({ script, value }: Output) => ({ ...scriptFields(script), value })

function transactionOf({ tx, place, spends, makes }: Confirmed) {
  const sum = (outputs: readonly (Output | undefined)[]) => outputs.reduce((all, each) => all + (each?.value ?? 0), 0)
  const coinbase = tx.isCoinbase()
  return {
    txid: tx.txid(),
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map(({ prevout, script, witness, sequence }, index) => {
      const spent = spends[index]
      return {
        txid: prevout.txid(),
        vout: prevout.index,
        prevout: spent ? outputFields(spent) : null,
        scriptsig: script.toRaw().toString('hex'),
        witness: witness.items.map((item) => item.toString('hex')),
        is_coinbase: coinbase,
        sequence,
      }
    }),
    vout: makes.map(outputFields),
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee: coinbase ? 0 : sum(spends) - sum(makes),
    status: statusOf(place),
  }
}

const sumOf = (outputs: readonly Output[]) => outputs.reduce((all, { value }) => all + value, 0)
const nothing = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 }

function addressOf({ history }: BitcoinNode, address: string) {
  const script = scriptOf(address)
  if (!script) throw new Refusal(400, 'address', 'Invalid Bitcoin address')
  return history.script(Buffer.from(script).toString('hex'))
}

function summary(node: BitcoinNode, address: string) {
  const { outputs, txids } = addressOf(node, address)
  const spent = outputs.filter((output) => output.spent)
  const chain_stats = {
    funded_txo_count: outputs.length,
    funded_txo_sum: sumOf(outputs),
    spent_txo_count: spent.length,
    spent_txo_sum: sumOf(spent),
    tx_count: txids.size,
  }
  // The chain mines every transaction at once, so the mempool is always empty.
  return { address, chain_stats, mempool_stats: nothing }
}

function unspent(node: BitcoinNode, address: string) {
  const open = addressOf(node, address).outputs.filter((output) => !output.spent)
  return open.map(({ txid, vout, value, place }) => ({ txid, vout, value, status: statusOf(place) }))
}

function found({ history }: BitcoinNode, txid: string): Confirmed {
  const confirmed = history.transaction(txid)
  if (!confirmed) throw new Refusal(404, 'txid', 'Transaction not found')
  return confirmed
}

async function broadcast(node: BitcoinNode, body: Buffer): Promise<Answer> {
  const hex = body.toString('utf8').trim()
  const fail = (message: string) =>
    text(
      `sendrawtransaction RPC error: ${JSON.stringify({ code: message === 'TX decode failed' ? -22 : -26, message })}`,
      400,
    )
  if (!/^([0-9a-fA-F]{2})+$/.test(hex)) return fail('TX decode failed')
  try {
    return text(await node.send(Buffer.from(hex, 'hex')))
  } catch (error) {
    if (error instanceof Rejected) return fail(error.message)
    throw error
  }
}

/**
 * Confirmation targets in blocks: some of those that Esplora lists. Blocks here are never full, so the fee rate is the
 * same for all.
 */
const targets = [1, 2, 3, 4, 5, 6, 10, 20, 144, 504, 1008]

/**
 * Answers the request `{method} /bitcoin/{path}`. A transaction that the chain rejects gets an answer with the status
 * 400.
 * @throws Refusal 400 for an invalid address, 404 for an unknown transaction or path
 */
export async function answerEsplora(
  node: BitcoinNode,
  method: string,
  path: readonly string[],
  body: Buffer,
): Promise<Answer> {
  const [kind = '', name = '', part = '', ...rest] = path
  if (method === 'POST' && kind === 'tx' && path.length === 1) return broadcast(node, body)
  if (method !== 'GET' || rest.length) throw new Refusal(404, 'path', 'The Bitcoin chain has no such path')
  switch (`${kind}/${part}`) {
    case 'address/':
      return json(summary(node, name))
    case 'address/utxo':
      return json(unspent(node, name))
    case 'address/txs': {
      const txids = [...addressOf(node, name).txids].reverse()
      return json(txids.map((txid) => transactionOf(found(node, txid))))
    }
    case 'tx/':
      return json(transactionOf(found(node, name)))
    case 'tx/hex':
      return text(found(node, name).tx.toRaw().toString('hex'))
    case 'tx/status':
      return json(statusOf(found(node, name).place))
    case 'blocks/height':
      return text(String(node.height()))
    case 'blocks/hash':
      return text(node.tip())
    case 'fee-estimates/':
      return json(Object.fromEntries(targets.map((target) => [target, node.feeRate])))
    default:
      throw new Refusal(404, 'path', 'The Bitcoin chain has no such path')
  }
}
