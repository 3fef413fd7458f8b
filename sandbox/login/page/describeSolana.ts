/** Describes a Solana transaction, as far as its own bytes show. */
import { base58 } from '@scure/base'
import { formatUnits } from 'viem'
import { messageBytes, transactionOf } from '../rpc/solanaBytes.ts'
import type { Field } from './field.ts'

const SYSTEM = '11111111111111111111111111111111'
const DECIMALS = 9
const NAMES: Record<string, string> = {
  [SYSTEM]: 'System program',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'Token program',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'Token program 2022',
  ComputeBudget111111111111111111111111111111: 'Compute budget',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated token account',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo',
}

export function messageText(message: string): string {
  const bytes = messageBytes(message)
  const text = new TextDecoder().decode(bytes)
  return /[\uFFFD\u0000-\u0008\u000e-\u001f]/.test(text) ? base58.encode(bytes) : text
}

export function describeTransaction(text: string): Field[] {
  const { message } = transactionOf(text)
  const fields: Field[] = [{ label: 'Pays the fee', value: message.keys[0] ?? '', code: true }]
  for (const { program, accounts, data } of message.instructions) {
    const name = message.keys[program] ?? ''
    const at = (index: number) => message.keys[accounts[index] ?? -1] ?? 'an account of a table'
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (name === SYSTEM && data.length === 12 && view.getUint32(0, true) === 2) {
      const lamports = view.getBigUint64(4, true)
      fields.push(
        { label: 'Sends', value: `${formatUnits(lamports, DECIMALS)} SOL` },
        { label: 'To', value: at(1), code: true },
      )
    } else {
      fields.push({ label: 'Runs', value: `${NAMES[name] ?? name}\n${base58.encode(data)}`, code: true })
    }
  }
  return fields
}
