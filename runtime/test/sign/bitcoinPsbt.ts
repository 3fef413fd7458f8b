/** Signs inputs of a transaction that the page made (BIP-174, BIP-371). */
import { base64, SigHash, Transaction } from '../../lib/vendor/testKeys.ts'
import { attempt, invalid } from '../errors.ts'
import type { BitcoinKey } from './bitcoinKeys.ts'

/** An input to sign, its key, and the allowed signature hash types (by default ALL, and DEFAULT for taproot). */
export type PsbtInput = { index: number; key: BitcoinKey; sighash?: readonly number[] | undefined }

/** Parses a PSBT in base64. Throws -32602 for anything else. */
export const readPsbt = (psbt: string): Transaction =>
  attempt('psbt is not a PSBT', () =>
    Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true, allowUnknownInputs: true }),
  )

/** The script of the output that an input spends. */
function scriptOf(transaction: Transaction, index: number): Uint8Array | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: vout = -1 } = transaction.getInput(index)
  const outputs = nonWitnessUtxo?.outputs as { script: Uint8Array }[] | undefined
  return (outputs ? outputs[vout] : witnessUtxo)?.script
}
const isOwn = (transaction: Transaction, index: number, { script }: BitcoinKey) =>
  String(scriptOf(transaction, index)) === String(script)

/** The inputs that spend from these keys. */
export const ownInputs = (transaction: Transaction, keys: readonly BitcoinKey[]): PsbtInput[] =>
  Array.from({ length: transaction.inputsLength }, (_, index) => index).flatMap((index) => {
    const key = keys.find((each) => isOwn(transaction, index, each))
    return key ? [{ index, key }] : []
  })

/** The input that a page names for a key. Throws -32602 if it does not exist or spends from another address. */
export function namedInput(
  transaction: Transaction,
  key: BitcoinKey,
  index: unknown,
  sighash?: readonly number[],
): PsbtInput {
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= transaction.inputsLength)
    throw invalid(`There is no input ${String(index)} in the PSBT`)
  if (!isOwn(transaction, index, key)) throw invalid(`Input ${index} does not spend from ${key.address}`)
  return { index, key, sighash }
}

/** Signs the inputs in place. Throws -32602 if there are none, or for a signature hash type that is not allowed. */
export function signPsbt(transaction: Transaction, inputs: readonly PsbtInput[]): void {
  if (!inputs.length) throw invalid('No input of the PSBT belongs to the wallet')
  for (const { index, key, sighash } of inputs) {
    const isTaproot = key.purpose === 'ordinals'
    const allowed = sighash ?? (isTaproot ? [SigHash.DEFAULT, SigHash.ALL] : [SigHash.ALL])
    attempt(`Input ${index} cannot be signed`, () => {
      if (isTaproot && !transaction.getInput(index).tapInternalKey)
        transaction.updateInput(index, { tapInternalKey: key.publicKey })
      transaction.signIdx(key.seed, index, [...allowed])
    })
  }
}

/** Finalises the inputs for sending. Throws -32602 if signatures are missing. */
export const finish = (transaction: Transaction): void =>
  attempt('The PSBT is not complete', () => transaction.finalize())

/** The PSBT in base64, as wallets return it. */
export const writePsbt = (transaction: Transaction): string => base64.encode(transaction.toPSBT())
