/** Contract accounts on the sandbox's real chain: ERC-1271 for deployed ones, ERC-6492 before the deployment. */
import {
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testAccounts } from '../../../../sandbox/accounts.ts'
import type { SIWXSession } from '../../../../runtime/siwx/types.ts'
import verify from '../../../../runtime/siwx/verify/eip155.ts'
import { readerOfUrls } from '../../../../runtime/siwx/verify/reader.ts'
import type { Reader } from '../../../../runtime/siwx/verify/verifier.ts'
import { contractWallet, contractWalletFactory, revertingWallet } from '../../../support/contractWallet.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { signIn, type Visitor } from '../signers.ts'

const sandbox = useSandbox()
const keyAt = (index: number) => privateKeyToAccount(testAccounts[index]?.privateKey ?? '0x')
const owner = keyAt(3)
const unborn = keyAt(4)
const MAGIC: Hex = `0x${'6492'.repeat(16)}`

let reader: Reader
let rpcUrl = ''
let wallet: Address
let reverting: Address
let factory: Address
let future: Address

beforeAll(async () => {
  rpcUrl = sandbox().chains[0]?.rpcUrl ?? ''
  reader = readerOfUrls([rpcUrl], '31337')
  const client = createWalletClient({ account: keyAt(9), transport: http(rpcUrl) })
  const reads = createPublicClient({ transport: http(rpcUrl) })
  const deploy = async (abi: typeof contractWallet.abi | readonly [], bytecode: Hex, args: readonly unknown[]) => {
    const hash = await client.deployContract({ abi: abi as never, bytecode, args: args, chain: null })
    const { contractAddress } = await reads.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('Not deployed')
    return contractAddress
  }
  wallet = await deploy(contractWallet.abi, contractWallet.bytecode, [owner.address])
  reverting = await deploy([], revertingWallet.bytecode, [])
  factory = await deploy([], contractWalletFactory.bytecode, [])
  const { abi } = contractWalletFactory
  future = await reads.readContract({ address: factory, abi, functionName: 'addressOf', args: [unborn.address] })
})

const isGood = (session: SIWXSession) =>
  verify(session, { readerOf: (chainId) => (chainId === 'eip155:31337' ? reader : undefined) })
const at = (address: Address, sign: (message: string) => Promise<Hex>, chainId: Visitor['chainId'] = 'eip155:31337') =>
  signIn({ chainId, address, sign })
const by = (account: typeof owner) => (message: string) => account.signMessage({ message })

/** An ERC-6492 signature, for an account that the factory has not deployed yet. */
const wrap = (to: Address, deployment: Hex, signature: Hex): Hex =>
  concat([
    encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [to, deployment, signature]),
    MAGIC,
  ])
const deploymentOf = (account: typeof owner) =>
  encodeFunctionData({ abi: contractWalletFactory.abi, functionName: 'deploy', args: [account.address] })

describe('ERC-1271', () => {
  it("accepts a signature of the contract's key", async () => {
    expect(await isGood(await at(wallet, by(owner)))).toBe(true)
  })

  it('rejects every other signature', async () => {
    expect(await isGood(await at(wallet, by(unborn)))).toBe(false)
    expect(await isGood(await at(wallet, async () => '0x'))).toBe(false)
    expect(await isGood(await at(wallet, async () => '0x1234'))).toBe(false)
    // A contract that reverts, one without the method, and an address without code.
    expect(await isGood(await at(reverting, by(owner)))).toBe(false)
    expect(await isGood(await at(factory, by(owner)))).toBe(false)
    expect(await isGood(await at(future, by(unborn)))).toBe(false)
    // The signature of another message.
    const [one, other] = [
      await at(wallet, by(owner)),
      await signIn({ chainId: 'eip155:31337', address: wallet, sign: by(owner) }, { nonce: 'another12345' }),
    ]
    expect(await isGood({ ...one, signature: other.signature })).toBe(false)
  })

  it('rejects precompiles, including the one that echoes its input', async () => {
    const data = encodeFunctionData({
      abi: contractWallet.abi,
      functionName: 'isValidSignature',
      args: [`0x${'00'.repeat(32)}`, '0x'],
    })
    const echo: Address = '0x0000000000000000000000000000000000000004'
    expect(await reader.call(echo, data)).toMatch(/^0x1626ba7e/)
    for (let index = 1; index <= 9; index++)
      expect(await isGood(await at(`0x${index.toString().padStart(40, '0')}`, async () => '0x01'))).toBe(false)
  })

  it('is not called for another network or without a reader', async () => {
    expect(await isGood(await at(wallet, by(owner), 'eip155:1'))).toBe(false)
    expect(await verify(await at(wallet, by(owner)))).toBe(false)
  })
})

describe('ERC-6492', () => {
  it('accepts a signature of an account that is not deployed yet, and deploys nothing', async () => {
    const session = await at(future, async (message) => wrap(factory, deploymentOf(unborn), await by(unborn)(message)))
    const reads = createPublicClient({ transport: http(rpcUrl) })
    const before = await reads.getBlockNumber()
    expect(await isGood(session)).toBe(true)
    expect(await reads.getCode({ address: future })).toBeUndefined()
    expect(await reads.getBlockNumber()).toBe(before)
  })

  it('accepts it from a deployed account too', async () => {
    const sign = async (message: string) => wrap(factory, deploymentOf(owner), await by(owner)(message))
    expect(await isGood(await at(wallet, sign))).toBe(true)
  })

  it('rejects every other signature', async () => {
    const wrong: [Address, (message: string) => Promise<Hex>][] = [
      // Signed by another key; deployed for another key; deployment fails; no inner signature; only the suffix; a
      // signature with the suffix alone.
      [future, async (message) => wrap(factory, deploymentOf(unborn), await by(owner)(message))],
      [future, async (message) => wrap(factory, deploymentOf(owner), await by(owner)(message))],
      [future, async (message) => wrap(reverting, deploymentOf(unborn), await by(unborn)(message))],
      [future, async () => wrap(factory, deploymentOf(unborn), '0x')],
      [future, async () => MAGIC],
      [future, async (message) => concat([await by(unborn)(message), MAGIC])],
      // The address of a plain key, with a deployment of another account.
      [owner.address, async (message) => wrap(factory, deploymentOf(unborn), await by(unborn)(message))],
    ]
    for (const [address, sign] of wrong) expect(await isGood(await at(address, sign))).toBe(false)
  })
})

it('reports the result as unknown when the network does not answer or is another one', async () => {
  const session = await at(wallet, by(owner))
  const silent = readerOfUrls(['http://127.0.0.1:9'], '31337')
  await expect(verify(session, { readerOf: () => silent })).rejects.toThrow()
  const foreign = readerOfUrls([sandbox().chains[1]?.rpcUrl ?? ''], '31337')
  await expect(verify(session, { readerOf: () => foreign })).rejects.toThrow()
  // The signature of a plain key needs no node.
  expect(await verify(await at(owner.address, by(owner)), { readerOf: () => silent })).toBe(true)
})
