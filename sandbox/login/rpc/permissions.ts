/**
 * Implements `wallet_grantPermissions` and `wallet_revokePermissions` (an early draft of ERC-7715) with session keys of
 * the smart account: the contract itself enforces each key's limits.
 */
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { MAX_FEES } from '../../smartAccounts/maxFees.ts'
import { smartOf, type Chains } from './chain.ts'
import { referenceOf } from './chainId.ts'
import { budgetOf } from './complete.ts'
import { checksummed, hexToBytes, isHex, keccak } from './hex.ts'
import { carriedOut } from './operation.ts'
import { addressOf, fieldsOf, grantOf, Invalid, listOf, maxFeeOf } from './params.ts'

export type Granted = {
  key: Hex
  expiry: number
  targets: Hex[]
  selectors: Hex[]
  /** The wei that the key may send in all. */
  maxValue: bigint
  /** The wei that the key's operations may cost the account in fees, in all. A request cannot set it. */
  maxFees: bigint
}

/**
 * The address of the key that gets the permission: the request gives it as an address, or as a public key.
 * @throws Invalid
 */
function keyOf(signer: unknown): Hex {
  const { type, data } = fieldsOf(signer)
  const fields = fieldsOf(data)
  if (type === 'account') return addressOf(fields['id'] ?? fields['address'], 'The signer')
  const [first] = type === 'keys' ? listOf(fields['keys'] ?? fields['ids']) : [fields['key'] ?? fields]
  if (typeof first === 'string') return fromPublicKey(first)
  const { publicKey, type: kind = 'secp256k1', address } = fieldsOf(first)
  if (kind !== 'secp256k1') throw new Invalid(`Keys of the kind ${String(kind)} are not supported`)
  return address === undefined ? fromPublicKey(publicKey) : addressOf(address, 'The signer')
}

/**
 * The address of an uncompressed public key (65 bytes, or 64 without the prefix byte). An address is returned as it is.
 */
function fromPublicKey(value: unknown): Hex {
  if (typeof value === 'string' && value.length === 42) return addressOf(value, 'The signer')
  if (!isHex(value)) throw new Invalid('A public key in hex is expected')
  const bare = value.length === 132 && value.startsWith('0x04') ? `0x${value.slice(4)}` : value
  if (bare.length !== 130) throw new Invalid('An uncompressed public key is expected')
  return checksummed(`0x${keccak(hexToBytes(bare as Hex)).slice(-40)}`)
}

const amount = (value: unknown): bigint => {
  if (isHex(value) && value.length > 2) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^\d+$/.test(value)) return BigInt(value)
  throw new Invalid('An amount in wei is expected')
}

/** The selector that stands for a call without data in the limits of a session key. */
export const PLAIN_PAYMENT: Hex = '0x00000000'

/**
 * The selectors of a permission's functions; an empty list allows every function of the contract.
 * @throws Invalid for a function without a selector: ignoring it could leave the list empty, and so allow every
 *   function
 */
function selectorsOf(fields: Readonly<Record<string, unknown>>): Hex[] {
  const selectors = listOf(fields['functions'] ?? fields['calls']).map((each) => {
    const { selector } = fieldsOf(each)
    if (!isHex(selector) || selector.length !== 10) throw new Invalid('A function is named by 4 bytes')
    return selector.toLowerCase() as Hex
  })
  return [...new Set(selectors)].sort()
}

/**
 * Reads a grant.
 * @param now in ms since 1970
 * @throws Invalid for a grant that has ended or names no contract, which the account's contract would reject. Invalid
 *   for contracts with different functions: the account's contract lets a key call each of the functions on each of the
 *   contracts. Invalid or Mismatch for a malformed or unsupported grant
 */
export function readGrant(params: unknown, now: number): Granted {
  const { expiry, permissions, signer } = grantOf(params)
  if (!Number.isSafeInteger(expiry) || expiry * 1000 <= now)
    throw new Invalid('A permission has to end, and later than now')
  const functionsOf = new Map<Hex, Hex[]>()
  const payees: Hex[] = []
  let maxValue = 0n
  for (const { type, data } of permissions) {
    const fields = fieldsOf(data)
    if (type === 'contract-call') {
      const target = addressOf(fields['address'], 'The contract')
      if (functionsOf.has(target)) throw new Invalid('Two permissions are for the same contract: ask for one')
      functionsOf.set(target, selectorsOf(fields))
      if (fields['valueLimit'] !== undefined) maxValue += amount(fields['valueLimit'])
    } else if (type === 'native-token-recurring-allowance' || type === 'native-token-transfer') {
      // The account's contract counts only a total, so the key may spend the allowance of one interval in all.
      maxValue += amount(fields['allowance'])
      if (fields['address'] !== undefined) payees.push(addressOf(fields['address']))
    } else throw new Invalid(`The permission ${type} is not supported`)
  }
  for (const payee of payees) if (!functionsOf.has(payee)) functionsOf.set(payee, [PLAIN_PAYMENT])
  // The account's contract rejects a session without targets; reject it here, before the person is asked.
  const [selectors, ...others] = functionsOf.values()
  if (!selectors) throw new Invalid('A permission has to name the contracts that it is for')
  if (others.some((each) => each.join() !== selectors.join()))
    throw new Invalid('The contracts of a permission have different functions: ask for one permission for each')
  return { key: keyOf(signer), expiry, targets: [...functionsOf.keys()], selectors, maxValue, maxFees: MAX_FEES }
}

export async function grant(chains: Chains, owner: PrivateKeyAccount, caip: string, params: unknown, now: number) {
  const [id, smart] = [referenceOf(caip), smartOf(chains, caip)]
  const granted = readGrant(params, now)
  const { key, expiry } = granted
  const { permissions, signer, address: named } = grantOf(params)
  const address = await smart.addressOf(id, owner.address)
  // The permission is for the smart account, so refuse a request that names another account.
  if (named && addressOf(named) !== checksummed(address)) throw new Invalid('Only the smart account grants permissions')
  const { left } = budgetOf(maxFeeOf(params))
  const { transactionHash } = await carriedOut(smart.grantSession(id, owner, granted, undefined, left))
  const signerData = { userOpBuilder: smart.implementation, submitToAddress: smart.entryPoint }
  // The context is the key's address, which is not a secret. With it, the page can revoke the permission.
  return {
    permissionsContext: key,
    context: key,
    expiry,
    grantedPermissions: permissions,
    permissions,
    signer,
    address,
    chainId: caip,
    signerData,
    factory: smart.factory,
    transactionHash,
  }
}

/** The key to revoke, from `[{ permissionsContext }]`: the context that {@link grant} returned. @throws Invalid */
export const revokedKey = (params: unknown): Hex => {
  const { permissionsContext, context, pci } = fieldsOf(listOf(params)[0] ?? params)
  return addressOf(permissionsContext ?? context ?? pci, 'The permission')
}

export async function revoke(chains: Chains, owner: PrivateKeyAccount, caip: string, params: unknown) {
  const { left } = budgetOf(maxFeeOf(params))
  await carriedOut(smartOf(chains, caip).revokeSession(referenceOf(caip), owner, revokedKey(params), undefined, left))
  return {}
}
