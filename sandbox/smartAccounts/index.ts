/** Smart accounts on the sandbox's EVM chains: ERC-4337 (EntryPoint 0.8), session keys, EIP-7702. */
import {
  decodeAbiParameters,
  numberToHex,
  parseEther,
  type Hex,
  type LocalAccount,
  type SignedAuthorization,
} from 'viem'
import { receipt } from '../receipt.ts'
import { addressData, clientOf, creationOf, toAccount, type Account, type Call, type Kind } from './account.ts'
import { delegation, ENTRY_POINT, FACTORY, IMPLEMENTATION } from './addresses.ts'
import type { Bundler } from './bundler.ts'
import { BundlerError } from './failure.ts'
import { grantCall, listSessions, revokeCall } from './sessions.ts'
import type { SentCalls, SmartAccounts } from './types.ts'

export { BundlerError } from './failure.ts'
export type { Call, Kind } from './account.ts'
export type { Grant, Session } from './sessions.ts'
export type { SentCalls, SmartAccounts } from './types.ts'

/** viem wraps the bundler's error in a less specific one; this returns the original. */
function unwrapped(error: unknown): unknown {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (inner instanceof BundlerError) return inner
  return error
}

export function createSmartAccounts(bundlers: readonly Bundler[]): SmartAccounts {
  const funded = new Set<string>()
  /**
   * By chain and account: run one at a time, because preparing an operation must see the state after the previous one.
   */
  const turns = new Map<string, Promise<unknown>>()

  function bundlerOf(chainId: number): Bundler {
    const bundler = bundlers.find(({ node }) => node.id === chainId)
    if (!bundler) throw new Error(`The sandbox has no EVM chain ${chainId}`)
    return bundler
  }

  async function at(chainId: number) {
    const bundler = bundlerOf(chainId)
    return { library: await bundler.open(), client: clientOf(bundler), chain: bundler.chain }
  }

  function inTurn<T>(chainId: number, address: Hex, work: () => Promise<T>): Promise<T> {
    const key = `${chainId}:${address.toLowerCase()}`
    const result = (turns.get(key) ?? Promise.resolve()).then(work)
    const ended: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => turns.get(key) === ended && turns.delete(key))
    turns.set(key, ended)
    return result
  }

  async function fund(chainId: number, address: Hex): Promise<void> {
    const { chain } = bundlerOf(chainId)
    const key = `${chainId}:${address.toLowerCase()}`
    if (funded.has(key)) return
    funded.add(key)
    if ((await chain.balanceOf(address)) > 0n) return
    await chain.node.request('anvil_setBalance', [address, numberToHex(parseEther('1'))])
  }

  async function addressOf(chainId: number, owner: Hex): Promise<Hex> {
    const { chain } = await at(chainId)
    const answer = await chain.node.request('eth_call', [{ to: FACTORY, data: addressData(owner) }, 'latest'])
    const [address] = decodeAbiParameters([{ type: 'address' }], answer as Hex)
    await fund(chainId, address)
    return address
  }

  async function ownAccount(chainId: number, owner: LocalAccount, kind: Kind = 'counterfactual') {
    const { library, client } = await at(chainId)
    if (kind === 'counterfactual') {
      const address = await addressOf(chainId, owner.address)
      return toAccount(library, client, address, owner, { creation: creationOf(owner.address) })
    }
    await fund(chainId, owner.address)
    return toAccount(library, client, owner.address, owner, { kind })
  }

  async function authorize(chainId: number, owner: LocalAccount): Promise<SignedAuthorization> {
    if (!owner.signAuthorization) throw new Error('This owner cannot sign EIP-7702 authorizations')
    const { node } = bundlerOf(chainId)
    const nonce = Number(await node.request('eth_getTransactionCount', [owner.address, 'latest']))
    return owner.signAuthorization({ address: IMPLEMENTATION, chainId, nonce })
  }

  const isDelegated = async (chainId: number, address: Hex) =>
    (await bundlerOf(chainId).chain.codeOf(address)) === delegation(IMPLEMENTATION)

  async function send(
    chainId: number,
    account: Account,
    calls: readonly Call[],
    authorization?: SignedAuthorization,
  ): Promise<SentCalls> {
    const { library, client } = await at(chainId)
    const request = { account, calls, ...(authorization && { authorization }) }
    const hash = await library.sendUserOperation(client, request).catch((error: unknown) => {
      throw unwrapped(error)
    })
    const wait = async () => {
      const { receipt, success } = await library.waitForUserOperationReceipt(client, { hash })
      return { transactionHash: receipt.transactionHash, success, receipt }
    }
    return { userOpHash: hash, wait }
  }

  const sendCalls: SmartAccounts['sendCalls'] = async (chainId, owner, calls, kind) => {
    const account = await ownAccount(chainId, owner, kind)
    return inTurn(chainId, account.address, async () => {
      const first = kind === 'delegated' && !(await isDelegated(chainId, owner.address))
      return send(chainId, account, calls, first ? await authorize(chainId, owner) : undefined)
    })
  }

  /** A call from the account to itself, which only its owner can cause. */
  async function sendToItself(chainId: number, owner: LocalAccount, data: Hex, kind?: Kind): Promise<SentCalls> {
    const to = kind === 'delegated' ? owner.address : await addressOf(chainId, owner.address)
    return sendCalls(chainId, owner, [{ to, data }], kind)
  }

  return {
    entryPoint: ENTRY_POINT,
    factory: FACTORY,
    implementation: IMPLEMENTATION,
    addressOf,
    isDeployed: async (chainId, address) => (await bundlerOf(chainId).chain.codeOf(address)) !== '0x',
    fund,
    sendCalls,
    sendCallsWith: async (chainId, key, account, calls) => {
      const { library, client } = await at(chainId)
      const smart = await toAccount(library, client, account, key)
      return inTurn(chainId, account, () => send(chainId, smart, calls))
    },
    signMessage: async (chainId, owner, message) => (await ownAccount(chainId, owner)).signMessage({ message }),
    signTypedData: async (chainId, owner, data) => (await ownAccount(chainId, owner)).signTypedData(data),
    grantSession: (chainId, owner, grant, kind) => sendToItself(chainId, owner, grantCall(grant), kind),
    revokeSession: (chainId, owner, key, kind) => sendToItself(chainId, owner, revokeCall(key), kind),
    sessions: (chainId, address) => listSessions(bundlerOf(chainId).chain, address),
    delegate: async (chainId, owner) => {
      const { chain } = await at(chainId)
      return inTurn(chainId, owner.address, () =>
        chain.inTurn(async () => {
          const authorizationList = [await authorize(chainId, owner)]
          const hash = await chain.send({ to: await chain.bundler(), data: '0x', gas: 100_000n, authorizationList })
          await receipt(chain.node, hash)
          return hash
        }),
      )
    },
    isDelegated,
  }
}
