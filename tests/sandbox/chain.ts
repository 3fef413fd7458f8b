import {
  createPublicClient,
  createWalletClient,
  defineChain,
  getAddress,
  http,
  parseAbi,
  type Abi,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Sandbox, Token } from '../../sandbox/index.ts'

/** The ABI of tokens like USDT, whose functions return nothing. It works for tokens that return a value too. */
const abi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
])

export function tokenOf(sandbox: Sandbox, symbol: string, chainId: number): Token {
  const found = sandbox.tokens.find((token) => token.symbol === symbol && token.chainId === chainId)
  if (!found) throw new Error(`No ${symbol} on ${chainId}`)
  return found
}

/**
 * Clients that sign with a key and send on one of the sandbox's chains. They wait until it is mined, and throw if it
 * reverts.
 */
export function chainClients(sandbox: Sandbox, chainId: number, key: Hex) {
  const rpcUrl = sandbox.chains.find((chain) => chain.id === chainId)?.rpcUrl ?? ''
  const rpcUrls = { default: { http: [rpcUrl] } }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id: chainId, name: 'Sandbox', nativeCurrency, rpcUrls })
  const account = privateKeyToAccount(key)
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 20 })
  const mined = async (hash: Hex) => {
    const receipt = await reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`Reverted: ${hash}`)
    return receipt
  }
  return {
    sendEther: async (to: Hex, value: bigint) => mined(await wallet.sendTransaction({ to, value })),
    write: async (token: Token, functionName: 'transfer' | 'approve', args: [Hex, bigint]) =>
      mined(await wallet.writeContract({ address: token.address, abi, functionName, args })),
    balanceOf: (token: Token, owner: Hex) =>
      reader.readContract({ address: token.address, abi, functionName: 'balanceOf', args: [owner] }),
    deploy: async (contract: Abi, bytecode: Hex, args: unknown[]) => {
      const { contractAddress } = await mined(await wallet.deployContract({ abi: contract, bytecode, args }))
      if (!contractAddress) throw new Error('Nothing was deployed')
      return getAddress(contractAddress)
    },
    call: (to: Hex, data: Hex) => reader.call({ account, to, data }),
  }
}
