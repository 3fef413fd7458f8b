/** A SessionAccount for viem's bundler client. Its owner or a session key signs. */
import {
  createClient,
  custom,
  defineChain,
  encodeFunctionData,
  hashMessage,
  hashTypedData,
  type Hex,
  type LocalAccount,
} from 'viem'
import { readContract } from 'viem/actions'
import { nativeCurrency } from '../chains.ts'
import { abi } from '../contracts/artifacts/SessionAccount.ts'
import * as factory from '../contracts/artifacts/SessionAccountFactory.ts'
import { ENTRY_POINT, FACTORY } from './addresses.ts'
import type { Bundler } from './bundler.ts'
import type { Library } from './library.ts'

/** A call that an account makes; `value` is in wei. */
export type Call = { to: Hex; value?: bigint | undefined; data?: Hex | undefined }

/** Every owner has one account, created with this salt. */
const salt = 0n

/** The factory call that creates an owner's account. */
export const creationOf = (owner: Hex) => ({
  factory: FACTORY,
  factoryData: encodeFunctionData({ abi: factory.abi, functionName: 'createAccount', args: [owner, salt] }),
})

/** The call that asks the factory for the address of an owner's account. */
export const addressData = (owner: Hex) =>
  encodeFunctionData({ abi: factory.abi, functionName: 'getAddress', args: [owner, salt] })

/** A viem client that calls the bundler and its node in process, not over HTTP. It does not retry. */
export function clientOf(bundler: Bundler) {
  const { id, name } = bundler.node
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [] } } })
  const request = ({ method, params }: { method: string; params?: unknown }) => bundler.request(method, params)
  return createClient({ chain, transport: custom({ request }, { retryCount: 0 }), pollingInterval: 20 })
}

export type Client = ReturnType<typeof clientOf>

/**
 * `counterfactual`: a contract that the factory creates; what its owner signs names the account. `delegated`: an EOA
 * that runs the account's code (EIP-7702); its signatures are those of the plain message.
 */
export type Kind = 'counterfactual' | 'delegated'

export function encodeCalls(calls: readonly Call[]): Hex {
  const [first] = calls
  if (first && calls.length === 1) {
    const args = [first.to, first.value ?? 0n, first.data ?? '0x'] as const
    return encodeFunctionData({ abi, functionName: 'execute', args })
  }
  const batch = calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, data }))
  return encodeFunctionData({ abi, functionName: 'executeBatch', args: [batch] })
}

/**
 * `creation`: the factory call that creates the account; without it, the account exists. `nonceKey`: the row of nonces
 * from which its operations take the next one, so that of two operations with the same one only one can run.
 */
type Setup = { kind?: Kind; creation?: { factory?: Hex; factoryData?: Hex }; nonceKey?: bigint }

/** The next nonce of an account in the row of `key`, as the chain has it. */
export const nonceAt = (library: Library, client: Client, address: Hex, key: bigint): Promise<bigint> =>
  readContract(client, {
    abi: library.entryPoint08Abi,
    address: ENTRY_POINT,
    functionName: 'getNonce',
    args: [address, key],
  })

export function toAccount(
  library: Library,
  client: Client,
  address: Hex,
  signer: LocalAccount,
  { kind = 'counterfactual', creation = {}, nonceKey = 0n }: Setup = {},
) {
  /**
   * Signs a hash so that the account accepts it (ERC-1271): the signed data names the account
   * (SessionAccount.messageHash).
   */
  const sign = (hash: Hex) =>
    signer.signTypedData({
      domain: { name: 'SessionAccount', version: '1', chainId: client.chain.id, verifyingContract: address },
      types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
      primaryType: 'AccountMessage',
      message: { hash },
    })
  const signOperation = (userOperation: object) =>
    signer.signTypedData(
      library.getUserOperationTypedData({
        chainId: client.chain.id,
        entryPointAddress: ENTRY_POINT,
        userOperation: { ...userOperation, sender: address } as Parameters<
          Library['getUserOperationTypedData']
        >[0]['userOperation'],
      }),
    )
  return library.toSmartAccount({
    client,
    entryPoint: { abi: library.entryPoint08Abi, address: ENTRY_POINT, version: '0.8' },
    getAddress: async () => address,
    encodeCalls: async (calls) => encodeCalls(calls),
    getFactoryArgs: async () => creation,
    // By itself viem takes another row each time, and an operation that was given up could run besides its repeat.
    getNonce: () => nonceAt(library, client, address, nonceKey),
    // For an estimate, sign the data known so far with the real key: the account then runs the checks of that key's
    // session.
    getStubSignature: (request) => signOperation(request ?? {}),
    signMessage: ({ message }) => (kind === 'delegated' ? signer.signMessage({ message }) : sign(hashMessage(message))),
    signTypedData: (data) =>
      kind === 'delegated' ? signer.signTypedData(data as never) : sign(hashTypedData(data as never)),
    signUserOperation: ({ chainId: _, ...userOperation }) => signOperation(userOperation),
  })
}

export type Account = Awaited<ReturnType<typeof toAccount>>
