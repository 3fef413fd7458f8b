/**
 * Stores the nonces of the newest 20 operations that the passkey signed, until the site's own node says that they are
 * used. A bundler may claim that it did not take an operation, or that the operation failed, and still send it later,
 * as long as its nonce is unused.
 */
import { isRecord, type PluginKit } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { readNonce } from './nonce.ts'
import { askSite } from './siteNode.ts'

export type SignedOperation = { chainId: number; account: Hex; nonce: bigint; hash: Hex }

const KEY = 'passkey.signed'
const MOST = 20

/** Parses the stored list and skips malformed entries. Never throws. */
export function parseSigned(text: string | undefined): SignedOperation[] {
  if (text === undefined || text.length > 8192) return []
  try {
    const list: unknown = JSON.parse(text)
    return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((each) => {
      const { chainId, account, nonce, hash } = isRecord(each) ? each : {}
      const isOperation =
        Number.isSafeInteger(chainId) &&
        [account, hash].every((hex) => typeof hex === 'string' && /^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(hex)) &&
        typeof nonce === 'string' &&
        /^\d{1,20}$/.test(nonce)
      return isOperation
        ? { chainId: chainId as number, account: account as Hex, nonce: BigInt(nonce), hash: hash as Hex }
        : []
    })
  } catch {
    return []
  }
}

type Store = Pick<PluginKit, 'storage'>

const signedOperations = (kit: Store) => parseSigned(kit.storage.get(KEY))

function store(kit: Store, list: readonly SignedOperation[]): void {
  const written = list.slice(0, MOST).map((each) => ({ ...each, nonce: String(each.nonce) }))
  if (written.length) kit.storage.set(KEY, JSON.stringify(written))
  else kit.storage.remove(KEY)
}

export const keepSigned = (kit: Store, operation: SignedOperation): void =>
  store(kit, [operation, ...signedOperations(kit)])

const isOfOne = (one: SignedOperation, other: Pick<SignedOperation, 'chainId' | 'account'>) =>
  one.chainId === other.chainId && one.account.toLowerCase() === other.account.toLowerCase()

/**
 * Forgets the account's operations whose nonces are used, as the site's own node says: the bundler's receipt may be
 * false. Keeps all if that node does not answer within 3 s, or is that of another network. Never rejects.
 */
export async function settleSigned(
  kit: Store & Pick<PluginKit, 'network' | 'chain'>,
  of: Pick<SignedOperation, 'chainId' | 'account'>,
): Promise<void> {
  if (!signedOperations(kit).some((each) => isOfOne(each, of))) return
  const next = await askSite(kit, of.chainId, () => readNonce(kit.chain.request, of.account))
  if (next === undefined) return
  const list = signedOperations(kit)
  const open = list.filter((each) => !isOfOne(each, of) || each.nonce >= next)
  if (open.length < list.length) store(kit, open)
}

/**
 * Whether an earlier signed operation could still run in addition to the next one, so that the visitor would pay for
 * both. Two operations with the same nonce exclude each other, so only earlier operations with another nonce count,
 * even if the bundler's node says that their nonce is used.
 */
export const mayRunBesides = (kit: Store, next: Omit<SignedOperation, 'hash'>): boolean =>
  signedOperations(kit).some((each) => isOfOne(each, next) && each.nonce !== next.nonce)
