/** Whole transfers: what they are paid from, their fee and their change. What a chain says comes from Esplora's HTTP API. */
import { Address, Script, selectUTXO, type Transaction } from '../../vendor/testKeys.ts'
import { attempt, invalid, WalletError } from '../errors.ts'
import { BITCOIN_NETWORKS, type BitcoinChain, type BitcoinKey } from './bitcoinKeys.ts'

export type Transfer = {
  from: BitcoinKey
  to: string
  /** Satoshi. */
  amount: bigint
  /** Where the rest goes; back to `from` where none is named. */
  change?: string
  /** Written into an output that nobody can spend. */
  memo?: Uint8Array | undefined
}

/** Satoshi as pages write them: a whole number, or one as a text. Throws -32602. */
export function satoshi(amount: unknown): bigint {
  const text = typeof amount === 'number' ? String(amount) : amount
  if (typeof text !== 'string' || !/^[1-9]\d{0,15}$/.test(text)) throw invalid('amount must be whole satoshi')
  return BigInt(text)
}

/** The transfer again. Throws -32602 for addresses of another network, and where an ordinals address is to pay. */
export function checkTransfer(transfer: Transfer, chain: BitcoinChain): Transfer {
  const { from, to, change = from.address } = transfer
  for (const address of [to, change])
    attempt(`${address} is no address of this network`, () => Address(BITCOIN_NETWORKS[chain]).decode(address))
  if (from.purpose === 'ordinals') throw invalid('Transfers are paid from a payment address')
  return transfer
}

/** An output that can be spent. `value` is in satoshi. */
export type Coin = { txid: string; vout: number; value: number }

/** What `/address/:address/utxo` answers. Throws -32603 for anything else. */
export function readCoins(answer: unknown): Coin[] {
  const isCoin = (coin: unknown): coin is Coin => {
    const { txid, vout, value } = (coin ?? {}) as Record<string, unknown>
    return /^[0-9a-f]{64}$/.test(String(txid)) && [vout, value].every((each) => Number.isSafeInteger(each))
  }
  if (!Array.isArray(answer) || !answer.every(isCoin)) throw new WalletError(-32603, 'The node lists no coins')
  return answer
}

/** Satoshi for one virtual byte in the next block, of what `/fee-estimates` answers; at least the 1 that nodes relay for. */
export function readFeeRate(answer: unknown): bigint {
  const rate = (answer as Record<string, unknown> | null)?.['1']
  return BigInt(Math.ceil(typeof rate === 'number' && rate > 1 && Number.isFinite(rate) ? rate : 1))
}

/**
 * A signed transaction; change that would be dust goes to the fee. Undefined where the coins are not enough. Throws
 * -32602 for what {@link checkTransfer} refuses.
 * @param feeRate satoshi for one virtual byte
 */
export function signTransfer(
  transfer: Transfer,
  coins: readonly Coin[],
  feeRate: bigint,
  chain: BitcoinChain,
): Transaction | undefined {
  const { from, to, amount, change = from.address, memo } = checkTransfer(transfer, chain)
  const inputs = coins.map(({ txid, vout, value }) => {
    return { txid, index: vout, witnessUtxo: { script: from.script, amount: BigInt(value) } }
  })
  const note = memo ? [{ script: Script.encode(['RETURN', memo]), amount: 0n }] : []
  const selected = attempt('The transfer cannot be built', () =>
    selectUTXO(inputs, [{ address: to, amount }, ...note], 'default', {
      changeAddress: change,
      feePerByte: feeRate,
      network: BITCOIN_NETWORKS[chain],
      createTx: true,
      bip69: false,
      allowUnknownOutputs: true,
    }),
  )
  const transaction = selected?.tx
  transaction?.sign(from.seed)
  transaction?.finalize()
  return transaction
}
