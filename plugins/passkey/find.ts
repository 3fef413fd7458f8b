/**
 * Finds the account of a passkey that another device created. A signature does not contain its public key, but only two
 * keys can have made it; both are calculated from it (SEC 1, 4.1.6), and the chain, or a second signature, says which.
 */
import { p256 } from '@noble/curves/p256'
import { concat, getAddress, type Hex, keccak256 } from 'viem'
import { accountOf, isOwnerData, type Key } from './account.ts'
import { sha256, toHex, utf8, fromHex } from './bytes.ts'
import { exists } from './prepare.ts'
import type { Assertion } from './parse.ts'
import { parseBytes, type Rpc } from './rpc.ts'
import type { Passkey } from './stored.ts'
import { rpIdHashOf, sign, type Signed } from './webauthn.ts'

/** The keys that can have made this signature: two, in all but one of 2^128 cases. */
export async function candidates(assertion: Assertion): Promise<Pick<Key, 'x' | 'y'>[]> {
  const clientHash = await sha256(utf8(assertion.clientData))
  const signed = await sha256(fromHex(concat([assertion.authenticatorData, toHex(clientHash)])))
  const signature = new p256.Signature(assertion.r, assertion.s)
  return [0, 1].flatMap((bit) => {
    try {
      const point = toHex(signature.addRecoveryBit(bit).recoverPublicKey(signed).toRawBytes(false))
      return [{ x: `0x${point.slice(4, 68)}` as const, y: `0x${point.slice(68)}` as const }]
    } catch {
      return []
    }
  })
}

/** A challenge whose signature cannot be used for anything: it is the hash of no operation and of no message. */
const randomChallenge = () => keccak256(crypto.getRandomValues(new Uint8Array(32)))

/**
 * Lets the visitor choose a passkey of this domain, and finds its account. One confirmation is enough if the account
 * exists on this network, or if the passkey was added to an account later; else `again` asks for a second one.
 * `undefined` if `again` resolves with false, if the two signatures have no key in common, or if the account does not
 * confirm a passkey that was added later.
 */
export async function findPasskey(rpc: Rpc, rpId: string, again: () => Promise<boolean>): Promise<Passkey | undefined> {
  const rpIdHash = await rpIdHashOf(rpId)
  const first = await sign(randomChallenge(), rpId)
  const keys = (await candidates(first)).map((key) => ({ ...key, rpIdHash }))
  if (first.userHandle.length === 20) return joined(rpc, first, keys)
  for (const key of keys) {
    const account = accountOf(key)
    // Ask the node two questions: only a node that lies in both answers could make this return the other key, for which
    // no device can sign.
    if ((await exists(rpc, account)) && (await isOwner(rpc, account, key))) return { ...key, id: first.id, account }
  }
  if (!(await again())) return undefined
  const second = await sign(randomChallenge(), rpId, first.id)
  const both = await candidates(second)
  const key = keys.find(({ x, y }) => both.some((other) => other.x === x && other.y === y))
  return key && { ...key, id: first.id, account: accountOf(key) }
}

/**
 * Finds the account of a passkey that was added to the account later; its user handle is the account's address. A user
 * handle proves nothing, so the account's contract must confirm that one of `keys` is its owner. `undefined` if it does
 * not.
 */
async function joined(rpc: Rpc, { id, userHandle }: Signed, keys: readonly Key[]): Promise<Passkey | undefined> {
  const account = getAddress(toHex(userHandle))
  for (const key of keys) if (await isOwner(rpc, account, key)) return { ...key, id, account }
  return undefined
}

async function isOwner(rpc: Rpc, account: Hex, key: Key): Promise<boolean> {
  const answer = parseBytes(await rpc('eth_call', [{ to: account, data: isOwnerData(key) }, 'latest']))
  return /^0x0{63}1$/.test(answer)
}
