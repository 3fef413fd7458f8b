import { createWalletClient, defineChain, http, isHex, type Hex, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Fault, referenceOf, unsupported } from '../namespace.ts'
import type { Asked, Namespace } from '../namespace.ts'
import { describeTask, parseTask, type WalletChain } from './eip155Request.ts'

export type { WalletChain } from './eip155Request.ts'

export type Eip155 = Namespace & {
  /** The chains that the wallet can reach, including those that pages added. */
  chains: () => WalletChain[]
  /**
   * The chain that a request to switch to or to add a chain names.
   * @throws Fault 4902 for an unknown chain to switch to, 4200 for a request of another method
   */
  target: (asked: Asked) => WalletChain
}

/** EVM accounts with the given private keys. Transactions are really sent, over each chain's `rpcUrl`. */
export function createEip155(known: readonly WalletChain[], keys: readonly Hex[]): Eip155 {
  const accounts = keys.map((key) => privateKeyToAccount(key))
  const chains = new Map(known.map((chain) => [chain.id, chain]))
  const accountOf = (address: string) => {
    const account = accounts.find((each) => each.address.toLowerCase() === address.toLowerCase())
    if (!account) throw new Fault(4100, `The wallet has no key for ${address}`)
    return account
  }
  const chainOf = (chainId: string) => {
    const chain = chains.get(Number(referenceOf(chainId)))
    if (!chain) throw new Fault(4902, `The sandbox wallet has no network ${chainId}`)
    return chain
  }

  const parse = (asked: Asked) => parseTask(asked, chainOf)

  const sign = async (asked: Asked): Promise<unknown> => {
    const task = parse(asked)
    if (task.does === 'switch') return null
    if (task.does === 'add') return (chains.set(task.chain.id, task.chain), null)
    const account = accountOf(task.address)
    if (task.does === 'message') {
      return account.signMessage({ message: isHex(task.message) ? { raw: task.message } : task.message })
    }
    if (task.does === 'typedData') return account.signTypedData(task.data)
    const { id, name, rpcUrl } = chainOf(asked.chainId)
    const chain = defineChain({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    })
    // Never retry: after an error, the transaction may have been sent nevertheless.
    const client = createWalletClient({ account, chain, transport: http(rpcUrl, { retryCount: 0 }) })
    // The fee fields decide the transaction's type, but TypeScript cannot see which fields parsed parameters have.
    const parameters: object = task.transaction
    const request = await client.prepareTransactionRequest(parameters)
    const raw = await account.signTransaction(request as TransactionSerializable)
    return task.does === 'send' ? client.sendRawTransaction({ serializedTransaction: raw }) : raw
  }

  return {
    id: 'eip155',
    methods: [
      'personal_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_signTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ],
    events: ['chainChanged', 'accountsChanged'],
    serves: (chainId) => /^eip155:\d+$/.test(chainId) && chains.has(Number(referenceOf(chainId))),
    addresses: () => accounts.map(({ address }) => address),
    describe: (asked) => describeTask(parse(asked), asked.chainId),
    sign,
    chains: () => [...chains.values()],
    target(asked) {
      const task = parse(asked)
      if (task.does !== 'switch' && task.does !== 'add') throw unsupported(asked.method)
      return task.chain
    },
  }
}
