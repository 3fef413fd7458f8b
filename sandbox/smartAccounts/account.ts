/** A SessionAccount for viem's bundler client. Its owner or a session key signs. */
import {
  concat,
  createClient,
  custom,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  hashMessage,
  hashTypedData,
  keccak256,
  type Hex,
  type LocalAccount,
} from 'viem'
import { readContract } from 'viem/actions'
import { nativeCurrency } from '../chains.ts'
import { abi } from '../contracts/artifacts/SessionAccount.ts'
import * as factory from '../contracts/artifacts/SessionAccountFactory.ts'
import { ENTRY_POINT, FACTORY, IMPLEMENTATION } from './addresses.ts'
import type { Library } from './library.ts'
import type { SmartNetwork } from './network.ts'
import { rowOf } from './nonce.ts'

/** A call that an account makes; `value` is in wei. */
export type Call = { to: Hex; value?: bigint | undefined; data?: Hex | undefined }

/** Every owner has one account, created with this salt. */
const salt = 0n

/** The factory call that creates an owner's account. */
export const creationOf = (owner: Hex) => ({
  factory: FACTORY,
  factoryData: encodeFunctionData({ abi: factory.abi, functionName: 'createAccount', args: [owner, salt] }),
})

/** The code that creates a clone of `implementation` (ERC-1167), as the factory uses it. */
const cloneOf = (implementation: Hex) =>
  concat(['0x3d602d80600a3d3981f3363d3d373d3d3d363d73', implementation, '0x5af43d82803e903d91602b57fd5bf3'])

/** The address of an owner's account, even before it exists. It is calculated: a node could name another address. */
export const accountOf = (owner: Hex): Hex =>
  getCreate2Address({
    from: FACTORY,
    salt: keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, salt])),
    bytecode: cloneOf(IMPLEMENTATION),
  })

/** A viem client that calls a chain's node and its bundler. It does not retry. */
export function clientOf(network: SmartNetwork) {
  const { id, name } = network.node
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [] } } })
  const request = ({ method, params }: { method: string; params?: unknown }) => network.request(method, params)
  return createClient({ chain, transport: custom({ request }, { retryCount: 0 }), pollingInterval: 20 })
}

export type Client = ReturnType<typeof clientOf>

/**
 * `counterfactual`: a contract that the factory creates; its owner signs messages together with the account's address.
 * `delegated`: an EOA that runs the account's code (EIP-7702); it signs messages as they are.
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
 * `creation`: the factory call that creates the account; without it, the account exists. `row`: the series of nonces
 * (in ERC-4337 its key) from which the account's operations take the next nonce. Of two operations with the same nonce
 * only one can run.
 */
type Setup = { kind?: Kind; creation?: { factory?: Hex; factoryData?: Hex }; row?: bigint }

/**
 * The account's next nonce in the series `row`, as the chain has it.
 * @throws Error for a nonce of another row: operations with nonces of different rows could all run
 */
async function nextNonce(library: Library, client: Client, address: Hex, row: bigint): Promise<bigint> {
  const asked = { abi: library.entryPoint08Abi, address: ENTRY_POINT, functionName: 'getNonce' } as const
  const nonce = await readContract(client, { ...asked, args: [address, row] })
  if (rowOf(nonce) !== row) throw new Error(`${nonce} is no nonce of the row ${row}`)
  return nonce
}

export function toAccount(
  library: Library,
  client: Client,
  address: Hex,
  signer: LocalAccount,
  { kind = 'counterfactual', creation = {}, row = 0n }: Setup = {},
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
    // Without this, viem takes a new series of nonces each time: an operation that was given up and its repeat could
    // then both run.
    getNonce: () => nextNonce(library, client, address, row),
    // For an estimate, sign the data known so far with the signer's own key: if that is a session key, the account then
    // runs the checks of its session.
    getStubSignature: (request) => signOperation(request ?? {}),
    signMessage: ({ message }) => (kind === 'delegated' ? signer.signMessage({ message }) : sign(hashMessage(message))),
    signTypedData: (data) =>
      kind === 'delegated' ? signer.signTypedData(data as never) : sign(hashTypedData(data as never)),
    signUserOperation: ({ chainId: _, ...userOperation }) => signOperation(userOperation),
  })
}

export type Account = Awaited<ReturnType<typeof toAccount>>
