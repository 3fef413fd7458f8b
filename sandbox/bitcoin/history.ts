/** An index of the chain's transactions by id and by script. `connect` adds a new block's transactions to it. */
import type { Block, Entry, Tx } from './library.ts'

export type Place = { height: number; hash: string; time: number }
export type Output = { txid: string; vout: number; value: number; script: string; place: Place; spent: boolean }
/** A mined transaction. `spends` are the outputs that it spent (empty for a coinbase), `makes` its own outputs. */
export type Confirmed = { tx: Tx; place: Place; spends: (Output | undefined)[]; makes: Output[] }

const outpoint = (txid: string, vout: number) => `${txid}:${vout}`

export function createHistory() {
  const transactions = new Map<string, Confirmed>()
  const outputs = new Map<string, Output>()
  const byScript = new Map<string, { outputs: Output[]; txids: Set<string> }>()

  const of = (script: string) => {
    const found = byScript.get(script) ?? { outputs: [], txids: new Set<string>() }
    byScript.set(script, found)
    return found
  }
  const add = (tx: Tx, place: Place) => {
    const txid = tx.txid()
    const spends = tx.isCoinbase()
      ? []
      : tx.inputs.map(({ prevout }) => outputs.get(outpoint(prevout.txid(), prevout.index)))
    for (const output of spends) {
      if (!output) continue
      output.spent = true
      of(output.script).txids.add(txid)
    }
    const makes = tx.outputs.map(({ value, script }, vout) => {
      const output: Output = { txid, vout, value, script: script.toRaw().toString('hex'), place, spent: false }
      outputs.set(outpoint(txid, vout), output)
      const mine = of(output.script)
      mine.outputs.push(output)
      mine.txids.add(txid)
      return output
    })
    transactions.set(txid, { tx, place, spends, makes })
  }

  return {
    connect(entry: Entry, { txs }: Block) {
      const place = { height: entry.height, hash: entry.rhash(), time: entry.time }
      for (const tx of txs) add(tx, place)
    },
    transaction: (txid: string) => transactions.get(txid),
    output: (txid: string, vout: number) => outputs.get(outpoint(txid, vout)),
    /** Returns the outputs to this script (in hex), and the ids of the transactions that made or spent them. */
    script: (script: string) => byScript.get(script) ?? { outputs: [], txids: new Set<string>() },
  }
}
