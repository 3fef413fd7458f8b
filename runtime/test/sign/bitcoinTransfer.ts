/** Builds transfers: selects coins, and adds fee and change. The chain's data comes from Esplora's HTTP API. */
import { Address, Script, selectUTXO, type Transaction } from '../../lib/vendor/testKeys.ts'
import { attempt, invalid, WalletError } from '../errors.ts'
import { BITCOIN_NETWORKS, type BitcoinChain, type BitcoinKey } from './bitcoinKeys.ts'

export type Transfer = {
  from: BitcoinKey
  to: string
  /** In satoshi. */
  amount: bigint
  /** The address for the change; by default `from`. */
  change?: string
  /** Bytes for an OP_RETURN output, which can never be spent. */
  memo?: Uint8Array | undefined
}

/** Parses satoshi: a whole number or its decimal text. Throws -32602 for anything else. */
export function satoshi(amount: unknown): bigint {
  const text = typeof amount === 'number' ? String(amount) : amount
  if (typeof text !== 'string' || !/^[1-9]\d{0,15}$/.test(text)) throw invalid('amount must be whole satoshi')
  return BigInt(text)
}

/**
 * Checks a transfer and returns it unchanged. Throws -32602 for addresses of another network, and for payments from an
 * ordinals address.
 */
export function checkTransfer(transfer: Transfer, chain: BitcoinChain): Transfer {
  const { from, to, change = from.address } = transfer
  for (const address of [to, change])
    attempt(`${address} is not an address of this network`, () => Address(BITCOIN_NETWORKS[chain]).decode(address))
  if (from.purpose === 'ordinals') throw invalid('Transfers are paid from a payment address')
  return transfer
}

/** An unspent output. `value` is in satoshi. */
export type Coin = { txid: string; vout: number; value: number }

/** Parses the response of `/address/:address/utxo`. Throws -32603 if it is invalid. */
export function readCoins(answer: unknown): Coin[] {
  const isCoin = (coin: unknown): coin is Coin => {
    const { txid, vout, value } = (coin ?? {}) as Record<string, unknown>
    return /^[0-9a-f]{64}$/.test(String(txid)) && [vout, value].every((each) => Number.isSafeInteger(each))
  }
  if (!Array.isArray(answer) || !answer.every(isCoin)) throw new WalletError(-32603, 'The node lists no coins')
  return answer
}

/**
 * Parses `/fee-estimates`: satoshi per virtual byte for the next block, and at least 1, the minimum that nodes relay.
 */
export function readFeeRate(answer: unknown): bigint {
  const rate = (answer as Record<string, unknown> | null)?.['1']
  return BigInt(Math.ceil(typeof rate === 'number' && rate > 1 && Number.isFinite(rate) ? rate : 1))
}

/**
 * A signed transaction, or `undefined` if the coins do not suffice. Change that would be dust is added to the fee.
 * Throws -32602 for a transfer that {@link checkTransfer} refuses.
 * @param feeRate satoshi per virtual byte
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
