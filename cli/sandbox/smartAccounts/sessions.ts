/** Session keys: what an account grants, in calls and in what is read of it. */
import { decodeFunctionResult, encodeEventTopics, encodeFunctionData, getAddress, parseEther, type Hex } from 'viem'
import { abi } from '../contracts/artifacts/SessionAccount.ts'
import type { SmartChain } from './chain.ts'

/** What a key may do with an account. */
export type Grant = {
  /** The address of the key. */
  key: Hex
  /** Seconds since 1970; the key is good before and at it. */
  expiry: number
  /** The contracts that it may call. */
  targets: readonly Hex[]
  /** Wei that it may send along in all. */
  maxValue: bigint
  /** Wei that its operations may cost in fees in all. Default 0.05 ETH. */
  maxFees?: bigint
  /** The functions (4 bytes) that it may call; none means any. */
  selectors?: readonly Hex[]
}

/** A granted session with what is left of it. */
export type Session = {
  key: Hex
  expiry: number
  targets: readonly Hex[]
  selectors: readonly Hex[]
  valueLeft: bigint
  feesLeft: bigint
}

const defaultFees = parseEther('0.05')

export const grantCall = ({ key, expiry, targets, maxValue, maxFees = defaultFees, selectors = [] }: Grant): Hex =>
  encodeFunctionData({ abi, functionName: 'grant', args: [key, expiry, maxValue, maxFees, targets, selectors] })

export const revokeCall = (key: Hex): Hex => encodeFunctionData({ abi, functionName: 'revoke', args: [key] })

/** Every key that an account ever granted a session, oldest first. */
async function grantedKeys({ node }: SmartChain, address: Hex): Promise<Hex[]> {
  const topics = encodeEventTopics({ abi, eventName: 'SessionGranted' })
  const filter = { address, topics, fromBlock: '0x0', toBlock: 'latest' }
  const logs = (await node.request('eth_getLogs', [filter])) as { topics: Hex[] }[]
  return [...new Set(logs.map(({ topics }) => getAddress(`0x${topics[1]?.slice(26) ?? ''}`)))]
}

async function readSession({ node }: SmartChain, address: Hex, key: Hex): Promise<Session> {
  const data = encodeFunctionData({ abi, functionName: 'session', args: [key] })
  const answer = (await node.request('eth_call', [{ to: address, data }, 'latest'])) as Hex
  return { key, ...decodeFunctionResult({ abi, functionName: 'session', data: answer }) }
}

/** The sessions that were not revoked, expired ones among them. */
export async function listSessions(chain: SmartChain, address: Hex): Promise<Session[]> {
  const keys = await grantedKeys(chain, address)
  const found = await Promise.all(keys.map((key) => readSession(chain, address, key)))
  return found.filter(({ expiry }) => expiry > 0)
}
