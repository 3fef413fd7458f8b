/**
 * A Bitcoin regtest chain in this process and in memory: bcoin's chain, mempool and miner, with an index of the
 * transactions.
 */
import { bitcoinAccounts } from '../otherAccounts.ts'
import { secp256k1 } from '@noble/curves/secp256k1'
import { describeScript, scriptOf } from './address.ts'
import { createHistory } from './history.ts'
import { keyScript, minerSeed } from './keys.ts'
import { type Library, loadLibrary, type Tx } from './library.ts'

/** Thrown when the node rejects a transaction; the message is the node's reason. */
export class Rejected extends Error {}

const satsPerBtc = 100_000_000
/** Each test account's balance at the start. */
const startingBtc = 10

/** Bitcoin's rule: a coinbase output can be spent only after this many blocks. */
const maturity = 100
/**
 * The length in blocks of a period of votes on segwit, which is active after three periods. With regtest's default of
 * 144, segwit would not yet be active after the {@link maturity} blocks that are mined at the start.
 */
const period = 12

/** The parts of the node that are needed to pay from the miner's coins. */
type Paying = {
  ring: ReturnType<Library['KeyRing']['fromPrivate']>
  history: ReturnType<typeof createHistory>
  height: () => number
  mine: () => Promise<void>
  /**
   * Checks a transaction, mines a block with it, and resolves with its id. Rejects with {@link Rejected} if it is not
   * valid.
   */
  enter: (tx: Tx) => Promise<string>
}

const minerScript = Buffer.from(keyScript(secp256k1.getPublicKey(minerSeed, true)))

/** Mines blocks until the first block's reward can be spent, and pays the test accounts from it. */
async function fund({ ring, history, mine, enter }: Paying): Promise<void> {
  const { MTX, Coin, Script } = loadLibrary()
  for (let block = 0; block <= maturity; block++) await mine()
  const [payout] = history.script(minerScript.toString('hex')).outputs
  const source = payout && history.transaction(payout.txid)
  if (!source) throw new Error('The first block paid nobody')
  const gift = new MTX()
  gift.addCoin(Coin.fromTX(source.tx, 0, source.place.height))
  for (const { address } of bitcoinAccounts) {
    const script = Script.fromRaw(Buffer.from(scriptOf(address) ?? []))
    gift.addOutput({ script, value: startingBtc * satsPerBtc })
  }
  const given = startingBtc * satsPerBtc * bitcoinAccounts.length
  const fee = 1000
  gift.addOutput({ script: Script.fromRaw(minerScript), value: payout.value - given - fee })
  gift.sign(ring)
  await enter(gift.toTX())
}

/**
 * Pays `value` satoshi from the miner's coins.
 * @returns the transaction's id
 * @throws Rejected for a wrong address, too few coins, or a payment that the node rejects
 */
async function pay({ ring, history, height, enter }: Paying, address: string, value: number): Promise<string> {
  const { MTX, Coin, Script } = loadLibrary()
  const fee = 10_000
  // Take 10,000 satoshi more than needed: the node rejects a change output that is too small ("dust").
  const wanted = value + fee + 10_000
  const to = scriptOf(address)
  if (!to) throw new Rejected('bad address')
  const gift = new MTX()
  let found = 0
  for (const { txid, vout, value: own, place, spent } of history.script(minerScript.toString('hex')).outputs) {
    const source = history.transaction(txid)
    const isRipe = source && (!source.tx.isCoinbase() || height() - place.height >= maturity)
    if (spent || !isRipe || found >= wanted) continue
    gift.addCoin(Coin.fromTX(source.tx, vout, place.height))
    found += own
  }
  if (found < wanted) throw new Rejected('the faucet is empty')
  gift.addOutput({ script: Script.fromRaw(Buffer.from(to)), value })
  gift.addOutput({ script: Script.fromRaw(minerScript), value: found - value - fee })
  gift.sign(ring)
  return enter(gift.toTX())
}

/** Starts the chain and funds the test accounts. */
export async function startBitcoinNode() {
  const { Network, Chain, Mempool, Miner, TX, KeyRing } = loadLibrary()
  const network = Network.get('regtest')
  Object.assign(network, { minerWindow: period, activationThreshold: period - 3 })
  const chain = new Chain({ network, memory: true })
  const mempool = new Mempool({ network, chain, memory: true })
  const miner = new Miner({ network, chain, mempool })
  const history = createHistory()
  chain.on('connect', async (entry, block) => {
    await mempool._addBlock(entry, block.txs)
    history.connect(entry, block)
  })
  for (const part of [chain, mempool, miner]) await part.open()

  const ring = KeyRing.fromPrivate(Buffer.from(minerSeed), true)
  ring.witness = true
  miner.addresses.push(ring.getAddress())

  const mine = async () => {
    const block = await miner.cpu.mineBlock()
    if (!block || !(await chain.add(block))) throw new Error('A block could not be mined')
  }
  /** The end of the last task. Tasks run one after the other, because each block builds on the one before. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task)
    last = done.catch(() => {})
    return done
  }

  const check = (tx: Tx) => {
    for (const { prevout } of tx.inputs) {
      const output = history.output(prevout.txid(), prevout.index)
      if (!output || output.spent) throw new Rejected('bad-txns-inputs-missingorspent')
      // bcoin does not know the Taproot rules, so it cannot check the signature.
      if (describeScript(Buffer.from(output.script, 'hex')).type === 'v1_p2tr')
        throw new Rejected('the sandbox does not spend Taproot outputs')
    }
  }
  const enter = async (tx: Tx): Promise<string> => {
    const txid = tx.txid()
    if (history.transaction(txid)) throw new Rejected('txn-already-known')
    check(tx)
    const missing = await mempool.addTX(tx).catch((error: unknown) => {
      const { reason, message } = error as { reason?: string; message?: string }
      throw new Rejected(reason ?? message ?? String(error))
    })
    if (missing?.length) throw new Rejected('bad-txns-inputs-missingorspent')
    await mine()
    return txid
  }

  const paying = { ring, history, height: () => chain.height, mine, enter }
  await fund(paying)

  return {
    history,
    height: () => chain.height,
    tip: () => chain.tip.rhash(),
    /** The minimum fee rate, in satoshi per virtual byte. */
    feeRate: Math.max(1, network.minRelay / 1000),
    /** Checks a transaction and mines a block with it. @returns its id @throws Rejected if it is not valid */
    send(bytes: Buffer): Promise<string> {
      let tx: Tx
      try {
        tx = TX.fromRaw(bytes)
      } catch {
        throw new Rejected('TX decode failed')
      }
      return inTurn(() => enter(tx))
    },
    pay: (address: string, satoshi: number) => inTurn(() => pay(paying, address, satoshi)),
    mine: () => inTurn(mine),
    async stop() {
      await last
      for (const part of [miner, mempool, chain]) await part.close()
    },
  }
}

export type BitcoinNode = Awaited<ReturnType<typeof startBitcoinNode>>
