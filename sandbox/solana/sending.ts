/** The JSON-RPC methods that send or simulate a transaction. */
import { base58 } from '@scure/base'
import { sentence } from './errors.ts'
import { airdrop } from './genesis.ts'
import type { Ledger, Outcome, StoredAccount } from './ledger.ts'
import type { Wire } from './message.ts'
import {
  addressParam,
  countParam,
  invalidParams,
  listParam,
  optionsParam,
  RpcError,
  wireParam,
  type Options,
} from './params.ts'
import { presentAccount, returned } from './present.ts'

const notRun = (error: string): Outcome => ({ error, logs: [], units: 0, returnData: null, inner: [] })

const signatureOf = (wire: Wire) => base58.encode(wire.signatures[0] ?? new Uint8Array())

/**
 * The result of a simulation, in the form of the JSON-RPC; `more` has the accounts and the blockhash that were asked
 * for.
 */
function report(outcome: Outcome, more: { accounts?: unknown; replacement?: unknown } = {}) {
  const { error, logs, units } = outcome
  return {
    err: error,
    logs,
    accounts: more.accounts ?? null,
    unitsConsumed: units,
    returnData: returned(outcome),
    innerInstructions: null,
    ...(more.replacement !== undefined && { replacementBlockhash: more.replacement }),
  }
}

function simulated(ledger: Ledger, wire: Wire, verify: boolean, anyHash = false) {
  if (!anyHash && !ledger.clock.isValid(wire.message.blockhash)) {
    return { ...notRun('BlockhashNotFound'), after: new Map<string, StoredAccount>() }
  }
  return ledger.simulate(wire, verify)
}

export function sendTransaction(ledger: Ledger, [transaction, given]: unknown[]): string {
  const options = optionsParam(given)
  const wire = wireParam(transaction, options)
  const signature = signatureOf(wire)
  if (options['skipPreflight'] !== true) {
    const checked = simulated(ledger, wire, true)
    if (checked.error === 'SignatureFailure') throw new RpcError(-32003, 'Transaction signature verification failure')
    if (checked.error !== null) {
      throw new RpcError(-32002, `Transaction simulation failed: ${sentence(checked.error)}`, report(checked))
    }
  }
  // Without preflight, a transaction with an expired blockhash is dropped without an error, as the network does.
  if (ledger.clock.isValid(wire.message.blockhash)) ledger.send(wire)
  return signature
}

export function simulateTransaction(ledger: Ledger, [transaction, given]: unknown[]) {
  const options = optionsParam(given)
  const verify = options['sigVerify'] === true
  const replace = options['replaceRecentBlockhash'] === true
  if (verify && replace) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
  const wire = wireParam(transaction, options)
  const outcome = simulated(ledger, wire, verify, replace)
  const replacement = replace ? ledger.clock.latest() : undefined
  const accounts = accountsAfter(ledger, outcome.after, options)
  return report(outcome, { accounts, replacement })
}

function accountsAfter(ledger: Ledger, after: Map<string, StoredAccount>, { accounts }: Options) {
  if (accounts === undefined || accounts === null) return null
  const { addresses, encoding = 'base64' } = optionsParam(accounts)
  return listParam(addresses, 100)
    .map(addressParam)
    .map((address) => presentAccount(ledger, after.get(address) ?? ledger.account(address), { encoding }))
}

/** Airdrops test SOL. @returns the transfer's signature */
export function requestAirdrop(ledger: Ledger, [to, lamports]: unknown[]): string {
  const wire = airdrop(ledger, addressParam(to), BigInt(countParam(lamports, 'lamports')))
  const { error } = ledger.send(wire)
  if (error !== null) throw new RpcError(-32603, `Airdrop failed: ${sentence(error)}`)
  return signatureOf(wire)
}
