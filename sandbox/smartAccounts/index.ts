/** Smart accounts on the sandbox's EVM chains: ERC-4337 (EntryPoint 0.8), session keys, EIP-7702. */
import type { Hex, LocalAccount, SignedAuthorization } from 'viem'
import { receipt } from '../receipt.ts'
import { toAccount, type Account, type Call, type Kind } from './account.ts'
import { ENTRY_POINT, FACTORY, IMPLEMENTATION } from './addresses.ts'
import type { Bundler } from './bundler.ts'
import { FeeAbove, unwrapped } from './failure.ts'
import { createOwners, type Owners } from './owners.ts'
import { grantCall, listSessions, revokeCall } from './sessions.ts'
import { prepareSponsored, sendSponsored } from './sponsored.ts'
import { createSubmitting } from './submit.ts'
import { createTurns } from './turns.ts'
import type { SentCalls, SmartAccounts } from './types.ts'

export { BundlerError } from './failure.ts'
export type { Call, Kind } from './account.ts'
export type { Grant, Session } from './sessions.ts'
export type { Ended, Paying, SentCalls, SmartAccounts, SponsoredCalls } from './types.ts'

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

/** @param patience how long to wait for an operation to be in a block, in ms */
export function createSmartAccounts(bundlers: readonly Bundler[], patience = 120_000): SmartAccounts {
  const owners = createOwners(bundlers)
  const { at, bundlerOf, fund, addressOf, ownAccount, authorize, isDelegated } = owners
  const submit = createSubmitting(owners, patience)
  const inTurn = createTurns()
  /**
   * Sends an operation in the account's turn. The turn lasts until the operation is in a block, because its nonce is
   * used then, or until `wait` fails.
   */
  const sendInTurn = (chainId: number, account: Hex, send: () => Promise<SentCalls>) =>
    inTurn(chainId, account, send, (sent) => sent.wait())

  const sendCalls: SmartAccounts['sendCalls'] = async (chainId, owner, calls, kind, most) => {
    const account = await ownAccount(chainId, owner, kind)
    return sendInTurn(chainId, account.address, async () => {
      const first = kind === 'delegated' && !(await isDelegated(chainId, owner.address))
      const authorization = first ? await authorize(chainId, owner) : undefined
      return submit(chainId, await signed(owners, chainId, account, calls, { authorization, most }))
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
    addressOf,
    isDeployed: async (chainId, address) => (await bundlerOf(chainId).chain.codeOf(address)) !== '0x',
    fund,
    sendCalls,
    prepareSponsored: (...asked) => prepareSponsored(owners, ...asked),
    sendSponsored: (chainId, owner, prepared) =>
      sendInTurn(chainId, prepared.sender, () => sendSponsored(owners, submit, chainId, owner, prepared)),
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
