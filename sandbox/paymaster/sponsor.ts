/**
 * A paymaster service (ERC-7677) for one EVM chain. It pays for every operation that costs at most 0.1 ETH
 * (contracts/SitePaymaster.sol). For a context that names a token, the account pays the fee back in that token
 * (tokens.ts).
 */
import { concat, encodeFunctionData, type Hex } from 'viem'
import { abi, bytecode } from '../contracts/artifacts/SitePaymaster.ts'
import type { Bundler } from '../smartAccounts/bundler.ts'
import { loadLibrary } from '../smartAccounts/library.ts'
import { type Operation, sponsorParams } from '../smartAccounts/params.ts'
import type { Methods } from '../smartAccounts/rpc.ts'
import type { Token } from '../tokens.ts'
import { answer, mostOf, NO_TIMES, SPONSOR, STUB, times } from './agreement.ts'
import { loadSigner, preparePaymaster } from './contract.ts'
import { createTokenPayments } from './tokens.ts'

/** The gas limits of the paymaster contract's own work. */
const GAS = { paymasterVerificationGasLimit: 60_000n, paymasterPostOpGasLimit: 0n }

/** The paymaster service of one chain. */
export type Sponsor = ReturnType<typeof createSponsor>

/** `tokens`: those of the chain; fees may be paid in the ones that have a price. */
export function createSponsor(bundler: Pick<Bundler, 'chain' | 'open'>, tokens: readonly Token[]) {
  const { chain } = bundler
  const ready = preparePaymaster(bundler, { abi, bytecode })
  const payments = createTokenPayments(bundler, tokens)

  /**
   * The data that the contract reads after its gas limits: until when and from when the agreement is valid
   * ({@link times}), and the signature over the operation.
   */
  async function agree(operation: Operation, paymaster: Hex): Promise<Hex> {
    const [library, signer] = await Promise.all([loadLibrary(), loadSigner()])
    const head = times()
    const packed = library.toPackedUserOperation({ ...operation, paymaster, paymasterData: head, ...GAS })
    const data = encodeFunctionData({ abi, functionName: 'hashOf', args: [packed] })
    const hash = (await chain.node.request('eth_call', [{ to: paymaster, data }, 'latest'])) as Hex
    return concat([head, await signer.sign({ hash })])
  }

  /**
   * The methods of a paymaster. `isFree`: the paymaster pays the fee if the context names no token. Without `isFree`,
   * it only takes tokens.
   */
  const methodsOf = (isFree: boolean): Methods => ({
    /** For the gas estimate: data of the right length, with a signature that does not count. */
    pm_getPaymasterStubData: async (params) => {
      const { operation, erc20 } = sponsorParams(params, chain.node.id)
      if (erc20 !== undefined || !isFree) return payments.stub(operation, erc20)
      return { ...answer(await ready(), concat([NO_TIMES, STUB]), GAS), sponsor: SPONSOR, isFinal: false }
    },
    pm_getPaymasterData: async (params) => {
      const { operation, erc20 } = sponsorParams(params, chain.node.id)
      if (erc20 !== undefined || !isFree) return payments.agree(operation, erc20)
      mostOf(operation, GAS)
      const paymaster = await ready()
      return answer(paymaster, await agree(operation, paymaster), GAS)
    },
  })
  return { chainId: chain.node.id, methods: methodsOf(true), tokenMethods: methodsOf(false) }
}
