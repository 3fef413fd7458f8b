/** Describes a request for a person: everything that will be signed, with nothing left out. */
import { formatEther, getAddress, hexToString, isHex } from 'viem'
import { SOLANA, type Network } from './network.ts'
import {
  batchOf,
  fieldsOf,
  grantOf,
  listOf,
  messageOf,
  solanaOf,
  transactionOf,
  type TypedData,
  typedDataOf,
} from '../rpc/params.ts'
import { readGrant, revokedKey } from '../rpc/permissions.ts'
import { describeCall } from './describeCall.ts'
import { describeTransaction, messageText } from './describeSolana.ts'
import { code, type Field } from './field.ts'

export type Described = {
  title: string
  fields: Field[]
  /** Warnings for the person; `bad` when the request is almost certainly fraud. */
  warnings: { text: string; bad?: true }[]
  /** The account, if the request names one. */
  account?: string
}

/** The requesting site. `host` is the page's host, as in its address. */
export type Context = { host: string; network: Network; now: number }

/** An EIP-4361 message names a site, which must be the site that asks. */
function siteWarning(message: string, host: string): Described['warnings'] {
  const site = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your /i.exec(message)?.[1]
  if (site === undefined || site === host) return []
  return [{ text: `This signs you in at ${site}, but ${host} asks for it.`, bad: true }]
}

function readable(message: string): string {
  if (!isHex(message)) return message
  const text = hexToString(message)
  return /[\uFFFD\u0000-\u0008\u000e-\u001f]/.test(text) ? message : text
}

/** Typed data as flat fields, for example `permitted.amount`. */
function flat(value: unknown, path: string): Field[] {
  if (typeof value !== 'object' || value === null) return [code(path, String(value))]
  return Object.entries(value).flatMap(([key, each]) => flat(each, path ? `${path}.${key}` : key))
}

function typedWarnings({ domain, message, primaryType }: TypedData, { network }: Context): Described['warnings'] {
  const chainId = domain['chainId'] === undefined ? undefined : Number(domain['chainId'])
  const { spender, operator } = message
  const taker = spender ?? operator
  return [
    ...(chainId !== undefined && `eip155:${chainId}` !== network.caip
      ? [{ text: `This is for another network (${chainId}) than the one that you are on.`, bad: true as const }]
      : []),
    ...(typeof taker === 'string' && /permit|approv|allow/i.test(primaryType)
      ? [{ text: `${taker} may take tokens of yours. No transaction is needed for that.`, bad: true as const }]
      : []),
  ]
}

/** @throws Invalid or Mismatch for malformed parameters */
export function describe(method: string, params: unknown, context: Context): Described {
  switch (method) {
    case 'personal_sign': {
      const { message, address } = messageOf(params)
      const text = readable(message)
      return {
        title: 'Sign a message',
        fields: [{ label: 'Message', value: text }],
        warnings: siteWarning(text, context.host),
        account: address,
      }
    }
    case 'eth_signTypedData_v4': {
      const { address, data } = typedDataOf(params)
      const { domain, primaryType, message } = data
      const domainFields = flat(domain, '').map((field) => ({ ...field, label: `Domain ${field.label}` }))
      const fields = [{ label: 'Kind', value: primaryType }, ...domainFields, ...flat(message, '')]
      return { title: 'Sign data', fields, warnings: typedWarnings(data, context), account: address }
    }
    case 'eth_sendTransaction': {
      const { from, ...call } = transactionOf(params)
      return { title: 'Send a transaction', ...describeCall(call), account: from }
    }
    case 'wallet_sendCalls': {
      const { calls, from } = batchOf(params)
      const each = calls.map(describeCall)
      const fields = each.flatMap((call, index) =>
        call.fields.map((field) => ({ ...field, label: `${index + 1}. ${field.label}` })),
      )
      const title = calls.length > 1 ? `Make ${calls.length} calls at once` : 'Make a call'
      return { title, fields, warnings: each.flatMap(({ warnings }) => warnings), ...(from && { account: from }) }
    }
    case 'eth_sendUserOperation': {
      const operation = fieldsOf(listOf(params)[0])
      return {
        title: 'Send a user operation',
        fields: flat(operation, ''),
        warnings: [],
        account: getAddress(String(operation['sender'])),
      }
    }
    case 'wallet_grantPermissions':
      return describeGrant(params, context)
    case 'wallet_revokePermissions':
      return { title: 'Take back a permission', fields: [code('From the key', revokedKey(params))], warnings: [] }
    default:
      return describeSolana(method, params, context)
  }
}

function describeGrant(params: unknown, { now }: Context): Described {
  const { key, expiry, targets, selectors, maxValue } = readGrant(params, now)
  const { address } = grantOf(params)
  const until = new Date(expiry * 1000)
  const days = Math.ceil((expiry * 1000 - now) / 86_400_000)
  return {
    title: 'Give a permission',
    fields: [
      code('The key', key),
      {
        label: 'May act without asking until',
        value: `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC (${days} ${days === 1 ? 'day' : 'days'})`,
      },
      code('On these contracts only', targets.join('\n')),
      ...(selectors.length ? [code('With these functions only', selectors.join('\n'))] : []),
      { label: 'And may spend in all', value: `${formatEther(maxValue)} ETH, and fees` },
    ],
    warnings: [
      { text: 'Until then nothing asks you any more. You can take it back.', ...(days > 30 && { bad: true as const }) },
    ],
    ...(address && { account: address }),
  }
}

function describeSolana(method: string, params: unknown, { host, network }: Context): Described {
  const { message, transaction, transactions, pubkey } = solanaOf(params)
  const account = pubkey === undefined ? {} : { account: pubkey }
  if (method === 'solana_signMessage') {
    const text = messageText(message ?? '')
    return {
      title: 'Sign a message',
      fields: [{ label: 'Message', value: text }],
      warnings: siteWarning(text, host),
      ...account,
    }
  }
  const list = transactions ?? [transaction ?? '']
  const fields = list.flatMap((each, index) =>
    describeTransaction(each).map((field) =>
      list.length > 1 ? { ...field, label: `${index + 1}. ${field.label}` } : field,
    ),
  )
  const [verb, many] = [method === 'solana_signAndSendTransaction' ? 'Send' : 'Sign', list.length > 1]
  const warnings = network.caip === SOLANA ? [] : [{ text: 'This is not the sandbox network.' }]
  return { title: many ? `${verb} ${list.length} transactions` : `${verb} a transaction`, fields, warnings, ...account }
}
