/**
 * Reads names, decimals and balances of tokens that are in no list, from their contracts. Anybody can deploy those, so
 * each call has a gas limit, and a failed call does not affect the results of the others.
 */
import { decodeAbiParameters, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { batchesOf } from '../batches.ts'
import { createCache } from '../cache.ts'
import type { Node } from '../rpc.ts'
import { amountOf, fieldsOf, isAdvert, textOf, tokenFacts } from '../shape.ts'
import { SourceError } from '../source.ts'
import { RefusedCall } from './calls.ts'

/**
 * `token` is undefined if the contract is no ERC-20 token, has 0 decimals, or has an advertisement as name or symbol.
 * `name` is for the contract's NFTs; undefined if it has none, or one that is an advertisement.
 */
export type Contract = {
  token: { name: string; symbol: string; decimals: number } | undefined
  name: string | undefined
}

const UNKNOWN: Contract = { token: undefined, name: undefined }

/** The node refused a call because of its rate limit, and may answer it later. */
class Paced extends SourceError {
  constructor({ network }: Node) {
    super(`the node of ${network.name}`, 'has reached its rate limit')
  }
}

const GAS = '0x7a120'
/** The calls in one JSON-RPC batch. */
const CALLS = 60
const KEPT = { lifetime: 86_400_000, most: 10_000 }

export function createTokens() {
  const kept = createCache<Contract>(KEPT)
  return {
    /**
     * The facts of some contracts, by address. They are cached for a day, except for contracts that the node's rate
     * limit left open: those count as unknown in this answer, and are read again for the next one.
     * @throws SourceError if the node does not answer, or if its rate limit left all of the contracts open
     */
    async read(node: Node, contracts: readonly string[]): Promise<ReadonlyMap<string, Contract>> {
      const { caipNetworkId: id } = node.network
      const missing: string[] = []
      let answers: Promise<ReadonlyMap<string, Contract>> | undefined
      const factsOf = async (contract: string) =>
        kept(`${id}:${contract}`, async () => {
          missing.push(contract)
          // Contracts that are not in the cache are read together, once the cache was asked for all of them.
          answers ??= Promise.resolve().then(() => {
            answers = undefined
            return readAll(node, missing.splice(0))
          })
          const facts = (await answers).get(contract)
          if (!facts) throw new Paced(node)
          return facts
        }).catch((error: unknown) => {
          if (error instanceof Paced) return error
          throw error
        })
      const found = await Promise.all(contracts.map(async (contract) => [contract, await factsOf(contract)] as const))
      const open = found.flatMap(([, facts]) => (facts instanceof Paced ? facts : []))
      // Throw only if the rate limit left everything open. Otherwise what was read is cached, so the next call asks for
      // less.
      if (open[0] && open.length === found.length) throw open[0]
      return new Map(found.map(([contract, facts]) => [contract, facts instanceof Paced ? UNKNOWN : facts]))
    },

    /** An account's balances by contract, in the tokens' smallest units; without tokens whose call failed. */
    async balances(node: Node, contracts: readonly string[], owner: string): Promise<ReadonlyMap<string, bigint>> {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as Hex] })
      const words = await callAll(
        node,
        contracts.map((to) => ({ to, data })),
      )
      return new Map(
        contracts.flatMap((contract, at): [string, bigint][] => {
          const word = words[at]
          const amount = typeof word === 'string' && /^0x[0-9a-f]{64}$/i.test(word) ? amountOf(word) : undefined
          return amount === undefined ? [] : [[contract, amount]]
        }),
      )
    },
  }
}

const FUNCTIONS = ['name', 'symbol', 'decimals'] as const

/**
 * Reads the facts of contracts, by address. Leaves out the contracts of which the node refused a call because of its
 * rate limit.
 */
async function readAll(node: Node, contracts: readonly string[]): Promise<ReadonlyMap<string, Contract>> {
  const calls = contracts.flatMap((to) =>
    FUNCTIONS.map((functionName) => ({ to, data: encodeFunctionData({ abi: erc20Abi, functionName }) })),
  )
  const results = await callAll(node, calls)
  return new Map(
    contracts.flatMap((contract, at): [string, Contract][] => {
      const [name, symbol, decimals] = FUNCTIONS.map((_, index) => results[at * FUNCTIONS.length + index])
      if (name instanceof Paced || symbol instanceof Paced || decimals instanceof Paced) return []
      const facts = { name: stringOf(name), symbol: stringOf(symbol), decimals: amountOf(decimals) }
      const collection = textOf(facts.name)
      const token = tokenFacts({
        ...facts,
        decimals: facts.decimals === undefined ? undefined : String(facts.decimals),
      })
      return [[contract, { token, name: collection !== undefined && !isAdvert(collection) ? collection : undefined }]]
    }),
  )
}

type Result = string | Paced | undefined

/**
 * The results of calls, in their order; undefined for a failed call, and a `Paced` for one that the node's rate limit
 * refused.
 * @throws SourceError if the node supports no batches
 */
async function callAll(node: Node, calls: readonly { to: string; data: Hex }[]): Promise<Result[]> {
  const results: Result[] = []
  for (const some of batchesOf(calls, CALLS)) {
    const body = some.map((each, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'eth_call', params: [{ ...each, gas: GAS }, 'latest'] },
    }))
    const answer = await node.pass(body)
    if (!Array.isArray(answer)) throw new SourceError(`the node of ${node.network.name}`, 'takes no lists of calls')
    const byId = new Map((answer as unknown[]).map(fieldsOf).map((reply) => [reply['id'], reply]))
    for (const { id } of body) {
      const { result, error } = byId.get(id) ?? {}
      results.push(isPaced(error) ? new Paced(node) : typeof result === 'string' ? result : undefined)
    }
  }
  return results
}

/** Whether the node's rate limit is the cause. The words of a contract that reverts do not count: it chooses them. */
function isPaced(error: unknown): boolean {
  const { code, message } = fieldsOf(error)
  if (code === 3 || /revert/i.test(textOf(message) ?? '')) return false
  // -32005: a limit is exceeded (EIP-1474).
  return code === -32005 || new RefusedCall('', '', error).isPaced
}

/** The longest encoded text that is decoded, in characters (two for each byte). */
const LONGEST = 10_000

function stringOf(data: string | undefined): string | undefined {
  if (data === undefined || data.length > LONGEST) return undefined
  // Early tokens, such as MKR, return 32 bytes, padded with zeros, instead of a string. Other contracts may answer every
  // call with a number.
  if (/^0x[0-9a-f]{64}$/i.test(data)) {
    const text = Buffer.from(data.slice(2), 'hex').toString('utf8').replace(/\0+$/, '')
    return text && !/[\p{C}\ufffd]/u.test(text) ? text : undefined
  }
  try {
    return decodeAbiParameters([{ type: 'string' }], data as Hex)[0]
  } catch {
    return undefined
  }
}
