/** Deploys the smart accounts' contracts on one EVM chain, and sends transactions there with the bundler's key. */
import {
  concat,
  keccak256,
  numberToHex,
  parseEther,
  parseGwei,
  stringToHex,
  type Hex,
  type LocalAccount,
  type SignedAuthorization,
} from 'viem'
import * as entryPoint from '../contracts/artifacts/EntryPoint.ts'
import * as passkeyFactory from '../contracts/artifacts/PasskeyAccountFactory.ts'
import * as factory from '../contracts/artifacts/SessionAccountFactory.ts'
import type { EvmNode } from '../node.ts'
import { receipt } from '../receipt.ts'
import { DEPLOYER, ENTRY_POINT, FACTORY, PASSKEY_FACTORY } from './addresses.ts'

/** The contracts to deploy through the CREATE2 deployer, with their addresses and the salts that lead to them. */
const contracts: { address: Hex; salt: Hex; bytecode: Hex }[] = [
  {
    address: ENTRY_POINT,
    salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
    bytecode: entryPoint.bytecode,
  },
  { address: FACTORY, salt: numberToHex(0, { size: 32 }), bytecode: factory.bytecode },
  { address: PASSKEY_FACTORY, salt: numberToHex(0, { size: 32 }), bytecode: passkeyFactory.bytecode },
]

const tip = parseGwei('1')

/** `value` in wei; default 0. */
export type Transaction = { to: Hex; data: Hex; gas: bigint; value?: bigint; authorizationList?: SignedAuthorization[] }

/**
 * Makes the bundler's account, whose key is derived from a public string, like the other test keys. The import is slow,
 * so it happens on first use.
 */
async function makeBundler(): Promise<LocalAccount> {
  const { privateKeyToAccount } = await import('viem/accounts')
  return privateKeyToAccount(keccak256(stringToHex('walletkit sandbox bundler')))
}

export type SmartChain = ReturnType<typeof openChain>

export function openChain(node: EvmNode) {
  let key: Promise<LocalAccount> | undefined
  let preparing: Promise<void> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const bundler = () => (key ??= makeBundler())

  /** Runs tasks one after the other, so that two transactions never use the same nonce. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  const balanceOf = async (address: Hex) => BigInt(String(await node.request('eth_getBalance', [address, 'latest'])))
  const codeOf = async (address: Hex) => (await node.request('eth_getCode', [address, 'latest'])) as Hex

  async function baseFee(): Promise<bigint> {
    const block = (await node.request('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas?: Hex }
    return BigInt(block.baseFeePerGas ?? 0)
  }

  /** Signs and sends a transaction from the bundler, and resolves with its hash. Call it only {@link inTurn}. */
  async function send({ to, data, gas, value = 0n, authorizationList }: Transaction): Promise<Hex> {
    const sender = await bundler()
    const [nonce, fee] = await Promise.all([
      node.request('eth_getTransactionCount', [sender.address, 'pending']),
      baseFee(),
    ])
    const fees = { maxFeePerGas: fee * 2n + tip, maxPriorityFeePerGas: tip }
    const common = { chainId: node.id, nonce: Number(nonce), to, data, gas, value, ...fees }
    const signed = authorizationList
      ? await sender.signTransaction({ ...common, type: 'eip7702', authorizationList })
      : await sender.signTransaction({ ...common, type: 'eip1559' })
    return (await node.request('eth_sendRawTransaction', [signed])) as Hex
  }

  async function deploy(): Promise<void> {
    const { address: sender } = await bundler()
    if ((await balanceOf(sender)) < parseEther('1000'))
      await node.request('anvil_setBalance', [sender, numberToHex(parseEther('1000000'))])
    for (const { address, salt, bytecode } of contracts) {
      if ((await codeOf(address)) !== '0x') continue
      const hash = await send({ to: DEPLOYER, data: concat([salt, bytecode]), gas: 8_000_000n })
      const mined = await receipt(node, hash)
      if (mined.status !== '0x1' || (await codeOf(address)) === '0x')
        throw new Error(`${address} could not be deployed on ${node.name}`)
    }
  }

  /**
   * Resolves when the contracts are deployed. It checks each time, because a test may revert the chain to an earlier
   * state.
   */
  async function ready(): Promise<void> {
    const codes = await Promise.all(contracts.map(({ address }) => codeOf(address)))
    if (!codes.includes('0x')) return
    preparing ??= inTurn(deploy).finally(() => (preparing = undefined))
    await preparing
  }

  return { node, bundler: async () => (await bundler()).address, inTurn, send, ready, balanceOf, codeOf, baseFee }
}
