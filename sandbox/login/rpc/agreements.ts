/**
 * What paymasters agreed to pay, stored until the person approves the request. The store is shared by all processes of
 * a service, because the approval may reach another process.
 */
import type { Hex } from 'viem'
import { matching, object, type Parsed, text } from '../../../runtime/auth/shape.ts'
import type { SponsoredCalls } from '../../smartAccounts/index.ts'
import { randomId } from '../random.ts'
import { put, take, type Transient } from '../transient.ts'

/**
 * A paymaster's agreement to pay the fee of `calls`, which are written as text, to compare them with those of the
 * approved request.
 */
export type Agreement = { user: string; site: string; caip: string; calls: string; prepared: SponsoredCalls }

/** ms for which an agreement is stored. The paymaster's own data may expire sooner. */
const LIFE = 600_000
/** The most agreements in a process's memory. */
const MOST = 10_000

const hex = matching(/^0x[0-9a-f]*$/i, 'hex')
const prepared = object(
  {
    ...{
      sender: hex,
      nonce: hex,
      callData: hex,
      callGasLimit: hex,
      verificationGasLimit: hex,
      preVerificationGas: hex,
    },
    ...{ maxFeePerGas: hex, maxPriorityFeePerGas: hex, paymaster: hex, paymasterData: hex },
    ...{ paymasterVerificationGasLimit: hex, paymasterPostOpGasLimit: hex },
  },
  { factory: hex, factoryData: hex },
)
const stored = object({ user: text, site: text, caip: text, calls: text, prepared })
type Prepared = Parsed<typeof prepared>

const hexOf = (value: bigint): Hex => `0x${value.toString(16)}`

const written = ({ factory, factoryData, ...given }: SponsoredCalls): Prepared => ({
  sender: given.sender,
  nonce: hexOf(given.nonce),
  callData: given.callData,
  callGasLimit: hexOf(given.callGasLimit),
  verificationGasLimit: hexOf(given.verificationGasLimit),
  preVerificationGas: hexOf(given.preVerificationGas),
  maxFeePerGas: hexOf(given.maxFeePerGas),
  maxPriorityFeePerGas: hexOf(given.maxPriorityFeePerGas),
  paymaster: given.paymaster,
  paymasterData: given.paymasterData,
  paymasterVerificationGasLimit: hexOf(given.paymasterVerificationGasLimit),
  paymasterPostOpGasLimit: hexOf(given.paymasterPostOpGasLimit),
  ...(factory && factoryData && { factory, factoryData }),
})

const read = ({ factory, factoryData, ...given }: Prepared): SponsoredCalls => ({
  sender: given.sender as Hex,
  nonce: BigInt(given.nonce),
  callData: given.callData as Hex,
  callGasLimit: BigInt(given.callGasLimit),
  verificationGasLimit: BigInt(given.verificationGasLimit),
  preVerificationGas: BigInt(given.preVerificationGas),
  maxFeePerGas: BigInt(given.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(given.maxPriorityFeePerGas),
  paymaster: given.paymaster as Hex,
  paymasterData: given.paymasterData as Hex,
  paymasterVerificationGasLimit: BigInt(given.paymasterVerificationGasLimit),
  paymasterPostOpGasLimit: BigInt(given.paymasterPostOpGasLimit),
  ...(factory !== undefined &&
    factoryData !== undefined && { factory: factory as Hex, factoryData: factoryData as Hex }),
})

export function createAgreements(transient: Transient, now: () => number) {
  const agreements = transient.collection('agreement', stored, MOST)
  return {
    /** Stores an agreement. @returns its random id, which nobody can guess */
    async keep(agreement: Agreement): Promise<string> {
      const [name, { user }] = [randomId(), agreement]
      const value = { ...agreement, prepared: written(agreement.prepared) }
      await put(agreements, name, {
        value,
        until: now() + LIFE,
        about: user,
        owner: JSON.stringify([user, agreement.site]),
      })
      return name
    },
    async find(name: string): Promise<Agreement | undefined> {
      const found = await agreements.get(name)
      return found && { ...found, prepared: read(found.prepared) }
    },
    /** Removes an agreement, so that it is used once. @returns false if another request has used it */
    use: async (name: string): Promise<boolean> => (await take(agreements, name)) !== undefined,
  }
}
