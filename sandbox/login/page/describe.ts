/** Describes a request for a person: everything that will be signed, with nothing left out and nothing added. */
import { hexToBytes, isHex } from '../rpc/hex.ts'
import { addressOf, batchOf, fieldsOf, listOf, messageOf, solanaOf, transactionOf, typedDataOf } from '../rpc/params.ts'
import { revokedKey } from '../rpc/permissions.ts'
import { messageBytes } from '../rpc/solanaBytes.ts'
import { describeCall } from './describeCall.ts'
import { describeGrant } from './describeGrant.ts'
import { describeBytes, describeText } from './describeMessage.ts'
import { describeTransaction } from './describeSolana.ts'
import { describeTyped } from './describeTyped.ts'
import { bad, code, type Field, heading, type Note } from './field.ts'
import { SOLANA, type Network } from './network.ts'

export type Described = {
  title: string
  fields: Field[]
  /** Warnings for the person; `bad` when the request is almost certainly fraud. */
  warnings: Note[]
  /** The account, if the request names one. */
  account?: string
  /** The request's own figures for its fee, in gas and wei. Undefined where the node's figures will be used. */
  fee?: { gas: bigint | undefined; price: bigint | undefined }
}

/** The requesting site. `host` is the page's host, as in its address. */
export type Context = { host: string; network: Network; now: number }

/** Any value as flat fields, for example `permitted.amount`. */
function flat(value: unknown, path: string): Field[] {
  if (typeof value !== 'object' || value === null) return [code(path, String(value))]
  const inside = Object.entries(value)
  if (!inside.length) return [{ label: path, value: Array.isArray(value) ? '(an empty list)' : '(nothing)' }]
  return inside.flatMap(([key, each]) => flat(each, path ? `${path}.${key}` : key))
}

/** Each warning once, the red ones first. */
function ordered(warnings: Note[]): Note[] {
  const all = [...new Map(warnings.map((note) => [note.text, note])).values()]
  return [...all.filter((note) => note.bad), ...all.filter((note) => !note.bad)]
}

/** @throws Invalid or Mismatch for malformed parameters */
export function describe(method: string, params: unknown, context: Context): Described {
  const described = read(method, params, context)
  return { ...described, warnings: ordered(described.warnings) }
}

function read(method: string, params: unknown, context: Context): Described {
  const { host, network, now } = context
  switch (method) {
    case 'personal_sign': {
      const { message, address } = messageOf(params)
      const said = isHex(message) ? describeBytes(hexToBytes(message), message, host) : describeText(message, host)
      return { title: 'Sign a message', ...said, account: address }
    }
    case 'eth_signTypedData_v4': {
      const { address, data } = typedDataOf(params)
      return { ...describeTyped(data, network, now), account: address }
    }
    case 'eth_sendTransaction': {
      const { from, gas, gasPrice, maxFeePerGas, ...call } = transactionOf(params)
      const said = describeCall(call, network, now)
      const number = call.nonce === undefined ? [] : [{ label: 'Transaction number', value: String(call.nonce) }]
      const fields = [...said.fields, ...number]
      return { ...said, fields, account: from, fee: { gas, price: maxFeePerGas ?? gasPrice } }
    }
    case 'wallet_sendCalls': {
      const { calls, from } = batchOf(params)
      const each = calls.map((call) => describeCall(call, network, now))
      const fields = each.flatMap((call, index) => [heading(`${index + 1}. ${call.title}`), ...call.fields])
      const [only] = each
      const said = each.length === 1 && only ? only : { title: `Make ${calls.length} calls at once`, fields }
      const warnings = each.flatMap((call) => call.warnings)
      return { ...said, warnings, ...(from && { account: from }), fee: { gas: undefined, price: undefined } }
    }
    case 'eth_sendUserOperation': {
      const operation = fieldsOf(listOf(params)[0])
      return {
        title: 'Send a user operation',
        fields: flat(operation, ''),
        warnings: [bad('What this does cannot be read here. Approve it only if you trust this site.')],
        account: addressOf(operation['sender'], 'The sender'),
      }
    }
    case 'wallet_grantPermissions':
      return { title: 'Give a permission', ...describeGrant(params, network, now) }
    case 'wallet_revokePermissions':
      return { title: 'Take back a permission', fields: [code('From the key', revokedKey(params))], warnings: [] }
    default:
      return describeSolana(method, params, context)
  }
}

function describeSolana(method: string, params: unknown, { host, network }: Context): Described {
  const { message, transaction, transactions, pubkey } = solanaOf(params)
  const account = pubkey === undefined ? {} : { account: pubkey }
  if (method === 'solana_signMessage') {
    const said = describeBytes(messageBytes(message ?? ''), message ?? '', host)
    return { title: 'Sign a message', ...said, ...account }
  }
  const list = (method === 'solana_signAllTransactions' ? transactions : undefined) ?? [transaction ?? '']
  const each = list.map(describeTransaction)
  const isMany = each.length > 1
  const fields = each.flatMap((one, index) =>
    isMany ? [heading(`Transaction ${index + 1}`), ...one.fields] : one.fields,
  )
  const verb = method === 'solana_signAndSendTransaction' ? 'Send' : 'Sign'
  const elsewhere = network.caip === SOLANA ? [] : [bad('This is not the sandbox network.')]
  const warnings = [...elsewhere, ...each.flatMap((one) => one.warnings)]
  return {
    title: isMany ? `${verb} ${each.length} transactions` : `${verb} a transaction`,
    fields,
    warnings,
    ...account,
  }
}
