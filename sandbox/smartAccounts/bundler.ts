/**
 * A minimal bundler (ERC-4337, EntryPoint 0.8): it simulates an operation and sends it in a bundle of one. It loads
 * viem's code for account abstraction and deploys the contracts on first use.
 */
import { isAddressEqual, numberToHex, type Hex } from 'viem'
import type { EvmNode } from '../node.ts'
import { receipt } from '../receipt.ts'
import { ENTRY_POINT, FACTORY, IMPLEMENTATION, PASSKEY_FACTORY, PASSKEY_IMPLEMENTATION } from './addresses.ts'
import { openChain } from './chain.ts'
import { BundlerError, invalidParams } from './failure.ts'
import { createGifts } from './gifts.ts'
import { loadLibrary } from './library.ts'
import { pack } from './pack.ts'
import { hashParams, noParams, operationParams, type Operation } from './params.ts'
import { findEvent, findReceipt } from './receipts.ts'
import { answerBody, type Methods } from './rpc.ts'
import { bundleGas, estimate, simulateBundle } from './simulate.ts'

/** The most sent operations that are remembered, for `eth_getUserOperationByHash`. */
const remembered = 10_000

export type Bundler = ReturnType<typeof createBundler>

/**
 * Throws for an authorization (EIP-7702) that the chain would skip without an error: the account would have no code
 * then.
 */
async function checkAuthorization(node: EvmNode, { sender, authorization }: Operation): Promise<void> {
  if (!authorization) return
  const { chainId, nonce } = authorization
  const { recoverAuthorizationAddress } = await import('viem/utils')
  const signer = await recoverAuthorizationAddress({ authorization }).catch(() => undefined)
  if (!signer || !isAddressEqual(signer, sender)) throw invalidParams('eip7702Auth is not signed by the sender')
  if (chainId !== 0 && chainId !== node.id) throw invalidParams(`eip7702Auth is for chain ${chainId}`)
  const count = Number(await node.request('eth_getTransactionCount', [sender, 'latest']))
  if (nonce !== count) throw invalidParams(`eip7702Auth has nonce ${nonce}, the account is at ${count}`)
}

/** Matches requests that contain an address of the contracts or a bundler's method: only these need the contracts. */
const mentioned = new RegExp(
  [ENTRY_POINT, FACTORY, IMPLEMENTATION, PASSKEY_FACTORY, PASSKEY_IMPLEMENTATION]
    .map((address) => address.slice(2))
    .join('|') + '|UserOperation|EntryPoints',
  'i',
)

export function createBundler(node: EvmNode) {
  const chain = openChain(node)
  const sent = new Map<Hex, unknown>()

  /** Resolves with viem's module for account abstraction once the contracts are deployed. */
  async function open() {
    const [library] = await Promise.all([loadLibrary(), chain.ready()])
    return library
  }

  async function send(params: unknown): Promise<Hex> {
    const operation = operationParams(params, false)
    const library = await open()
    return chain.inTurn(async () => {
      await checkAuthorization(node, operation)
      const packed = await pack(library, chain, operation)
      const fee = await chain.baseFee()
      if (operation.maxFeePerGas < fee) throw invalidParams(`maxFeePerGas is less than the base fee, ${fee}`)
      await simulateBundle(chain, packed)
      const { authorization } = operation
      const transactionHash = await chain.send({
        to: ENTRY_POINT,
        data: packed.handleOps,
        gas: bundleGas(packed),
        ...(authorization && { authorizationList: [authorization] }),
      })
      sent.set(packed.hash, (params as unknown[])[0])
      const [oldest] = sent.keys()
      if (sent.size > remembered && oldest) sent.delete(oldest)
      // Wait for the receipt, because the next operation must be simulated on the new state. With mining off there is
      // none, and the wait ends after 2 seconds.
      const mined = await receipt(node, transactionHash).catch(() => undefined)
      if (mined?.status === '0x0') throw new BundlerError(-32500, `The bundle was reverted: ${transactionHash}`)
      return packed.hash
    })
  }

  async function estimateGas(params: unknown): Promise<object> {
    const operation = operationParams(params, true)
    const library = await open()
    const found = await estimate(chain, await pack(library, chain, operation))
    return Object.fromEntries(Object.entries(found).map(([name, gas]) => [name, numberToHex(gas)]))
  }

  async function findOperation(params: unknown): Promise<object | null> {
    const hash = hashParams(params)
    const known = sent.get(hash)
    if (!known) return null
    const event = await findEvent(await loadLibrary(), chain, hash)
    const { blockHash = null, blockNumber = null, transactionHash = null } = event ?? {}
    return { userOperation: known, entryPoint: ENTRY_POINT, blockHash, blockNumber, transactionHash }
  }

  const methods: Methods = {
    eth_supportedEntryPoints: async (params) => {
      noParams(params)
      return [ENTRY_POINT]
    },
    eth_sendUserOperation: send,
    eth_estimateUserOperationGas: estimateGas,
    eth_getUserOperationReceipt: async (params) => {
      const hash = hashParams(params)
      return findReceipt(await loadLibrary(), chain, hash)
    },
    eth_getUserOperationByHash: findOperation,
  }

  /**
   * Answers a body: the bundler's methods here, all others by the node. Deploys the contracts when a request mentions
   * them.
   */
  async function forward(body: Buffer) {
    const text = body.toString('utf8')
    if (!mentioned.test(text)) return node.forward(body)
    await chain.ready()
    return answerBody(text, methods, node.forward)
  }

  /** A call from the sandbox itself. @throws BundlerError, with the node's code and data if the node refused it */
  async function request(method: string, params: unknown): Promise<unknown> {
    if (Object.hasOwn(methods, method)) return methods[method]?.(params)
    const [outcome] = await node.batch([{ method, params: (params ?? []) as unknown[] }])
    if (outcome && !outcome.error) return outcome.result
    const { code, message, data } = {
      code: -32603,
      data: undefined,
      message: `No answer to ${method}`,
      ...outcome?.error,
    }
    throw new BundlerError(code, message, data)
  }

  return { chain, open, request, ...createGifts(chain), node: { ...node, forward } }
}
