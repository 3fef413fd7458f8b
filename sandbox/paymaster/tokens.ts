/**
 * Fees that the account pays back in a token, in the form that Coinbase's paymaster has: the context of a request names
 * the token (`erc20`), and the answer says what is taken at most (`tokenPayment`). The contract is
 * contracts/TokenPaymaster.sol.
 *
 * The contract takes the token after the calls, and reverts them all if it cannot. Then the deposit has still paid for
 * the gas. To keep that from happening, the calls are simulated before the signer agrees: after the calls, the account
 * must own the highest fee and allow the contract to take it. An account that moves the token or ends the allowance
 * between the simulation and the block makes the deposit pay for the gas, up to the limit of one operation; if it also
 * builds the block, it earns that. This is acceptable in a sandbox. A real service would limit the tip and
 * `preVerificationGas`, and decline accounts that did this before.
 */
import { concat, encodeFunctionData, erc20Abi, type Hex, isAddressEqual, numberToHex, parseUnits } from 'viem'
import { abi, bytecode } from '../contracts/artifacts/TokenPaymaster.ts'
import { nativeCurrency } from '../chains.ts'
import { priceOf } from '../prices.ts'
import { ENTRY_POINT, SENDER_CREATOR } from '../smartAccounts/addresses.ts'
import type { Bundler } from '../smartAccounts/bundler.ts'
import { BundlerError } from '../smartAccounts/failure.ts'
import { loadLibrary } from '../smartAccounts/library.ts'
import { eip7702Factory, type Operation } from '../smartAccounts/params.ts'
import type { Token } from '../tokens.ts'
import { answer, mostOf, NO_TIMES, SPONSOR, STUB, times } from './agreement.ts'
import { loadSigner, preparePaymaster } from './contract.ts'

/** The gas limits of the paymaster contract's own work. */
const GAS = { paymasterVerificationGasLimit: 80_000n, paymasterPostOpGasLimit: 80_000n }

/** The gas that is assumed for an operation whose limit for its calls is not known yet. */
const USUAL_GAS = 600_000n

const PRICE_DECIMALS = 6
const ETHER = 10n ** 18n
const ceil = (value: bigint, by: bigint) => (value + by - 1n) / by

/** Base units of a token for one ether, at the sandbox's prices. */
export const rateOf = ({ symbol, decimals }: Pick<Token, 'symbol' | 'decimals'>): bigint => {
  const [ether, token] = [nativeCurrency.symbol, symbol].map((each) => parseUnits(priceOf(each), PRICE_DECIMALS))
  return ceil((ether ?? 0n) * 10n ** BigInt(decimals), token ?? 0n)
}

type Simulated = { status: Hex; returnData: Hex }

export function createTokenPayments(bundler: Pick<Bundler, 'chain' | 'open'>, tokens: readonly Token[]) {
  const { chain } = bundler
  const ready = preparePaymaster(bundler, { abi, bytecode })
  const accepted = tokens.filter(({ symbol }) => Number(priceOf(symbol)) > 0)

  /** The token that a context names. Throws an error that names the accepted ones for any other. */
  async function tokenOf(erc20: Hex | undefined): Promise<Token> {
    const found = accepted.find(({ address }) => erc20 && isAddressEqual(address, erc20))
    if (found) return found
    const acceptedTokens = accepted.map(({ symbol, address }) => ({ name: symbol, address }))
    const message = erc20 ? 'The paymaster does not accept this token' : 'The paymaster pays for a fee in tokens only'
    throw new BundlerError(-32602, message, { acceptedTokens, paymasterAddress: await ready() })
  }

  /** How much of a token the account lets the paymaster take, and how much it owns, after the operation's calls. */
  async function afterCalls({ sender, factory, factoryData = '0x', callData }: Operation, token: Hex, spender: Hex) {
    const making =
      factory && factory !== eip7702Factory ? [{ from: SENDER_CREATOR, to: factory, data: factoryData }] : []
    const read = (data: Hex) => ({ from: sender, to: token, data })
    const calls = [
      ...making,
      { from: ENTRY_POINT, to: sender, data: callData },
      read(encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [sender, spender] })),
      read(encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [sender] })),
    ]
    const params = [{ blockStateCalls: [{ calls }], validation: false }, 'latest']
    const blocks = (await chain.node.request('eth_simulateV1', params)) as { calls: Simulated[] }[]
    const [done, allowed, owned] = blocks[0]?.calls.slice(making.length) ?? []
    if (done?.status !== '0x1') throw new BundlerError(-32521, 'execution reverted')
    return { allowed: BigInt(allowed?.returnData ?? 0), owned: BigInt(owned?.returnData ?? 0) }
  }

  const payment = ({ symbol, address, decimals }: Token, most: bigint) => ({
    sponsor: SPONSOR,
    tokenPayment: { name: symbol, address, maxFee: numberToHex(most), decimals },
  })
  const dataOf = (token: Token, most: bigint, head: Hex): Hex =>
    concat([head, token.address, numberToHex(rateOf(token), { size: 16 }), numberToHex(most, { size: 16 })])

  return {
    /** For the gas estimate. The account needs no approval yet: its wallet learns here whom to approve. */
    async stub(operation: Operation, erc20: Hex | undefined) {
      const token = await tokenOf(erc20)
      const { callGasLimit } = operation
      const cost = mostOf(callGasLimit === 0n ? { ...operation, callGasLimit: USUAL_GAS } : operation, GAS)
      const most = ceil(cost * rateOf(token), ETHER)
      const data = concat([dataOf(token, most, NO_TIMES), STUB])
      return { ...answer(await ready(), data, GAS), ...payment(token, most), isFinal: false }
    },

    async agree(operation: Operation, erc20: Hex | undefined) {
      const [token, paymaster] = await Promise.all([tokenOf(erc20), ready()])
      const most = ceil(mostOf(operation, GAS) * rateOf(token), ETHER)
      const { allowed, owned } = await afterCalls(operation, token.address, paymaster)
      if (allowed < most) throw new BundlerError(-32000, `The calls must allow the paymaster ${most} of the token`)
      if (owned < most) throw new BundlerError(-32000, `The account keeps less than ${most} of the token`)
      const [library, signer] = await Promise.all([loadLibrary(), loadSigner()])
      const head = dataOf(token, most, times())
      const packed = library.toPackedUserOperation({ ...operation, paymaster, paymasterData: head, ...GAS })
      const data = encodeFunctionData({ abi, functionName: 'termsHashOf', args: [packed] })
      const hash = (await chain.node.request('eth_call', [{ to: paymaster, data }, 'latest'])) as Hex
      return { ...answer(paymaster, concat([head, await signer.sign({ hash })]), GAS), ...payment(token, most) }
    },
  }
}
