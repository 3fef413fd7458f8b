/** The wallet's provider (EIP-1193, EIP-5792). Reads go to the site's endpoint; signing and sending ask the visitor. */
import { isRecord, type PluginKit, typedDataFault } from 'walletkit/plugin'
import { getAddress, hashMessage, hashTypedData, type Hex, isAddress, type TypedDataDefinition } from 'viem'
import type { Call } from './account.ts'
import { createBatches } from './batches.ts'
import { coded } from './errors.ts'
import type { Passkey } from './stored.ts'
import { ENTRY_POINT } from './userOperation.ts'

/**
 * What the visitor is asked to confirm. `chainId` is the wallet's chain when the request arrived; later switches do not
 * count.
 */
export type Asked = { chainId: number } & (
  | { kind: 'calls'; calls: readonly Call[] }
  | { kind: 'message'; text: string; hash: Hex }
  | { kind: 'typedData'; text: string; hash: Hex; data: ShownData }
)

/** The parts of typed data (EIP-712) that the screen shows or judges. */
export type ShownData = { domain: unknown; types: unknown; primaryType: unknown; message: unknown }

export type Wallet = {
  passkey: () => Passkey | undefined
  read: (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>
  /** Shows the request. Resolves with the transaction's hash or the signature. Rejects with code 4001 when declined. */
  ask: (asked: Asked) => Promise<Hex>
}

const READ =
  /^eth_(call|blockNumber|estimateGas|feeHistory|gasPrice|maxPriorityFeePerGas|get(Balance|Block\w*|Code|Logs|StorageAt|Transaction\w*))$/

export function createProvider(kit: Pick<PluginKit, 'network' | 'networks' | 'services'>, wallet: Wallet) {
  const events = createEvents()
  let chosen: number | undefined
  // Whichever paymaster a request names, the wallet asks only the site's own: without one it cannot promise this
  // service.
  const hasPaymaster = kit.services.includes('paymaster')
  const able = { atomic: { status: 'supported' }, ...(hasPaymaster && { paymasterService: { supported: true } }) }
  const listed = () => kit.networks().filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const chainId = () => {
    const active = kit.network()
    return (chosen ??= Number((active?.chainNamespace === 'eip155' ? active : listed()[0])?.id ?? 1))
  }

  function owner(from?: unknown): Passkey {
    const passkey = wallet.passkey()
    const isOwn =
      from === undefined || (typeof from === 'string' && from.toLowerCase() === passkey?.account.toLowerCase())
    if (!passkey || !isOwn) throw coded(4100, 'The request is for another account')
    return passkey
  }

  function switchChain([wanted]: readonly unknown[]): null {
    const id = isRecord(wanted) ? chainOf(wanted['chainId']) : undefined
    if (id === undefined || !listed().some((each) => Number(each.id) === id)) throw coded(4902, 'Unrecognized chain')
    if (id !== chainId()) {
      chosen = id
      events.emit('chainChanged', `0x${id.toString(16)}`)
    }
    return null
  }

  /** The wallet's chain. Throws code 4901 if the request names another one. */
  function onChain(given: unknown): number {
    if (given !== undefined && chainOf(given) !== chainId()) throw coded(4901, 'The wallet is on another network')
    return chainId()
  }

  const batches = createBatches()

  async function sendCalls([batch]: readonly unknown[]) {
    if (!isRecord(batch) || !Array.isArray(batch['calls'])) throw coded(-32602, 'Calls expected')
    const asked = batch['calls'].map(parseCall)
    if (!asked.length || asked.length > 20) throw coded(-32602, '1 to 20 calls expected')
    refuseOwn(owner(batch['from']), asked)
    const refused = required(batch['capabilities']).find((name) => name !== 'paymasterService' || !hasPaymaster)
    if (refused !== undefined) throw coded(5700, `The passkey wallet has no capability ${refused}`)
    const on = onChain(batch['chainId'])
    return batches.send(batch['id'], on, () => wallet.ask({ kind: 'calls', chainId: on, calls: asked }))
  }

  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_accounts: () => [wallet.passkey()?.account].filter(Boolean),
    eth_requestAccounts: () => [owner().account],
    eth_chainId: () => `0x${chainId().toString(16)}`,
    net_version: () => String(chainId()),
    wallet_switchEthereumChain: switchChain,
    wallet_revokePermissions: () => null,
    eth_sendTransaction: ([transaction]) => {
      const { from, chainId: on } = isRecord(transaction) ? transaction : {}
      const calls = [parseCall(transaction)]
      refuseOwn(owner(from), calls)
      return wallet.ask({ kind: 'calls', chainId: onChain(on), calls })
    },
    personal_sign: ([data, from]) => {
      owner(from)
      return wallet.ask({ kind: 'message', chainId: chainId(), ...parseMessage(data) })
    },
    eth_signTypedData_v4: ([from, data]) => {
      owner(from)
      return wallet.ask({ kind: 'typedData', chainId: chainId(), ...parseTypedData(data, chainId()) })
    },
    wallet_sendCalls: sendCalls,
    wallet_getCallsStatus: ([id]) => batches.statusOf(id),
    wallet_getCapabilities: () => Object.fromEntries(listed().map(({ id }) => [`0x${Number(id).toString(16)}`, able])),
  }

  return {
    request: async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
      const given: readonly unknown[] = Array.isArray(params) ? params : []
      if (Object.hasOwn(methods, method)) return methods[method]?.(given)
      if (READ.test(method)) return wallet.read(chainId(), method, given)
      throw coded(4200, `The passkey wallet has no ${method}`)
    },
    on: events.on,
    removeListener: events.removeListener,
    /** Tells listeners that another account is in use. */
    tell: (account: Hex): void => events.emit('accountsChanged', [account]),
  }
}

