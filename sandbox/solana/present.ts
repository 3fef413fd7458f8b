/** Formats accounts and transactions as Solana's JSON-RPC does. */
import { base58, base64 } from '@scure/base'
import { token2022Program, tokenProgram } from './keys.ts'
import type { Entry, Ledger, Outcome, StoredAccount } from './ledger.ts'
import { isWritable } from './message.ts'
import { invalidParams, RpcError, type Options } from './params.ts'
import { extensionsOf, readMint, readTokenAccount, uiAmount } from './tokens.ts'

export const isTokenProgram = (address: string) => address === tokenProgram || address === token2022Program

/** The data of the mint at an address; undefined when there is none. */
export function mintAt(ledger: Ledger, address: string) {
  const account = ledger.account(address)
  return account && isTokenProgram(account.owner) ? readMint(account.data) : undefined
}

/** A token account or mint in the `jsonParsed` format; undefined for any other account. */
function parsedData(ledger: Ledger, { owner, data }: StoredAccount) {
  if (!isTokenProgram(owner)) return undefined
  const program = owner === tokenProgram ? 'spl-token' : 'spl-token-2022'
  const held = readTokenAccount(data)
  const decimals = held && mintAt(ledger, held.mint)?.decimals
  if (held && decimals !== undefined) {
    const { mint, owner: holder, state, isNative, delegate, delegated } = held
    const allowed = delegate !== undefined && { delegate, delegatedAmount: uiAmount(delegated, decimals) }
    const info = { isNative, mint, owner: holder, state, tokenAmount: uiAmount(held.amount, decimals), ...allowed }
    return { program, parsed: { type: 'account', info }, space: data.length }
  }
  const mint = readMint(data)
  if (!mint) return undefined
  const extensions = extensionsOf(data)
  const info = { ...mint, supply: String(mint.supply), isInitialized: true, ...(extensions.length && { extensions }) }
  return { program, parsed: { type: 'mint', info }, space: data.length }
}

function sliced(data: Uint8Array, { dataSlice }: Options): Uint8Array {
  if (typeof dataSlice !== 'object' || dataSlice === null) return data
  const { offset = 0, length = 0 } = dataSlice as { offset?: number; length?: number }
  return data.subarray(Number(offset), Number(offset) + Number(length))
}

function encoded(data: Uint8Array, encoding: unknown): unknown {
  switch (encoding) {
    case 'base58':
    case 'binary':
    case undefined:
      if (data.length > 128) {
        throw new RpcError(
          -32600,
          'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
        )
      }
      return encoding === 'base58' ? [base58.encode(data), 'base58'] : base58.encode(data)
    case 'base64':
    case 'base64+zstd':
    case 'jsonParsed':
      return [base64.encode(data), 'base64']
    default:
      throw invalidParams(`unknown variant \`${String(encoding)}\``)
  }
}

export function presentAccount(ledger: Ledger, account: StoredAccount | null, options: Options) {
  if (!account) return null
  const { lamports, owner, executable, rentEpoch, data } = account
  const parsed = options['encoding'] === 'jsonParsed' ? parsedData(ledger, account) : undefined
  const shown = parsed ?? encoded(sliced(data, options), options['encoding'])
  return { lamports, owner, executable, rentEpoch, space: data.length, data: shown }
}

export const returned = ({ returnData }: Outcome) =>
  returnData && { programId: returnData.programId, data: [base64.encode(returnData.data), 'base64'] }

/** The token balances of a transaction's accounts, before or after it. */
function tokenBalances(ledger: Ledger, { changes }: Entry, when: 'before' | 'after') {
  return changes.flatMap((change, accountIndex) => {
    const account = change[when]
    const held = account && isTokenProgram(account.owner) ? readTokenAccount(account.data) : undefined
    const decimals = held && mintAt(ledger, held.mint)?.decimals
    if (!account || !held || decimals === undefined) return []
    const { mint, owner } = held
    return [{ accountIndex, mint, owner, programId: account.owner, uiTokenAmount: uiAmount(held.amount, decimals) }]
  })
}

const instructionOf = (
  { program, accounts, data }: { program: number; accounts: number[]; data: Uint8Array },
  height: number | null,
) => ({
  programIdIndex: program,
  accounts,
  data: base58.encode(data),
  stackHeight: height,
})

function presentMessage(ledger: Ledger, entry: Entry, parsed: boolean) {
  const { message } = entry.wire
  const addresses = entry.changes.map(({ address }) => address)
  const { header, keys, blockhash, instructions, lookups, version } = message
  if (parsed) {
    const loaded = ledger.loadedOf(message)
    const accountKeys = addresses.map((pubkey, index) => ({
      pubkey,
      signer: index < header[0],
      source: index < keys.length ? 'transaction' : 'lookupTable',
      writable: index < keys.length ? isWritable(message, index) : index < keys.length + loaded.writable.length,
    }))
    const decoded = instructions.map(({ program, accounts, data }) => ({
      programId: addresses[program],
      accounts: accounts.map((index) => addresses[index]),
      data: base58.encode(data),
      stackHeight: 1,
    }))
    return {
      accountKeys,
      recentBlockhash: blockhash,
      instructions: decoded,
      ...(lookups.length && { addressTableLookups: tables(lookups) }),
    }
  }
  const [numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts] = header
  return {
    header: { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts },
    accountKeys: keys,
    recentBlockhash: blockhash,
    instructions: instructions.map((each) => instructionOf(each, version === 'legacy' ? null : 1)),
    ...(version === 0 && { addressTableLookups: tables(lookups) }),
  }
}

const tables = (lookups: Entry['wire']['message']['lookups']) =>
  lookups.map(({ table, writable, readonly }) => ({
    accountKey: table,
    writableIndexes: writable,
    readonlyIndexes: readonly,
  }))

/** The response of `getTransaction`. @throws RpcError for a versioned transaction that the caller does not accept */
export function presentTransaction(ledger: Ledger, entry: Entry, options: Options) {
  const { encoding = 'json', maxSupportedTransactionVersion } = options
  const { wire, error, changes } = entry
  const { version } = wire.message
  if (version !== 'legacy' && maxSupportedTransactionVersion === undefined) {
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  }
  const parsed = encoding === 'jsonParsed'
  const asBytes = encoding === 'base64' || encoding === 'base58'
  const transaction = asBytes
    ? [(encoding === 'base64' ? base64 : base58).encode(wire.bytes), encoding]
    : { signatures: wire.signatures.map((each) => base58.encode(each)), message: presentMessage(ledger, entry, parsed) }
  const meta = {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: entry.fee,
    preBalances: changes.map(({ before }) => before?.lamports ?? 0),
    postBalances: changes.map(({ after }) => after?.lamports ?? 0),
    preTokenBalances: tokenBalances(ledger, entry, 'before'),
    postTokenBalances: tokenBalances(ledger, entry, 'after'),
    innerInstructions: entry.inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((each) => instructionOf(each, each.height)),
    })),
    logMessages: entry.logs,
    rewards: [],
    computeUnitsConsumed: entry.units,
    ...(parsed ? {} : { loadedAddresses: ledger.loadedOf(wire.message) }),
    ...(entry.returnData && { returnData: returned(entry) }),
  }
  const shown = maxSupportedTransactionVersion === undefined ? {} : { version }
  return { slot: entry.slot, blockTime: entry.time, meta, transaction, ...shown }
}
