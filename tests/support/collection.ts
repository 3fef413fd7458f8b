import { encodeFunctionData, erc721Abi, type Hex } from 'viem'
import type { Sandbox } from '../../sandbox/index.ts'
import { ask } from '../sandbox/smartAccounts/clients.ts'
import { nftsOf } from '../sandbox/indexer/ask.ts'

/** The address of a contract of collectibles (ERC-721) on the sandbox's first chain. The first account holds item 3. */
export async function collectionOf(sandbox: Sandbox): Promise<Hex> {
  const { data } = await nftsOf(sandbox, sandbox.accounts[0]?.address ?? '', { chainId: 'eip155:31337' })
  const found = data.find(({ collection }) => collection.name === 'Paper Gardens')
  return (found?.address.split(':')[2] ?? '') as Hex
}

/** Gives item 3 to another account. Returns the collection's address. */
export async function giveItem(sandbox: Sandbox, to: Hex): Promise<Hex> {
  const [collection, from] = [await collectionOf(sandbox), sandbox.accounts[0]?.address ?? '0x']
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'transferFrom', args: [from, to, 3n] })
  const rpc = async (method: string, params: unknown[]) =>
    (await ask(sandbox.chains[0]?.rpcUrl ?? '', method, params)).result
  const hash = await rpc('eth_sendTransaction', [{ from, to: collection, data }])
  if (typeof hash !== 'string') throw new Error('The item was not given')
  while (!(await rpc('eth_getTransactionReceipt', [hash]))) await new Promise((resolve) => setTimeout(resolve, 20))
  return collection
}
