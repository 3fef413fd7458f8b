/** A paymaster's contract on one EVM chain. It is deployed, and gets a deposit in the entry point, on first use. */
import {
  type Abi,
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
import { receipt } from '../receipt.ts'
import { DEPLOYER, ENTRY_POINT } from '../smartAccounts/addresses.ts'
import type { Bundler } from '../smartAccounts/bundler.ts'

const TOP_UP = parseEther('1000')

/** The key whose signature agrees to pay. It is derived from a public string, like the other test keys. */
export const loadSigner = async () =>
  (await import('viem/accounts')).privateKeyToAccount(keccak256(stringToHex('walletkit sandbox paymaster')))

/**
 * Prepares a paymaster's contract on one chain.
 * @returns a function that resolves with the contract's address once it is deployed and has a deposit
 */
export function preparePaymaster(
  { chain, open }: Pick<Bundler, 'chain' | 'open'>,
  { abi, bytecode }: { abi: Abi; bytecode: Hex },
): () => Promise<Hex> {
  let preparing: Promise<Hex> | undefined

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
  return () => (preparing ??= prepare().finally(() => (preparing = undefined)))
}
