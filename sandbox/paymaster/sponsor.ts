/**
 * A paymaster service (ERC-7677) for one EVM chain. It pays for every operation up to {@link MOST} wei. Its contract
 * (contracts/SitePaymaster.sol) is deployed, and gets a deposit in the entry point, on first use.
 */
import {
  concat,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseEther,
  stringToHex,
} from 'viem'
import { abi, bytecode } from '../contracts/artifacts/SitePaymaster.ts'
import { receipt } from '../receipt.ts'
import { DEPLOYER, ENTRY_POINT } from '../smartAccounts/addresses.ts'
import type { Bundler } from '../smartAccounts/bundler.ts'
import { BundlerError } from '../smartAccounts/failure.ts'
import { loadLibrary } from '../smartAccounts/library.ts'
import { type Operation, sponsorParams } from '../smartAccounts/params.ts'
import type { Methods } from '../smartAccounts/rpc.ts'

/** The most that one operation may cost, in wei. A real service would also count what each visitor has cost so far. */
export const MOST = parseEther('0.1')

/** The name that wallets show as the one who pays. */
const SPONSOR = { name: 'Sandbox' }

/** Seconds for which an agreement to pay is valid. */
const VALID_FOR = 600

/** The gas limits of the contract's own work. They are part of what is signed. */
const GAS = { paymasterVerificationGasLimit: 60_000n, paymasterPostOpGasLimit: 0n }

const TOP_UP = parseEther('1000')

/** The key that agrees to pay. It is derived from a public string, like the other test keys. */
const loadSigner = async () =>
  (await import('viem/accounts')).privateKeyToAccount(keccak256(stringToHex('walletkit sandbox paymaster')))

/** The paymaster service of one chain. */
export type Sponsor = ReturnType<typeof createSponsor>

export function createSponsor({ chain, open }: Pick<Bundler, 'chain' | 'open'>) {
  let preparing: Promise<Hex> | undefined

  /** Resolves with the contract's address once it is deployed and has a deposit. */
  async function prepare(): Promise<Hex> {
    const [library, signer] = await Promise.all([open(), loadSigner()])
    const code = encodeDeployData({ abi, bytecode, args: [signer.address] })
    const salt = numberToHex(0, { size: 32 })
    const address = getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt, bytecode: code })
    await chain.inTurn(async () => {
      const send = async (transaction: Parameters<typeof chain.send>[0]) => {
        const mined = await receipt(chain.node, await chain.send(transaction))
        if (mined.status !== '0x1') throw new Error(`The paymaster could not be set up on ${chain.node.name}`)
      }
      if ((await chain.codeOf(address)) === '0x')
        await send({ to: DEPLOYER, data: concat([salt, code]), gas: 3_000_000n })
      const entryPoint = { abi: library.entryPoint08Abi, args: [address] } as const
      const asked = encodeFunctionData({ ...entryPoint, functionName: 'balanceOf' })
      const deposit = BigInt(String(await chain.node.request('eth_call', [{ to: ENTRY_POINT, data: asked }, 'latest'])))
      if (deposit < TOP_UP / 10n) {
        const data = encodeFunctionData({ ...entryPoint, functionName: 'depositTo' })
        await send({ to: ENTRY_POINT, data, gas: 200_000n, value: TOP_UP })
      }
    })
    return address
  }

  /** Checks each time, because a test may revert the chain to an earlier state. Parallel requests share one check. */
  const ready = () => (preparing ??= prepare().finally(() => (preparing = undefined)))

  /** The data that the contract reads after its gas limits: two times, and the signature over the operation. */
  async function agree(operation: Operation, paymaster: Hex): Promise<Hex> {
    const [library, signer] = await Promise.all([loadLibrary(), loadSigner()])
    const times = concat([
      numberToHex(Math.floor(Date.now() / 1000) + VALID_FOR, { size: 6 }),
      numberToHex(0, { size: 6 }),
    ])
    const packed = library.toPackedUserOperation({ ...operation, paymaster, paymasterData: times, ...GAS })
    const data = encodeFunctionData({ abi, functionName: 'hashOf', args: [packed] })
    const hash = (await chain.node.request('eth_call', [{ to: paymaster, data }, 'latest'])) as Hex
    return concat([times, await signer.sign({ hash })])
  }

  const answer = (paymaster: Hex, paymasterData: Hex) => ({
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: numberToHex(GAS.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: numberToHex(GAS.paymasterPostOpGasLimit),
  })

  const methods: Methods = {
    /** For the gas estimate: data of the right length, with a signature that does not count. */
    pm_getPaymasterStubData: async (params) => {
      sponsorParams(params, chain.node.id)
      const paymaster = await ready()
      return { ...answer(paymaster, `0x${'00'.repeat(12)}${STUB}`), sponsor: SPONSOR, isFinal: false }
    },
    pm_getPaymasterData: async (params) => {
      const operation = sponsorParams(params, chain.node.id)
      const cost = mostOf(operation)
      if (cost > MOST) throw new BundlerError(-32000, `The paymaster pays at most ${MOST} wei, not ${cost}`)
      const paymaster = await ready()
      return answer(paymaster, await agree(operation, paymaster))
    },
  }
  return { chainId: chain.node.id, methods }
}

/** 65 bytes in the form of a signature, which no key made. */
const STUB = `${'ff'.repeat(31)}00${'7a'.repeat(32)}1c`

/** The most that an operation can cost, in wei. */
function mostOf({ callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas }: Operation): bigint {
  const own = GAS.paymasterVerificationGasLimit + GAS.paymasterPostOpGasLimit
  return (callGasLimit + verificationGasLimit + preVerificationGas + own) * maxFeePerGas
}
