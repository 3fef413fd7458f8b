/** Session keys: encodes grants, and reads an account's sessions. */
import { decodeFunctionResult, encodeEventTopics, encodeFunctionData, getAddress, type Hex } from 'viem'
import { abi } from '../contracts/artifacts/SessionAccount.ts'
import { MAX_FEES } from './maxFees.ts'
import type { SmartNetwork } from './network.ts'

/** What a key may do with an account. */
export type Grant = {
  /** The key's address. */
  key: Hex
  /** Seconds since 1970. The key is valid up to and including this time. */
  expiry: number
  /** The contracts that the key may call. */
  targets: readonly Hex[]
  /** The total value that the key may send, in wei. */
  maxValue: bigint
  /** The total fees that the key's operations may cost, in wei. Default 0.05 ETH. */
  maxFees?: bigint
  /** The selectors (4 bytes) of the functions that the session may call. An empty or absent list allows all. */
  selectors?: readonly Hex[]
}

/** A granted session with its remaining limits. */
export type Session = {
  key: Hex
  expiry: number
  targets: readonly Hex[]
  selectors: readonly Hex[]
  valueLeft: bigint
  feesLeft: bigint
}

export const grantCall = ({ key, expiry, targets, maxValue, maxFees = MAX_FEES, selectors = [] }: Grant): Hex =>
  encodeFunctionData({ abi, functionName: 'grant', args: [key, expiry, maxValue, maxFees, targets, selectors] })

export const revokeCall = (key: Hex): Hex => encodeFunctionData({ abi, functionName: 'revoke', args: [key] })

/** Every key that an account ever granted a session, oldest first. */
async function grantedKeys({ request }: SmartNetwork, address: Hex): Promise<Hex[]> {
  const topics = encodeEventTopics({ abi, eventName: 'SessionGranted' })
  const filter = { address, topics, fromBlock: '0x0', toBlock: 'latest' }
  const logs = (await request('eth_getLogs', [filter])) as { topics: Hex[] }[]
  return [...new Set(logs.map(({ topics }) => getAddress(`0x${topics[1]?.slice(26) ?? ''}`)))]
}

async function readSession({ request }: SmartNetwork, address: Hex, key: Hex): Promise<Session> {
  const data = encodeFunctionData({ abi, functionName: 'session', args: [key] })
  const answer = (await request('eth_call', [{ to: address, data }, 'latest'])) as Hex
  return { key, ...decodeFunctionResult({ abi, functionName: 'session', data: answer }) }
}

/** An account's sessions that were not revoked, including expired ones. */
export async function listSessions(network: SmartNetwork, address: Hex): Promise<Session[]> {
  const keys = await grantedKeys(network, address)
  const found = await Promise.all(keys.map((key) => readSession(network, address, key)))
  return found.filter(({ expiry }) => expiry > 0)
}