/**
 * Refuses calls (with data) of the account's own contract: they change who owns the account, which only the wallet's
 * screens may ask for. A page could otherwise make itself an owner with one request whose review shows no transfer.
 * Also refuses calls of the entry point: one of them pays out the account's deposit there, and its review would show 0.
 */
function refuseOwn({ account }: Passkey, calls: readonly Call[]): void {
  const isTo = (address: string) =>
    calls.some(({ to, data }) => data !== '0x' && to.toLowerCase() === address.toLowerCase())
  if (isTo(account)) throw coded(4100, 'Only the passkey wallet itself changes the passkeys of its account')
  if (isTo(ENTRY_POINT)) throw coded(4100, 'The passkey wallet makes no calls of the entry point for a page')
}

/** The capabilities that a batch asks for and that it does not call optional (EIP-5792). */
const required = (asked: unknown): string[] =>
  Object.entries(isRecord(asked) ? asked : {}).flatMap(([name, given]) =>
    isRecord(given) && given['optional'] === true ? [] : name,
  )

type Listener = (payload: unknown) => void

function createEvents() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    emit: (event: string, payload: unknown): void => listeners.get(event)?.forEach((listener) => listener(payload)),
    on: (event: string, listener: Listener): void =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: Listener): void => void listeners.get(event)?.delete(listener),
  }
}

function chainOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^(0x[0-9a-f]{1,13}|\d{1,15})$/i.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Parses one call of a transaction or batch. Throws if it has no receiver: the account cannot create contracts. */
export function parseCall(given: unknown): Call {
  const { to, value = '0x0', data, input } = isRecord(given) ? given : {}
  const bytes = data ?? input ?? '0x'
  if (typeof to !== 'string' || !isAddress(to, { strict: false })) throw coded(-32602, 'A receiver is needed')
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw coded(-32602, 'The value is no number')
  if (typeof bytes !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(bytes)) throw coded(-32602, 'The data is no bytes')
  return { to: getAddress(to), value: BigInt(value), data: bytes.toLowerCase() as Hex }
}

/** Parses the message of `personal_sign`: bytes in hex, or plain text. Bytes that are no UTF-8 are shown as hex. */
export function parseMessage(data: unknown): { text: string; hash: Hex } {
  if (typeof data !== 'string') throw coded(-32602, 'A message is needed')
  if (!/^0x([0-9a-f]{2})*$/i.test(data)) return { text: data, hash: hashMessage(data) }
  const raw = data as Hex
  const bytes = Uint8Array.from(raw.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      hash: hashMessage({ raw }),
    }
  } catch {
    return { text: raw, hash: hashMessage({ raw }) }
  }
}

/**
 * Parses typed data (EIP-712), given as JSON or an object. Throws if it is malformed, has a field that would not be
 * signed, or if its domain names another network.
 */
export function parseTypedData(given: unknown, chainId: number): { text: string; hash: Hex; data: ShownData } {
  try {
    // A copy: an object of the page could answer otherwise each time that it is read.
    const parsed: unknown = JSON.parse(typeof given === 'string' ? given : JSON.stringify(given))
    if (!isRecord(parsed)) throw new TypeError('No object')
    const { domain } = parsed
    const { types, primaryType, message } = parsed
    const fault = typedDataFault({ domain, types, primaryType, message }) ?? domainFault(types, domain)
    if (fault !== undefined) throw new TypeError(fault)
    const on = isRecord(domain) ? domain['chainId'] : undefined
    if (on !== undefined && chainOf(on) !== chainId) throw new TypeError('Another network')
    // viem leaves a chain id that is no number out of the hash, although the screen shows it: pass it as a number.
    const definition = { ...parsed, ...(on !== undefined && { domain: { ...(domain as object), chainId } }) }
    const hash = hashTypedData(definition as unknown as TypedDataDefinition)
    const all = { EIP712Domain: DOMAIN, ...(isRecord(types) && types) }
    onlySigned(all, String(primaryType), message)
    onlySigned(all, 'EIP712Domain', domain)
    const data = { domain, types, primaryType, message }
    return { text: JSON.stringify({ primaryType, domain, message }, null, 2), hash, data }
  } catch (error) {
    throw coded(-32602, `The typed data cannot be signed: ${error instanceof Error ? error.message.slice(0, 200) : ''}`)
  }
}

/** Why a domain is not of the type that the typed data itself gives for it; `undefined` if it is, or none is given. */
const domainFault = (types: unknown, domain: unknown): string | undefined =>
  isRecord(types) && Object.hasOwn(types, 'EIP712Domain')
    ? typedDataFault({ types: { ...types }, primaryType: 'EIP712Domain', message: domain ?? {} })
    : undefined

/** The fields that EIP-712 allows in a domain, for typed data that does not list the type `EIP712Domain`. */
const DOMAIN = ['name', 'version', 'chainId', 'verifyingContract', 'salt'].map((name) => ({ name }))

/** Throws if a value has a field that its type does not list: the visitor would see it, but it would not be signed. */
function onlySigned(types: Readonly<Record<string, unknown>>, type: string, value: unknown): void {
  const [, element] = /^(.*)\[\d*\]$/.exec(type) ?? []
  if (element !== undefined) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : []) onlySigned(types, element, each)
    return
  }
  const fields = types[type]
  if (!Array.isArray(fields) || !isRecord(value)) return
  for (const [name, each] of Object.entries(value)) {
    const field = (fields as unknown[]).find((known) => isRecord(known) && known['name'] === name)
    if (!isRecord(field)) throw new TypeError(`${name} is in no type, and would not be signed`)
    onlySigned(types, String(field['type']), each)
  }
}
