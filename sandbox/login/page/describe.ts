/** Describes a request for the person who approves it, only from what will be signed: a site's own words could lie. */
import { hexToBytes, isHex } from '../rpc/hex.ts'
import { addressOf, batchOf, fieldsOf, listOf, messageOf, solanaOf, transactionOf, typedDataOf } from '../rpc/params.ts'
import { revokedKey } from '../rpc/permissions.ts'
import { messageBytes } from '../rpc/solanaBytes.ts'
import type { ApprovalText } from './approvalText.ts'
import { describeCall } from './describeCall.ts'
import { describeGrant } from './describeGrant.ts'
import { describeBytes, describeText } from './describeMessage.ts'
import { describeTyped } from './describeTyped.ts'
import { bad, code, type Field, heading, type Note } from './field.ts'
import type { Network } from './network.ts'

export type Described = {
  title: string
  fields: Field[]
  /** Warnings for the person; `bad` when the request may harm the person or cannot be read. */
  warnings: Note[]
  /** The account, if the request names one. */
  account?: string
  /**
   * For requests that send on an EVM chain and pay a fee: their own gas limit, and their price in wei per gas; where
   * undefined, the node's figures are used. Absent for other requests, also for user operations.
   */
  fee?: { gas: bigint | undefined; price: bigint | undefined }
}

/**
 * Where a request comes from: the site's host, the network, and the time in ms since 1970. `t` reads the texts.
 * `transactionOfSolana` is only set for requests of Solana, for which its code is loaded. `isSmart` tells whether an
 * account is the person's smart account, which makes the calls of a batch all at once; others make them one after
 * another.
 */
export type Context = {
  host: string
  network: Network
  now: number
  t: ApprovalText
  transactionOfSolana?: DescribeTransaction | undefined
  isSmart?: (account: string) => boolean
}
type DescribeTransaction = (t: ApprovalText, transaction: string) => Pick<Described, 'fields' | 'warnings'>

/** The fee of a request that names neither a gas limit nor a price: the node's figures are used. */
const USUAL: NonNullable<Described['fee']> = { gas: undefined, price: undefined }

/**
 * Lists every value inside an object as a field of its own, with its path as the label, for example `permitted.amount`.
 */
function flat(t: ApprovalText, value: unknown, path: string): Field[] {
  if (typeof value !== 'object' || value === null) return [code(path, String(value))]
  const inside = Object.entries(value)
  if (!inside.length) return [{ label: path, value: t(Array.isArray(value) ? 'data.emptyList' : 'data.nothing') }]
  return inside.flatMap(([key, each]) => flat(t, each, path ? `${path}.${key}` : key))
}

/** Removes repeated warnings, and puts the bad (red) ones first. */
function ordered(warnings: Note[]): Note[] {
  const all = [...new Map(warnings.map((note) => [note.text, note])).values()]
  return [...all.filter((note) => note.bad), ...all.filter((note) => !note.bad)]
}

/** Describes a request: its title, its fields and its warnings. @throws Invalid or Mismatch for malformed parameters */
export function describe(method: string, params: unknown, context: Context): Described {
  const described = read(method, params, context)
  return { ...described, warnings: ordered(described.warnings) }
}

function read(method: string, params: unknown, context: Context): Described {
  const { host, network, now, t, isSmart } = context
  switch (method) {
    case 'personal_sign': {
      const { message, address } = messageOf(params)
      const said = isHex(message)
        ? describeBytes(t, hexToBytes(message), message, host)
        : describeText(t, message, host)
      return { title: t('message.title'), ...said, account: address }
    }
    case 'eth_signTypedData_v4': {
      const { address, data } = typedDataOf(params)
      return { ...describeTyped(t, data, address, network, now), account: address }
    }
    case 'eth_sendTransaction': {
      const { from, gas, gasPrice, maxFeePerGas, ...call } = transactionOf(params)
      const said = describeCall(t, call, from, network, now)
      const number = call.nonce === undefined ? [] : [{ label: t('call.number'), value: String(call.nonce) }]
      const fields = [...said.fields, ...number]
      return { ...said, fields, account: from, fee: { gas, price: maxFeePerGas ?? gasPrice } }
    }
    case 'wallet_sendCalls': {
      const { calls, from } = batchOf(params)
      const each = calls.map((call) => describeCall(t, call, from, network, now))
      const fields = each.flatMap((call, index) => [heading(`${index + 1}. ${call.title}`), ...call.fields])
      const [only] = each
      const isInTurn = each.length > 1 && !(from && isSmart?.(from))
      const title = t(isInTurn ? 'call.inTurn' : 'call.many', { count: each.length })
      const said = each.length === 1 && only ? only : { title, fields }
      const warnings = [...(isInTurn ? [{ text: t('call.later') }] : []), ...each.flatMap((call) => call.warnings)]
      return { ...said, warnings, ...(from && { account: from }), fee: USUAL }
    }
    case 'eth_sendUserOperation': {
      const operation = fieldsOf(listOf(params)[0])
      return {
        title: t('call.operation'),
        fields: flat(t, operation, ''),
        warnings: [bad(t('approve.unknown'))],
        account: addressOf(operation['sender'], 'The sender'),
      }
    }
    case 'wallet_grantPermissions':
      return { title: t('grant.title'), ...describeGrant(t, params, network, now), fee: USUAL }
    case 'wallet_revokePermissions':
      return {
        title: t('grant.revoke'),
        fields: [code(t('grant.fromKey'), revokedKey(params))],
        warnings: [],
        fee: USUAL,
      }
    default:
      return describeSolana(method, params, context)
  }
}

function describeSolana(method: string, params: unknown, context: Context): Described {
  const { host, network, t, transactionOfSolana } = context
  const { message, transaction, transactions, pubkey } = solanaOf(params)
  const account = pubkey === undefined ? {} : { account: pubkey }
  if (method === 'solana_signMessage') {
    const said = describeBytes(t, messageBytes(message ?? ''), message ?? '', host)
    return { title: t('message.title'), ...said, ...account }
  }
  const list = (method === 'solana_signAllTransactions' ? transactions : undefined) ?? [transaction ?? '']
  if (!transactionOfSolana) throw new Error('The code for transactions of Solana is not there')
  const each = list.map((one) => transactionOfSolana(t, one))
  const isMany = each.length > 1
  const fields = each.flatMap((one, index) =>
    isMany ? [heading(t('solana.transaction', { at: String(index + 1) })), ...one.fields] : one.fields,
  )
  const verb = method === 'solana_signAndSendTransaction' ? 'send' : 'sign'
  const elsewhere = network.isUnknown ? [bad(t('solana.otherNetwork'))] : []
  const warnings = [...elsewhere, ...each.flatMap((one) => one.warnings)]
  return {
    title: isMany ? t(`solana.${verb}Many`, { count: each.length }) : t(`solana.${verb}One`),
    fields,
    warnings,
    ...account,
  }
}
