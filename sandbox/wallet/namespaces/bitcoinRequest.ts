/** Parses requests of a page that spend bitcoin. */
import { hexToBytes } from '../../../runtime/lib/vendor/testKeys.ts'
import { attempt } from '../../../runtime/test/errors.ts'
import type { BitcoinKey } from '../../../runtime/test/sign/bitcoinKeys.ts'
import { namedInput, type PsbtInput, readPsbt } from '../../../runtime/test/sign/bitcoinPsbt.ts'
import { checkTransfer, satoshi, type Transfer } from '../../../runtime/test/sign/bitcoinTransfer.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../namespace.ts'
import { chainOf } from './bitcoinAccounts.ts'

/** A transaction to sign. `inputs` are those that the page names; if it names none, the wallet signs all of its own. */
export type PsbtTask = { transaction: ReturnType<typeof readPsbt>; inputs: PsbtInput[]; broadcast: boolean }

/** Parses `signPsbt`. `find` returns the session's account with an address. @throws Fault */
export function parsePsbt(fields: Fields, find: (address: string) => BitcoinKey): PsbtTask {
  const transaction = readPsbt(textOf(fields, 'psbt'))
  const inputs = listOf(fields['signInputs']).map((each) => {
    const input = fieldsOf(each)
    const { index, sighashTypes } = input
    const sighash = Array.isArray(sighashTypes) ? sighashTypes.map(Number) : undefined
    return namedInput(transaction, find(textOf(input, 'address')), index, sighash)
  })
  return { transaction, inputs, broadcast: fields['broadcast'] === true }
}

/** Parses `sendTransfer`. @throws Fault */
export function parseTransfer(fields: Fields, from: BitcoinKey, chainId: string): Transfer {
  const given = (name: string) => (fields[name] === undefined ? undefined : textOf(fields, name))
  const [change, memo] = [given('changeAddress'), given('memo')?.replace(/^0x/, '')]
  const transfer = {
    from,
    to: textOf(fields, 'recipientAddress'),
    amount: satoshi(textOf(fields, 'amount')),
    ...(change !== undefined && { change }),
    ...(memo !== undefined && { memo: attempt('memo is not hex', () => hexToBytes(memo)) }),
  }
  return checkTransfer(transfer, chainOf(chainId))
}
