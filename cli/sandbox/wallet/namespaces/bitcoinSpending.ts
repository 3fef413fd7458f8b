/** What moves coins: signing the inputs of a PSBT (BIP-174) that are asked for, and whole transfers. */
import { hexToBytes } from '@noble/hashes/utils'
import { base64 } from '@scure/base'
import { Address, Script, selectUTXO, Transaction } from '@scure/btc-signer'
import { Fault, fieldsOf, invalid, listOf, textOf, type Fields } from '../namespace.ts'
import { networkOf, type BitcoinAccount } from './bitcoinAccounts.ts'

/** An input to sign: where it is, for which account, and the signature hash types that are allowed. */
export type SignInput = { index: number; account: BitcoinAccount; sighash: number[] | undefined }
export type PsbtTask = { transaction: Transaction; inputs: SignInput[]; broadcast: boolean }
export type Transfer = {
  from: BitcoinAccount
  to: string
  amount: bigint
  change: string
  memo: Uint8Array | undefined
}

const wrong = (what: string) => (error: unknown) =>
  invalid(`${what}: ${error instanceof Error ? error.message : String(error)}`)

function attempt<T>(what: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    throw wrong(what)(error)
  }
}

/** `find` gives the session's account of an address. @throws Fault */
export function parsePsbt(fields: Fields, find: (address: string) => BitcoinAccount): PsbtTask {
  const transaction = attempt('psbt is no PSBT', () => {
    return Transaction.fromPSBT(base64.decode(textOf(fields, 'psbt')), {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
    })
  })
  const named = listOf(fields['signInputs'])
  const inputs = named.map((each): SignInput => {
    const input = fieldsOf(each)
    const { index, sighashTypes } = input
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= transaction.inputsLength) {
      throw invalid(`signInputs names no input of the PSBT: ${String(index)}`)
    }
    const sighash = Array.isArray(sighashTypes) ? sighashTypes.map(Number) : undefined
    return { index, account: find(textOf(input, 'address')), sighash }
  })
  return { transaction, inputs, broadcast: fields['broadcast'] === true }
}

/** Signs; the inputs are made final only when it is to be sent. `all` are the session's accounts, when no input is named. */
export function signPsbt({ transaction, inputs, broadcast }: PsbtTask, all: readonly BitcoinAccount[]): string {
  const mine = inputs.length ? inputs : ownInputs(transaction, all)
  if (!mine.length) throw invalid('No input of the PSBT belongs to the session')
  for (const { index, account, sighash } of mine) {
    const { witnessUtxo, tapInternalKey } = transaction.getInput(index)
    if (account.intention === 'ordinal' && witnessUtxo && !tapInternalKey) {
      transaction.updateInput(index, { tapInternalKey: account.key })
    }
    attempt(`Input ${index} cannot be signed`, () => transaction.signIdx(account.seed, index, sighash))
  }
  if (broadcast) attempt('The PSBT is not complete', () => transaction.finalize())
  return base64.encode(transaction.toPSBT())
}

function ownInputs(transaction: Transaction, all: readonly BitcoinAccount[]): SignInput[] {
  const same = (a: Uint8Array, b?: Uint8Array) => a.length === b?.length && a.every((byte, at) => byte === b[at])
  return Array.from({ length: transaction.inputsLength }, (_, index) => index).flatMap((index) => {
    const account = all.find(({ script }) => same(script, transaction.getInput(index).witnessUtxo?.script))
    return account ? [{ index, account, sighash: undefined }] : []
  })
}

/** @throws Fault */
export function parseTransfer(fields: Fields, from: BitcoinAccount, chainId: string): Transfer {
  const to = textOf(fields, 'recipientAddress')
  const change = fields['changeAddress'] === undefined ? from.address : textOf(fields, 'changeAddress')
  for (const address of [to, change])
    attempt(`${address} is no address of this network`, () => Address(networkOf(chainId)).decode(address))
  const amount = textOf(fields, 'amount')
  if (!/^[1-9]\d{0,15}$/.test(amount)) throw invalid('amount must be a whole number of satoshi, as a text')
  const memo =
    fields['memo'] === undefined
      ? undefined
      : attempt('memo is not hex', () => hexToBytes(textOf(fields, 'memo').replace(/^0x/, '')))
  if (from.intention === 'ordinal') throw invalid('Transfers are paid from a payment address')
  return { from, to, amount: BigInt(amount), change, memo }
}

/** Builds and signs a transfer from coins of the account; what is left goes to the change address. */
export function buildTransfer(transfer: Transfer, coins: readonly Coin[], feeRate: bigint, chainId: string): string {
  const { from, to, amount, change, memo } = transfer
  const network = networkOf(chainId)
  const inputs = coins.map(({ txid, vout, value }) => ({
    txid,
    index: vout,
    witnessUtxo: { script: from.script, amount: BigInt(value) },
  }))
  const note = memo ? [{ script: Script.encode(['RETURN', memo]), amount: 0n }] : []
  const outputs = [{ address: to, amount }, ...note]
  const options = {
    changeAddress: change,
    feePerByte: feeRate,
    network,
    createTx: true,
    bip69: false,
    allowUnknownOutputs: true,
  }
  const selected = attempt('The transfer cannot be built', () => selectUTXO(inputs, outputs, 'default', options))
  const transaction = selected?.tx
  if (!transaction) throw new Fault(-32000, 'The account has not enough bitcoin for this transfer')
  transaction.sign(from.seed)
  transaction.finalize()
  return transaction.hex
}

/** An unspent output, as Esplora lists it. */
export type Coin = { txid: string; vout: number; value: number }
