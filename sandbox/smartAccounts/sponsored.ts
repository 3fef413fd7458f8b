/** Operations of smart accounts whose fee a paymaster pays: prepared first, and signed later exactly as prepared. */
import type { Hex, LocalAccount } from 'viem'
import { type Call, creationOf, toAccount } from './account.ts'
import { NonceTaken, unwrapped } from './failure.ts'
import type { Owners } from './owners.ts'
import type { Payer, SponsoredCalls } from './types.ts'

/** Prepares calls as one operation whose fee a paymaster pays: see {@link SmartAccounts.prepareSponsored}. */
export async function prepareSponsored(
  { at, addressOf }: Owners,
  chainId: number,
  owner: Hex,
  calls: readonly Call[],
  payer: Payer,
): Promise<SponsoredCalls> {
  const { library, client } = await at(chainId)
  const { generatePrivateKey, privateKeyToAccount } = await import('viem/accounts')
  // A key that owns nothing signs for the estimate: the person has not approved anything yet.
  const nobody = privateKeyToAccount(generatePrivateKey())
  const account = await toAccount(library, client, await addressOf(chainId, owner), nobody, {
    creation: creationOf(owner),
  })
  const written = (operation: object) => {
    const { signature: _signature, ...asked } = library.formatUserOperationRequest(operation)
    return asked
  }
  const paymaster = {
    getPaymasterStubData: (operation: object) => payer.offer(written(operation)),
    getPaymasterData: (operation: object) => payer.agree(written(operation)),
  }
  const prepared = await library.prepareUserOperation(client, { account, calls, paymaster }).catch((error: unknown) => {
    throw unwrapped(error)
  })
  const { sender, nonce, callData, callGasLimit, verificationGasLimit, preVerificationGas } = prepared
  const { maxFeePerGas, maxPriorityFeePerGas, factory, factoryData } = prepared
  const { paymaster: paying, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = prepared
  if (!paying || !paymasterData || paymasterVerificationGasLimit === undefined || paymasterPostOpGasLimit === undefined)
    throw new Error('The operation has no paymaster')
  return {
    ...{ sender, nonce, callData, callGasLimit, verificationGasLimit, preVerificationGas },
    ...{ maxFeePerGas, maxPriorityFeePerGas, paymaster: paying, paymasterData },
    ...{ paymasterVerificationGasLimit, paymasterPostOpGasLimit },
    ...(factory && factoryData && { factory, factoryData }),
  }
}

/** Signs a prepared operation as it is. @throws NonceTaken, with nothing signed, if it is outdated */
export async function signSponsored({ at }: Owners, chainId: number, owner: LocalAccount, prepared: SponsoredCalls) {
  const { library, client } = await at(chainId)
  const account = await toAccount(library, client, prepared.sender, owner)
  if ((await account.getNonce()) !== prepared.nonce) throw new NonceTaken()
  return { ...prepared, signature: await account.signUserOperation({ ...prepared, signature: '0x' }) }
}
