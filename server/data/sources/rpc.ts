/**
 * The config's own nodes as a source: balances of the native currency and of the listed tokens, and the names of ENS.
 * Nobody else learns what visitors ask.
 */
import {
  type Client,
  createPublicClient,
  custom,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
} from 'viem'
import { mainnet } from 'viem/chains'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import { normalize } from 'viem/ens'
import { nativeOf } from '../network.ts'
import { callNode, type Node } from '../rpc.ts'
import { amountOf, fieldsOf, listOf, pictureOf } from '../shape.ts'
import { type Holding, type Source, SourceError } from '../source.ts'
import type { ListedToken } from '../tokens.ts'

/** The programs that have a Solana account's tokens: SPL Token, and Token-2022. */
const PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']

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
    ...(ethereum && ensOf(ethereum)),
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

async function onEvm(node: Node, listed: readonly ListedToken[], owner: Hex): Promise<Holding[]> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const [native, ...amounts] = await Promise.all([
    callNode(node, 'eth_getBalance', [owner, 'latest']),
    // One contract that fails is no reason to show nothing.
    ...listed.map(({ address }) =>
      callNode(node, 'eth_call', [{ to: address, data }, 'latest']).catch(() => undefined),
    ),
  ])
  return held(
    node,
    native,
    listed.map((token, index) => [token, readAmount(amounts[index])]),
  )
}

function readAmount(data: unknown): bigint | undefined {
  try {
    return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: data as Hex })
  } catch {
    return undefined
  }
}

async function onSolana(node: Node, listed: readonly ListedToken[], owner: string): Promise<Holding[]> {
  const [native, ...lists] = await Promise.all([
    callNode(node, 'getBalance', [owner]),
    ...PROGRAMS.map((programId) =>
      callNode(node, 'getTokenAccountsByOwner', [owner, { programId }, { encoding: 'jsonParsed' }]),
    ),
  ])
  const sums = new Map<string, bigint>()
  for (const list of lists)
    for (const entry of listOf(`the node of ${node.network.name}`, fieldsOf(list)['value'])) {
      const parsed = fieldsOf(fieldsOf(fieldsOf(fieldsOf(entry)['account'])['data'])['parsed'])
      const { mint, tokenAmount } = fieldsOf(parsed['info'])
      const amount = amountOf(fieldsOf(tokenAmount)['amount'])
      // A mint may have several accounts of one owner.
      if (typeof mint === 'string' && amount !== undefined) sums.set(mint, (sums.get(mint) ?? 0n) + amount)
    }
  return held(
    node,
    fieldsOf(native)['value'],
    listed.map((token) => [token, sums.get(token.address)]),
  )
}

/**
 * Names of ENS, read from the contracts on Ethereum. Names that a gateway on the internet answers for (ERC-3668) are not
 * found: the owner of a name chooses the gateway, and could make this server ask addresses in the operator's network.
 */
function ensOf(node: Node): Pick<Source, 'nameOf' | 'find'> {
  const client = createPublicClient({
    chain: mainnet,
    ccipRead: false,
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: unknown[] }) => callNode(node, method, params ?? []),
      },
      { retryCount: 0 },
    ),
  })
  return {
    async nameOf(account) {
      const name = await ask(node, () => getEnsName(client, { address: getAddress(account) }))
      return name === null ? undefined : { name, avatar: await avatarOf(client, node, name) }
    },
    async find(name) {
      const normal = normalized(name)
      if (normal === undefined) return undefined
      const [address, avatar] = await Promise.all([
        ask(node, () => getEnsAddress(client, { name: normal })),
        avatarOf(client, node, normal),
      ])
      return address === null ? undefined : { addresses: { 60: address }, avatar }
    },
  }
}

/** The picture of a name if it is at an https URL. Pictures that are NFTs are left out. */
const avatarOf = async (client: Client, node: Node, name: string): Promise<string | null> =>
  pictureOf(await ask(node, () => getEnsText(client, { name, key: 'avatar' })).catch(() => '')) || null

function normalized(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}

async function ask<T>({ network }: Node, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch {
    // viem's errors contain the call's data and more: pass on the fact only.
    throw new SourceError(`the node of ${network.name}`, 'did not answer for a name')
  }
}
