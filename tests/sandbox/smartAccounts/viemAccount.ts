import { encodeFunctionData, parseAbi, parseEther, type Hex } from 'viem'
import {
  entryPoint08Abi,
  entryPoint08Address,
  getUserOperationTypedData,
  toSmartAccount,
} from 'viem/account-abstraction'
import type { Sandbox } from '../../../sandbox/index.ts'
import { anyone, ask, viemClients } from './clients.ts'

const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])
/** How accounts of the reference implementation make calls. */
export const accountAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])

/** An account as an app's developer creates it with viem, without code of the sandbox. `balance` in wei. */
export async function viemAccount(sandbox: Sandbox, factory: Hex, owner = anyone(), balance = parseEther('1')) {
  const { reader, rpcUrl } = viemClients(sandbox)
  const args = [owner.address, 0n] as const
  const address = await reader.readContract({ address: factory, abi: factoryAbi, functionName: 'getAddress', args })
  await ask(rpcUrl, 'anvil_setBalance', [address, `0x${balance.toString(16)}`])
  return toSmartAccount({
    client: reader,
    entryPoint: { abi: entryPoint08Abi, address: entryPoint08Address, version: '0.8' },
    getAddress: async () => address,
    encodeCalls: async (calls) => {
      const batch = calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, data }))
      return encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [batch] })
    },
    getFactoryArgs: async () => ({
      factory,
      factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args }),
    }),
    getStubSignature: async () => `0x${'f'.repeat(31)}${'0'.repeat(33)}7${'a'.repeat(63)}1c`,
    signMessage: ({ message }) => owner.signMessage({ message }),
    signTypedData: () => Promise.reject(new Error('Not used')),
    signUserOperation: ({ chainId = 31337, ...operation }) =>
      owner.signTypedData(
        getUserOperationTypedData({
          chainId,
          entryPointAddress: entryPoint08Address,
          userOperation: { ...operation, sender: address },
        }),
      ),
  })
}
