/** Smart accounts on EVM chains: ERC-4337 (EntryPoint 0.8), session keys, and EIP-7702 in the sandbox. */
import type { Hex, LocalAccount, SignedAuthorization } from 'viem'
import { toAccount, type Account, type Call, type Kind } from './account.ts'
import { ENTRY_POINT, FACTORY, IMPLEMENTATION } from './addresses.ts'
import { FeeAbove, unwrapped } from './failure.ts'
import type { SmartNetwork } from './network.ts'
import { createOwners, type Owners } from './owners.ts'
import { grantCall, listSessions, revokeCall } from './sessions.ts'
import { prepareSponsored, signSponsored } from './sponsored.ts'
import { createSubmitting, lookFor } from './submit.ts'
import { createTurns } from './turns.ts'
import type { Announce, SentCalls, SmartAccounts } from './types.ts'

export { BundlerError } from './failure.ts'
export type { Call, Kind } from './account.ts'
export type { Grant, Session } from './sessions.ts'
export type { Announce, Ended, Paying, SentCalls, SentOperation, SmartAccounts, SponsoredCalls } from './types.ts'

/** In wei: the most that an operation without a paymaster can cost, because its signature covers these limits. */
const highestFee = (
  operation: Record<'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas' | 'maxFeePerGas', bigint>,
) => (operation.callGasLimit + operation.verificationGasLimit + operation.preVerificationGas) * operation.maxFeePerGas

type Sending = { authorization?: SignedAuthorization | undefined; most?: bigint | undefined }

/** Signs one operation of the account. @throws FeeAbove if its fee could exceed `most`, in wei */
async function signed(
  { at }: Owners,
  chainId: number,
  account: Account,
  calls: readonly Call[],
  { authorization, most }: Sending = {},
) {
  const { library, client } = await at(chainId)
  const request = { account, calls, ...(authorization && { authorization }) }
  const operation = await library.prepareUserOperation(client, request).catch((error: unknown) => {
    throw unwrapped(error)
  })
  if (most !== undefined && highestFee(operation) > most) throw new FeeAbove()
  return { ...operation, signature: await account.signUserOperation(operation) }
}

/**
 * Creates the smart accounts of these networks.
 * @param patience how long to wait for an operation to be in a block, in ms
 * @param pause ms between two reads of the chain meanwhile
 */
export function createSmartAccounts(networks: readonly SmartNetwork[], patience = 120_000, pause = 20): SmartAccounts {
  const owners = createOwners(networks)
  const { at, has, networkOf, fund, addressOf, ownAccount, authorize, codeOf, isDelegated } = owners
  const submit = createSubmitting(owners, { patience, pause })
  const inTurn = createTurns()
  /**
   * Sends an operation in the account's turn. The turn lasts until the operation is in a block, because its nonce is
   * used then, or until `wait` fails.
   */
  const sendInTurn = (chainId: number, account: Hex, send: () => Promise<SentCalls>) =>
    inTurn(chainId, account, send, (sent) => sent.wait())

  const sendCalls: SmartAccounts['sendCalls'] = async (chainId, owner, calls, kind, most, announce) => {
    const account = await ownAccount(chainId, owner, kind)
    return sendInTurn(chainId, account.address, async () => {
      const first = kind === 'delegated' && !(await isDelegated(chainId, owner.address))
      const authorization = first ? await authorize(chainId, owner) : undefined
      return submit(chainId, await signed(owners, chainId, account, calls, { authorization, most }), announce)
    })
  }

  /**
   * Sends a call from the account to itself, because the contract accepts changes of sessions only from itself or its
   * owner.
   */
  async function sendToItself(chainId: number, owner: LocalAccount, data: Hex, kind?: Kind, most?: bigint) {
    const to = kind === 'delegated' ? owner.address : await addressOf(chainId, owner.address)
    return sendCalls(chainId, owner, [{ to, data }], kind, most)
  }

  return {
    entryPoint: ENTRY_POINT,
    factory: FACTORY,
    implementation: IMPLEMENTATION,
    has,
    addressOf,
    isDeployed: async (chainId, address) => (await codeOf(chainId, address)) !== '0x',
    look: async (chainId, operation) => lookFor(await at(chainId), operation),
    fund,
    sendCalls,
    prepareSponsored: (...asked) => prepareSponsored(owners, ...asked),
    sendSponsored: (chainId, owner, prepared, announce?: Announce) =>
      sendInTurn(chainId, prepared.sender, async () =>
        submit(chainId, await signSponsored(owners, chainId, owner, prepared), announce),
      ),
    sendCallsWith: async (chainId, key, account, calls) => {
      const { library, client } = await at(chainId)
      // Each session key has its own series of nonces, so that no operation of another key takes its nonce.
      const smart = await toAccount(library, client, account, key, { row: BigInt(key.address) })
      return sendInTurn(chainId, account, async () => submit(chainId, await signed(owners, chainId, smart, calls)))
    },
    signMessage: async (chainId, owner, message) => (await ownAccount(chainId, owner)).signMessage({ message }),
    signTypedData: async (chainId, owner, data) => (await ownAccount(chainId, owner)).signTypedData(data),
    grantSession: (chainId, owner, grant, ...how) => sendToItself(chainId, owner, grantCall(grant), ...how),
    revokeSession: (chainId, owner, key, ...how) => sendToItself(chainId, owner, revokeCall(key), ...how),
    sessions: (chainId, address) => listSessions(networkOf(chainId), address),
    delegate: async (chainId, owner) => {
      const { network } = await at(chainId)
      return inTurn(chainId, owner.address, async () => {
        if (!network.authorize) throw new Error(`Nobody pays for a delegation on ${network.node.name}`)
        return network.authorize(await authorize(chainId, owner))
      })
    },
    isDelegated,
  }
}
