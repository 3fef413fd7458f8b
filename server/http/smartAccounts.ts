/** Smart accounts on the networks of the config that have a bundler. */
import { type Hex, keccak256 } from 'viem'
import { lazy } from '../../runtime/lib/lazy.ts'
import type { NetworkConfig } from '../config/networks.ts'
import type { EvmChain } from '../../sandbox/login/rpc/chain.ts'
import { ENTRY_POINT, FACTORY, IMPLEMENTATION } from '../../sandbox/smartAccounts/addresses.ts'
import { createSmartAccounts, type SmartAccounts } from '../../sandbox/smartAccounts/index.ts'
import { loadLibrary } from '../../sandbox/smartAccounts/library.ts'
import { chainOf } from './chains.ts'

/**
 * The hashes (keccak256) of the contracts' code. Their addresses follow from their code (CREATE2), so that nothing else
 * can be there, except on a chain that calculates addresses in another way, or behind a wrong node.
 */
const CODE: readonly (readonly [address: Hex, hash: Hex])[] = [
  [FACTORY, '0xe8090df0b24d9dc76cde31cacdbb4ec9f2f71a2ab3e9e5d3568d380ea5ba7d3b'],
  [IMPLEMENTATION, '0x2233ab8e1b208d579bcacfeb02602789e326859edce8f5a24f588383a424b68f'],
]
/** ms to wait until an operation is in a block, and ms between two reads of the chain during the wait. */
const [PATIENCE, PAUSE] = [120_000, 1_000]

const isCode = (value: unknown): value is Hex => typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value)

/** Thrown if a network lacks a contract that smart accounts need, or has other code at its address. */
export class MissingContract extends Error {
  override readonly name = 'MissingContract'
}

/**
 * Checks that a network has the contracts of smart accounts.
 * @throws MissingContract if the contracts of smart accounts are not on a network, or what the node throws
 */
async function checkContracts({ node: { name }, request }: EvmChain): Promise<void> {
  const codeOf = (address: Hex) => request('eth_getCode', [address, 'latest'])
  if (!isCode(await codeOf(ENTRY_POINT)))
    throw new MissingContract(`EntryPoint 0.8 is not on ${name}: there is no code at ${ENTRY_POINT}`)
  for (const [address, hash] of CODE) {
    const code = await codeOf(address)
    if (!isCode(code))
      throw new MissingContract(
        `The contract of smart accounts is not on ${name}: there is no code at ${address}. Deploy it with the data that ` +
          'walletkit-server factory prints',
      )
    if (keccak256(code) !== hash) throw new MissingContract(`${name} has other code at ${address} than it should`)
  }
}

/**
 * Checks that a bundler supports EntryPoint 0.8, which smart accounts use.
 * @throws Error if the bundler is for other entry points, or what its `request` throws
 */
async function checkBundler({ node: { name }, request }: EvmChain): Promise<void> {
  const found = await request('eth_supportedEntryPoints', [])
  const isOurs = (each: unknown) => typeof each === 'string' && each.toLowerCase() === ENTRY_POINT.toLowerCase()
  if (!Array.isArray(found) || !(found as unknown[]).some(isOurs))
    throw new Error(`The bundler of ${name} does not support EntryPoint 0.8 (${ENTRY_POINT})`)
}

/** Checks everything that smart accounts need on a network. @throws Error that says what is missing */
export async function checkSmartAccounts(network: NetworkConfig): Promise<void> {
  const chain = chainOf(network)
  await checkContracts(chain)
  await checkBundler(chain)
}

export type SmartChains = {
  accounts: SmartAccounts | undefined
  /**
   * Checks each network with a bundler. If a network's node does not answer, its contracts are checked before their
   * first use.
   * @param warn called with what is wrong, but does not keep the server from starting
   * @throws MissingContract
   */
  check: (warn: (error: unknown) => void) => Promise<void>
}

export function openSmartAccounts(networks: readonly NetworkConfig[]): SmartChains {
  const opened = networks
    .filter(({ bundler }) => bundler !== undefined)
    .map((network) => {
      const chain = chainOf(network)
      // Contracts stay, so a check that succeeded is not repeated: later logins do not need the node.
      const check = lazy(() => checkContracts(chain))
      return { ...chain, check, open: async () => (await Promise.all([loadLibrary(), check()]))[0] }
    })
  return {
    accounts: opened.length ? createSmartAccounts(opened, PATIENCE, PAUSE) : undefined,
    check: async (warn) => {
      const checks = opened.map(async (chain) => {
        await chain.check()
        await checkBundler(chain)
      })
      for (const outcome of await Promise.allSettled(checks)) {
        if (outcome.status === 'fulfilled') continue
        if (outcome.reason instanceof MissingContract) throw outcome.reason
        warn(outcome.reason)
      }
    },
  }
}
