/** The config's own nodes as a source, so that no other service learns which accounts visitors ask about. */
import { erc20Abi, type Hex } from 'viem'
import { multicall } from 'viem/actions'
import { batchesOf } from '../batches.ts'
import { nativeOf } from '../network.ts'
import { callNode, type Node } from '../rpc.ts'
import { amountOf, fieldsOf, listOf } from '../shape.ts'
import { type Holding, type Source, SourceError } from '../source.ts'
import type { ListedToken } from '../tokens.ts'
import { namesOf } from './ens.ts'
import { askClient, causeOf, clientOf } from './nodeClient.ts'

/** The programs that own token accounts on Solana: SPL Token, and Token-2022. */
const PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']

/**
 * Makes the source that reads balances of the native currency and of the listed tokens from the nodes, and ENS names if
 * one of them is a node of Ethereum.
 */
export function rpcSource(nodes: readonly Node[], tokens: readonly ListedToken[]): Source {
  const nodeOf = (caipNetworkId: string) => nodes.find(({ network }) => network.caipNetworkId === caipNetworkId)
  const listedOn = (id: string) => tokens.filter(({ caipNetworkId }) => caipNetworkId === id)
  const ethereum = nodeOf('eip155:1')
  return {
    name: 'rpc',
    serves: (caipNetworkId) => nodeOf(caipNetworkId) !== undefined,
    async balances(network, account) {
      const node = nodeOf(network.caipNetworkId)
      if (!node) return []
      const listed = listedOn(network.caipNetworkId)
      return network.id === undefined ? onSolana(node, listed, account) : onEvm(node, listed, account as Hex)
    },
    ...(ethereum && namesOf(ethereum)),
  }
}

/** The amount of the native currency and of tokens as holdings, without those of 0. */
function held({ network }: Node, native: unknown, tokens: readonly [ListedToken, bigint | undefined][]): Holding[] {
  const amount = amountOf(native)
  if (amount === undefined) throw new SourceError(`the node of ${network.name}`, 'sent no balance')
  const all: Holding[] = [
    { ...nativeOf(network), amount },
    ...tokens.map(([token, each]) => {
      const { caipNetworkId: _, ...rest } = token
      return { ...rest, amount: each ?? 0n }
    }),
  ]
  return all.filter((each) => each.amount > 0n)
}

/** Tokens in one call: about 3 million gas, which every node allows. */
const AT_ONCE = 100

/** An EVM account's native currency, and its listed tokens of the node's network. */
export const listedBalances = (node: Node, tokens: readonly ListedToken[], owner: Hex): Promise<Holding[]> =>
  onEvm(
    node,
    tokens.filter(({ caipNetworkId }) => caipNetworkId === node.network.caipNetworkId),
    owner,
  )

async function onEvm(node: Node, listed: readonly ListedToken[], owner: Hex): Promise<Holding[]> {
  const [native, ...parts] = await Promise.all([
    callNode(node, 'eth_getBalance', [owner, 'latest']),
    ...batchesOf(listed, AT_ONCE).map((tokens) => readAmounts(node, tokens, owner)),
  ])
  const amounts = parts.flat()
  return held(
    node,
    native,
    listed.map((token, index) => [token, amounts[index]]),
  )
}

/**
 * The amounts of several tokens by one call, which carries the code of the multicall contract, so that the contract
 * need not be deployed. A token whose call fails has no amount. A node that fails is an error, because missing amounts
 * would look like money that is gone.
 */
async function readAmounts(node: Node, tokens: readonly ListedToken[], owner: Hex): Promise<(bigint | undefined)[]> {
  const contracts = tokens.map(
    ({ address }) => ({ address: address as Hex, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) as const,
  )
  const results = await askClient(node, 'for tokens', () =>
    multicall(clientOf(node, 'ask'), { contracts, deployless: true, allowFailure: true, batchSize: 0 }),
  )
  // viem reports a token whose call fails and a node that does not answer in the same way: tell them apart by the
  // cause.
  const lost = results.map(({ error }) => causeOf(error)).find((cause) => cause !== undefined)
  if (lost) throw lost
  return results.map(({ result }) => result)
}

async function onSolana(node: Node, listed: readonly ListedToken[], owner: string): Promise<Holding[]> {
  // A node's default is `finalized`, which is about 13 s behind: a page asks again as soon as a payment is confirmed.
  const commitment = 'confirmed'
  const [native, ...lists] = await Promise.all([
    callNode(node, 'getBalance', [owner, { commitment }]),
    ...PROGRAMS.map((programId) =>
      callNode(node, 'getTokenAccountsByOwner', [owner, { programId }, { encoding: 'jsonParsed', commitment }]),
    ),
  ])
  const sums = new Map<string, bigint>()
  for (const list of lists)
    for (const entry of listOf(`the node of ${node.network.name}`, fieldsOf(list)['value'])) {
      const parsed = fieldsOf(fieldsOf(fieldsOf(fieldsOf(entry)['account'])['data'])['parsed'])
      const { mint, tokenAmount } = fieldsOf(parsed['info'])
      const amount = amountOf(fieldsOf(tokenAmount)['amount'])
      // An owner may have several accounts of one mint: add them up.
      if (typeof mint === 'string' && amount !== undefined) sums.set(mint, (sums.get(mint) ?? 0n) + amount)
    }
  return held(
    node,
    fieldsOf(native)['value'],
    listed.map((token) => [token, sums.get(token.address)]),
  )
}
