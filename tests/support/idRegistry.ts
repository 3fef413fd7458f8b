/** Deploys IdRegistry.sol, here compiled by solc 0.8.37 with the settings of sandbox/compile.ts. */
import { createPublicClient, createWalletClient, type Hex, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { testAccounts } from '../../sandbox/accounts.ts'
import type { Sandbox } from '../../sandbox/index.ts'

const abi = parseAbi(['function register(address owner, uint256 fid)'])

const bytecode =
  '0x6080604052348015600f57600080fd5b5060f08061001e6000396000f3fe6080604052348015600f57600080fd5b506004361060325760003560e01c80636d705ebb146037578063d94fe832146060575b600080fd5b605e604236600460aa565b6001600160a01b03909116600090815260208190526040902055565b005b607d606b36600460d1565b60006020819052908152604090205481565b60405190815260200160405180910390f35b80356001600160a01b038116811460a557600080fd5b919050565b6000806040838503121560bc57600080fd5b60c383608f565b946020939093013593505050565b60006020828403121560e257600080fd5b60e982608f565b939250505056'

/** @param people the custody addresses with their numbers @returns the registry's address on the sandbox's first chain */
export async function deployIdRegistry(
  { chains }: Sandbox,
  people: readonly (readonly [owner: Hex, fid: number])[],
): Promise<Hex> {
  const transport = http(chains[0]?.rpcUrl ?? '')
  const account = privateKeyToAccount(testAccounts[0]?.privateKey ?? '0x')
  const [writer, reader] = [createWalletClient({ account, transport }), createPublicClient({ transport })]
  const hash = await writer.deployContract({ abi, bytecode, chain: null })
  const { contractAddress: address } = await reader.waitForTransactionReceipt({ hash })
  if (!address) throw new Error('Nothing was deployed')
  for (const [owner, fid] of people) {
    const call = { address, abi, functionName: 'register', args: [owner, BigInt(fid)], chain: null } as const
    await reader.waitForTransactionReceipt({ hash: await writer.writeContract(call) })
  }
  return address
}
