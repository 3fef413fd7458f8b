/** Simulates user operations on the node without changing its state. */
import { decodeFunctionResult, encodeFunctionData, numberToHex, type Hex } from 'viem'
import { delegation, ENTRY_POINT, SENDER_CREATOR } from './addresses.ts'
import type { SmartChain } from './chain.ts'
import { BundlerError, rejected, rejectedBy, revertData, reverted } from './failure.ts'
import { overhead, type Packed } from './pack.ts'
import { eip7702Factory, type Operation } from './params.ts'

/** The most gas that an operation's limits, its paymaster's too, may have together; a block has 30 million. */
const mostGas = 12_000_000n

/** The gas limit of the bundle's transaction. @throws BundlerError when the operation asks for too much */
export function bundleGas(packed: Packed): bigint {
  const {
    callGasLimit,
    verificationGasLimit,
    paymasterVerificationGasLimit = 0n,
    paymasterPostOpGasLimit = 0n,
  } = packed.operation
  const limits = callGasLimit + verificationGasLimit + paymasterVerificationGasLimit + paymasterPostOpGasLimit
  if (limits > mostGas) throw new BundlerError(-32602, `Invalid params: gas limits of more than ${mostGas} together`)
  // A call passes on at most 63/64 of the remaining gas, and calldata may cost 40 gas per byte.
  return limits + limits / 16n + overhead(packed) * 3n
}

/** The state override for an operation with an authorization (EIP-7702): the sender has the delegate's code already. */
const delegated = ({ sender, authorization }: Operation) =>
  authorization ? { [sender]: { code: delegation(authorization.address) } } : {}

/** Runs the bundle as it would be sent. @throws BundlerError when the entry point rejects the operation */
export async function simulateBundle(chain: SmartChain, packed: Packed): Promise<void> {
  const gas = numberToHex(bundleGas(packed))
  const call = { from: await chain.bundler(), to: ENTRY_POINT, data: packed.handleOps, gas }
  const params = [call, 'latest', delegated(packed.operation)]
  const [outcome] = await chain.node.batch([{ method: 'eth_call', params }])
  if (!outcome?.error) return
  const data = revertData(outcome.error)
  if (data === '0x') throw rejected(`The entry point reverted: ${outcome.error.message}`)
  throw rejectedBy(data)
}

type Simulated = { status: Hex; returnData: Hex; gasUsed: Hex; error?: { data?: unknown; message: string } }

/** Runs calls one after the other, each on the state that the previous one left. */
async function simulate(chain: SmartChain, calls: { from: Hex; to: Hex; data: Hex }[], stateOverrides: object) {
  const params = [{ blockStateCalls: [{ stateOverrides, calls }], validation: false }, 'latest']
  const blocks = (await chain.node.request('eth_simulateV1', params)) as { calls: Simulated[] }[]
  return blocks[0]?.calls ?? []
}

/**
 * The gas limit for a simulated call. It is a third and 10,000 more than the gas that was paid: refunds are paid back
 * only at the end, up to a quarter of the gas paid, and a call passes on at most 63/64 of its gas.
 */
const limitFor = (simulated: Simulated) => (BigInt(simulated.gasUsed) * 4n) / 3n + 10_000n

const failed = (simulated: Simulated) => simulated.status !== '0x1'

const output = ({ error, returnData }: Simulated) => {
  const data = error && revertData(error)
  return data && data !== '0x' ? data : returnData
}

const inputs = [
  {
    name: 'op',
    type: 'tuple',
    components: [
      { name: 'sender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'initCode', type: 'bytes' },
      { name: 'callData', type: 'bytes' },
      { name: 'accountGasLimits', type: 'bytes32' },
      { name: 'preVerificationGas', type: 'uint256' },
      { name: 'gasFees', type: 'bytes32' },
      { name: 'paymasterAndData', type: 'bytes' },
      { name: 'signature', type: 'bytes' },
    ],
  },
  { name: 'opHash', type: 'bytes32' },
  { name: 'funds', type: 'uint256' },
] as const

const validation = [
  { type: 'function', name: 'validateUserOp', stateMutability: 'nonpayable', inputs, outputs: [{ type: 'uint256' }] },
] as const

const sponsoring = [
  {
    type: 'function',
    name: 'validatePaymasterUserOp',
    stateMutability: 'nonpayable',
    inputs,
    outputs: [{ type: 'bytes' }, { type: 'uint256' }],
  },
] as const

export type Estimate = {
  preVerificationGas: bigint
  verificationGasLimit: bigint
  callGasLimit: bigint
  /** Only for an operation with a paymaster. */
  paymasterVerificationGasLimit?: bigint
}

/**
 * Estimates an operation's gas by creating the account, validating, making its calls, and asking its paymaster, each on
 * top of the previous step. The signature need not be valid.
 * @throws BundlerError -32500 when creating or validating fails, -32501 when the paymaster reverts, -32521 when the
 *   calls do
 */
export async function estimate(chain: SmartChain, packed: Packed): Promise<Estimate> {
  const { operation, hash } = packed
  const { sender, factory, factoryData = '0x', callData } = operation
  const making = factory && factory !== eip7702Factory ? [{ from: SENDER_CREATOR, to: factory, data: factoryData }] : []
  // Give the account one extra wei and ask it to pay one, so that the estimate includes the payment and never fails
  // because of it. With a paymaster the account pays nothing.
  const args = [packed.packed, hash, operation.paymaster ? 0n : 1n] as const
  const validating = { from: ENTRY_POINT, to: sender, data: encodeFunctionData({ abi: validation, args }) }
  const balance = numberToHex((await chain.balanceOf(sender)) + 1n)
  const { code } = delegated(operation)[sender] ?? {}
  const overrides = { [sender]: { balance, ...(code && { code }) } }
  const calls = [...making, validating, { from: ENTRY_POINT, to: sender, data: callData }, ...askPaymaster(packed)]

  const results = await simulate(chain, calls, overrides)
  const made = making.length ? results[0] : undefined
  const [validated, done, sponsored] = results.slice(making.length)
  if (!validated || !done || (operation.paymaster && !sponsored))
    throw new Error('The node did not simulate every call')
  if (made && failed(made)) throw rejected('AA13 initCode failed or OOG', output(made))
  if (failed(validated)) throw rejected('AA23 reverted', output(validated))
  checkValidated(validated, making.length > 0)
  if (sponsored && failed(sponsored)) throw rejected('AA33 reverted', output(sponsored))
  if (failed(done)) throw reverted(output(done))
  return {
    preVerificationGas: overhead(packed),
    verificationGasLimit: limitFor(validated) + (made ? limitFor(made) : 0n),
    callGasLimit: limitFor(done),
    ...(sponsored && { paymasterVerificationGasLimit: limitFor(sponsored) }),
  }
}

/** The call that asks an operation's paymaster, if it has one. The operation's maximum cost is not known yet. */
function askPaymaster({ operation: { paymaster }, packed, hash }: Packed) {
  if (!paymaster) return []
  return [{ from: ENTRY_POINT, to: paymaster, data: encodeFunctionData({ abi: sponsoring, args: [packed, hash, 0n] }) }]
}

function checkValidated({ returnData }: Simulated, made: boolean): void {
  // A call to an address without code succeeds and returns nothing: there is no account.
  if (returnData === '0x') throw rejected(made ? 'AA15 initCode must create sender' : 'AA20 account not deployed')
  try {
    decodeFunctionResult({ abi: validation, data: returnData })
  } catch {
    throw rejected('AA23 reverted', returnData)
  }
}
