/**
 * Simulates a swap at the config's node, and compares what the visitor would have afterwards with the order. The calls
 * are not read, because a route of Jupiter can call many programs.
 */
import { isWritable, type Wire } from '../../../sandbox/solana/message.ts'
import { encodeBase58 } from '../../../runtime/lib/base58.ts'
import { WRAPPED_SOL } from '../network.ts'
import { callNode, type Node } from '../rpc.ts'
import { amountOf, fieldsOf, listOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import type { SolanaBuilt, SolanaOrder } from './jupiter.ts'
import { MOST_FEE, SYSTEM, TOKEN_PROGRAMS } from './solanaTransaction.ts'

/**
 * `isWallet`: only its own key can spend its SOL, because the System program owns it and it has no data. `token` is
 * undefined for an account that is no token account.
 */
type Account = { lamports: bigint; isWallet: boolean; token: TokenAccount | undefined }
/** `powers`: the bytes of the delegate, its amount and the close authority, in hexadecimal; empty if all are zero. */
type TokenAccount = { mint: string; owner: string; amount: bigint; powers: string }

/**
 * Simulates the swap, and compares what it changes with the order.
 * @throws SourceError if the swap fails, takes more or pays less than ordered, or gives others power over an account
 */
export async function simulateSwap(
  source: string,
  node: Node,
  order: SolanaOrder,
  { transaction, minimum, wire }: SolanaBuilt & { wire: Wire },
): Promise<void> {
  const fail = (problem: string): never => {
    throw new SourceError(source, `built a swap ${problem}`)
  }
  const addresses = await writableOf(node, wire)
  const before = await accountsOf(node, addresses)
  const config = {
    ...{ encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment: 'confirmed' },
    accounts: { encoding: 'base64', addresses },
  }
  const { value } = fieldsOf(await callNode(node, 'simulateTransaction', [transaction, config], 'pass'))
  const { err, accounts } = fieldsOf(value)
  if (err !== null) fail('that fails when it is run')
  const after = listOf(nameOf(node), accounts).map((each) => accountOf(node, each))
  if (after.length !== addresses.length) throw new SourceError(nameOf(node), 'did not tell all accounts')

  const wallet = addresses.indexOf(order.user)
  // A wallet that has no SOL left does not exist on the network (undefined): its key still owns it.
  if (wallet < 0 || after[wallet]?.isWallet === false) fail('that gives the wallet away')
  const changes = new Map<string, bigint>()
  let lamports = 0n
  for (const [at, address] of addresses.entries()) {
    const [old, now] = [before[at], after[at]]
    const isOwn = address === order.user || old?.token?.owner === order.user || now?.token?.owner === order.user
    if (!isOwn) continue
    if (old?.token && now?.token && now.token.owner !== order.user) fail('that gives an account away')
    if (now?.token && now.token.powers !== (old?.token?.powers ?? '')) fail('that lets somebody else take more later')
    // Count the SOL in the visitor's token accounts (wrapped, or their rent), which still belongs to the visitor.
    lamports += (now?.lamports ?? 0n) - (old?.lamports ?? 0n)
    for (const [token, sign] of [
      [old?.token, -1n],
      [now?.token, 1n],
    ] as const)
      if (token) changes.set(token.mint, (changes.get(token.mint) ?? 0n) + sign * token.amount)
  }
  changes.set(WRAPPED_SOL, lamports)
  for (const [mint, change] of changes) {
    const allowed = (mint === order.from ? order.amount : 0n) + (mint === WRAPPED_SOL ? MOST_FEE : 0n)
    if (change < -allowed) fail('that takes more than was ordered')
  }
  const fee = order.to === WRAPPED_SOL ? MOST_FEE : 0n
  if ((changes.get(order.to) ?? 0n) + fee < minimum) fail('that pays less than its minimum')
}

const nameOf = ({ network }: Node) => `the node of ${network.name}`

/** The writable accounts of a transaction: its own, and those that it takes from lookup tables. */
async function writableOf(node: Node, { message }: Wire): Promise<string[]> {
  const own = message.keys.filter((_, index) => isWritable(message, index))
  if (message.lookups.length === 0) return own
  const tables = await rawAccounts(
    node,
    message.lookups.map(({ table }) => table),
  )
  const others = message.lookups.flatMap(({ writable }, at) => {
    const data = bytesOf(tables[at]) ?? Buffer.alloc(0)
    return writable.map((index) => {
      // A lookup table has 56 bytes of metadata, and then its addresses, 32 bytes each.
      const address = data.subarray(56 + 32 * index, 88 + 32 * index)
      if (address.length < 32) throw new SourceError(nameOf(node), 'did not tell all accounts')
      return encodeBase58(address)
    })
  })
  return [...own, ...others]
}

async function rawAccounts(node: Node, addresses: readonly string[]): Promise<unknown[]> {
  const params = [addresses, { encoding: 'base64', commitment: 'confirmed' }]
  return listOf(nameOf(node), fieldsOf(await callNode(node, 'getMultipleAccounts', params, 'pass'))['value'])
}

const accountsOf = async (node: Node, addresses: readonly string[]) =>
  (await rawAccounts(node, addresses)).map((each) => accountOf(node, each))

function bytesOf(value: unknown): Buffer | undefined {
  const { data } = fieldsOf(value)
  const [text, encoding] = Array.isArray(data) ? (data as unknown[]) : []
  return typeof text === 'string' && encoding === 'base64' ? Buffer.from(text, 'base64') : undefined
}

/**
 * Parses an account in a node's answer.
 * @returns undefined for an account that does not exist
 * @throws SourceError if the node's answer is malformed
 */
function accountOf(node: Node, value: unknown): Account | undefined {
  if (value === null) return undefined
  const { lamports, owner } = fieldsOf(value)
  const [sum, data] = [amountOf(lamports), bytesOf(value)]
  if (sum === undefined || data === undefined) throw new SourceError(nameOf(node), 'did not tell all accounts')
  if (typeof owner !== 'string' || !TOKEN_PROGRAMS.has(owner) || data.length < 165 || data[108] === 0)
    return { lamports: sum, isWallet: owner === SYSTEM && data.length === 0, token: undefined }
  // A token account: mint at 0, owner at 32, amount at 64, delegate at 72, the delegate's amount at 121, close
  // authority at 129. The delegate and the close authority begin with 4 bytes that say whether there is one.
  const powers = [data.subarray(72, 108), data.subarray(121, 165)].map((part) => part.toString('hex')).join()
  return {
    ...{ lamports: sum, isWallet: false },
    token: {
      ...{ mint: encodeBase58(data.subarray(0, 32)), owner: encodeBase58(data.subarray(32, 64)) },
      ...{ amount: data.readBigUInt64LE(64), powers: /[1-9a-f]/.test(powers) ? powers : '' },
    },
  }
}
