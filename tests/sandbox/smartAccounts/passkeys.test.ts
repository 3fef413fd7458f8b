/** The contracts of the passkey wallet on a real chain: valid signatures, and attacks that must fail. */
import { createWalletClient, encodeFunctionData, hashMessage, http, parseEther, zeroAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { abi } from '../../../sandbox/contracts/artifacts/PasskeyAccount.ts'
import { abi as factoryAbi, bytecode } from '../../../sandbox/contracts/artifacts/PasskeyAccountFactory.ts'
import { chainList } from '../../../sandbox/chains.ts'
import { startNode } from '../../../sandbox/node.ts'
import { PASSKEY_FACTORY, PASSKEY_IMPLEMENTATION } from '../../../sandbox/smartAccounts/addresses.ts'
import {
  accountOf,
  addPasskeyData,
  type Call,
  encodeAssertion,
  FACTORY,
  IMPLEMENTATION,
  messageChallenge,
  ownerOf,
  setRecoveryData,
} from '../../../plugins/passkey/account.ts'
import { included, send } from '../../../plugins/passkey/operation.ts'
import { prepare } from '../../../plugins/passkey/prepare.ts'
import type { Rpc } from '../../../plugins/passkey/rpc.ts'
import { softPasskey, type Wrong } from '../../support/passkey.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { anyone, ask, viemClients } from './clients.ts'

const sandbox = useSandbox()
beforeEach(() => void vi.stubGlobal('location', { origin: 'http://localhost', hostname: 'localhost' }))

const rpcOf =
  (chainId = 31337): Rpc =>
  async (method, params) => {
    const { result, error } = await ask(viemClients(sandbox(), chainId).rpcUrl, method, params)
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }

type Soft = ReturnType<typeof softPasskey>

/** A passkey whose account has one ether. */
async function funded(chainId = 31337): Promise<Soft> {
  const soft = softPasskey()
  await rpcOf(chainId)('anvil_setBalance', [soft.passkey.account, '0xde0b6b3a7640000'])
  return soft
}

/** The operation whose fee the account pays itself: the only way without a paymaster. */
async function ownWay(...asked: Parameters<typeof prepare>) {
  const [prepared, ...others] = await prepare(...asked)
  if (!prepared || others.length) throw new Error('One operation expected')
  return prepared
}

/** Signs with the passkey of `by` and sends, as the wallet does. */
async function run({ passkey, sign }: Soft, calls: readonly Call[], wrong: Wrong = {}, by: Soft = { passkey, sign }) {
  const rpc = rpcOf()
  const prepared = await ownWay(rpc, 31337, { ...by.passkey, account: passkey.account }, calls)
  await send(rpc, by.passkey, prepared, by.sign(prepared.hash, wrong))
  return included(rpc, prepared.hash)
}

const pay = (to: Hex, value = 5n): Call => ({ to, value, data: '0x' })

/** The answer of ERC-1271 for a signature of this account's challenge on this chain, or of another challenge. */
async function isValid(soft: Soft, { challenge, ...wrong }: Wrong & { challenge?: Hex } = {}, chainId = 31337) {
  const hash = hashMessage('hello')
  const own = messageChallenge(soft.passkey.account, 31337, hash)
  const signed = challenge ?? own
  const { reader } = viemClients(sandbox(), chainId)
  const signature = encodeAssertion(soft.passkey, soft.sign(signed, wrong), signed)
  const args = [hash, signature] as const
  const address = soft.passkey.account
  const answer = await reader.readContract({ address, abi, functionName: 'isValidSignature', args })
  return answer === '0x1626ba7e'
}

it('the plugin knows the addresses of the contracts, and calculates that of an account as the factory does', async () => {
  expect([FACTORY, IMPLEMENTATION]).toEqual([PASSKEY_FACTORY, PASSKEY_IMPLEMENTATION])
  for (const chainId of [31337, 31338]) {
    const { passkey } = softPasskey()
    const { reader } = viemClients(sandbox(), chainId)
    const args = [passkey.x, passkey.y, passkey.rpIdHash] as const
    const at = await reader.readContract({ address: FACTORY, abi: factoryAbi, functionName: 'getAddress', args })
    expect(at).toBe(accountOf(passkey))
  }
})

it('the first operation creates the account and pays from it; the next one needs no creation', async () => {
  const soft = await funded()
  const { reader } = viemClients(sandbox())
  const to = anyone().address
  expect(await reader.getCode({ address: soft.passkey.account })).toBeUndefined()
  expect(await run(soft, [pay(to, 5n), pay(to, 6n)])).toMatchObject({ success: true })
  expect(await reader.getBalance({ address: to })).toBe(11n)
  const before = await reader.getBalance({ address: soft.passkey.account })
  expect(before).toBeLessThan(parseEther('1') - 11n)
  expect(await run(soft, [pay(to, 1n)])).toMatchObject({ success: true })
  expect(await reader.getBalance({ address: to })).toBe(12n)
})

it.each([
  ['osaka', true],
  ['prague', false],
] as const)('verifies on a chain of %s, which has the precompile at 0x100: %s', async (fork, hasPrecompile) => {
  const [chain] = chainList
  if (!chain) throw new Error('The sandbox has no chain')
  const node = await startNode(chain, ['--hardfork', fork])
  onTestFinished(node.stop)
  const rpc: Rpc = (method, params) => node.request(method, [...params])
  const [from] = (await rpc('eth_accounts', [])) as Hex[]
  const mined = async (transaction: object) => {
    const hash = await rpc('eth_sendTransaction', [{ from, gas: '0x7a1200', ...transaction }])
    await expect.poll(() => rpc('eth_getTransactionReceipt', [hash])).not.toBeNull()
    return (await rpc('eth_getTransactionReceipt', [hash])) as {
      contractAddress: Hex
      status: Hex
      logs: { address: Hex }[]
    }
  }
  const { contractAddress: factory } = await mined({ data: bytecode })
  const soft = softPasskey()
  const { x, y, rpIdHash } = soft.passkey
  const args = [x, y, rpIdHash] as const
  const { logs } = await mined({
    to: factory,
    data: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args }),
  })
  const account = logs[0]?.address ?? '0x'
  const hash = hashMessage('hello')
  const challenge = messageChallenge(account, 31337, hash)
  const of = (wrong?: Wrong) =>
    encodeFunctionData({
      abi,
      functionName: 'isValidSignature',
      args: [hash, encodeAssertion(soft.passkey, soft.sign(challenge, wrong), challenge)],
    })
  const answer = (wrong?: Wrong) => rpc('eth_call', [{ to: account, data: of(wrong) }, 'latest'])
  expect(await answer()).toMatch(/^0x1626ba7e0/)
  expect(await answer({ high: true })).toMatch(/^0xffffffff0/)
  expect(await answer({ flags: 0x19 })).toMatch(/^0xffffffff0/)
  // The precompile costs 6900 gas, the check in Solidity more than 150 000.
  const gas = Number(await rpc('eth_estimateGas', [{ from, to: account, data: of() }]))
  expect(gas < 120_000).toBe(hasPrecompile)
})

it.each<[string, Wrong]>([
  ['of another type', { type: 'webauthn.create' }],
  ['without a person', { flags: 0x1c }],
  ['without verification of the person', { flags: 0x19 }],
  ['for another domain', { rpId: 'evil.example' }],
  ['in its second form', { high: true }],
  ['for a longer challenge', { longer: '0x00' }],
  ['for a challenge of two', { longer: `0x${'ab'.repeat(33)}` }],
])('refuses a signature %s, for a message and for an operation', async (_, wrong) => {
  const soft = await funded()
  await run(soft, [pay(anyone().address)])
  expect(await isValid(soft)).toBe(true)
  expect(await isValid(soft, wrong)).toBe(false)
  const to = anyone().address
  await expect(run(soft, [pay(to)], wrong)).rejects.toThrow(/AA24/)
  expect(await viemClients(sandbox()).reader.getBalance({ address: to })).toBe(0n)
})

it('refuses a signature for another account, another network, another message, and a bare hash', async () => {
  const [soft, other] = [await funded(), await funded()]
  await run(soft, [pay(anyone().address)])
  const hash = hashMessage('hello')
  for (const challenge of [
    messageChallenge(other.passkey.account, 31337, hash),
    messageChallenge(soft.passkey.account, 31338, hash),
    messageChallenge(soft.passkey.account, 31337, hashMessage('bye')),
    hash,
  ])
    expect(await isValid(soft, { challenge })).toBe(false)
})

it('refuses an operation that was signed for another network, account or nonce, and one that ran before', async () => {
  const [soft, other] = [await funded(), await funded()]
  await run(soft, [pay(anyone().address)])
  await run(other, [pay(anyone().address)])
  const to = anyone().address
  const rpc = rpcOf()
  const prepared = await ownWay(rpc, 31337, soft.passkey, [pay(to)])
  const elsewhere = await ownWay(rpc, 31338, soft.passkey, [pay(to)])
  const foreign = await ownWay(rpc, 31337, other.passkey, [pay(to)])
  expect(new Set([prepared.hash, elsewhere.hash, foreign.hash]).size).toBe(3)
  for (const { hash } of [elsewhere, foreign]) {
    const signed = { ...prepared, hash }
    await expect(send(rpc, soft.passkey, signed, soft.sign(hash))).rejects.toThrow(/AA2[34]/)
  }
  await send(rpc, soft.passkey, prepared, soft.sign(prepared.hash))
  await expect(send(rpc, soft.passkey, prepared, soft.sign(prepared.hash))).rejects.toThrow(/AA25/)
  expect(await viemClients(sandbox()).reader.getBalance({ address: to })).toBe(5n)
})

it('refuses a key that is no owner, and calls of the contract that nobody signed', async () => {
  const [soft, thief] = [await funded(), softPasskey()]
  await run(soft, [pay(anyone().address)])
  await expect(run(soft, [pay(anyone().address)], {}, thief)).rejects.toThrow(/AA24|network/)
  const { reader } = viemClients(sandbox())
  const { account } = soft.passkey
  const args = [thief.passkey.x, thief.passkey.y, thief.passkey.rpIdHash] as const
  const from = anyone().address
  const calls = [
    encodeFunctionData({ abi, functionName: 'executeBatch', args: [[{ target: from, value: 1n, data: '0x' }]] }),
    encodeFunctionData({ abi, functionName: 'addPasskey', args }),
    encodeFunctionData({ abi, functionName: 'initialize', args }),
    encodeFunctionData({ abi, functionName: 'removePasskey', args: [ownerOf(soft.passkey)] }),
    encodeFunctionData({ abi, functionName: 'setRecovery', args: [from] }),
  ]
  for (const data of calls)
    await expect(reader.call({ account: from, to: account, data })).rejects.toThrow(/NotAllowed|revert/)
  // Without a recovery wallet, the zero address has no rights.
  await expect(reader.call({ account: zeroAddress, to: account, data: calls[1] })).rejects.toThrow()
})

it('a second passkey signs for the account, the first can be removed, and the last cannot', async () => {
  const [first, second] = [await funded(), softPasskey()]
  const { account } = first.passkey
  const call = (data: Hex): Call => ({ to: account, value: 0n, data })
  expect(await run(first, [call(addPasskeyData(second.passkey))])).toMatchObject({ success: true })
  const to = anyone().address
  expect(await run(first, [pay(to)], {}, second)).toMatchObject({ success: true })
  const remove = (soft: Soft) =>
    call(encodeFunctionData({ abi, functionName: 'removePasskey', args: [ownerOf(soft.passkey)] }))
  expect(await run(first, [remove(first)], {}, second)).toMatchObject({ success: true })
  await expect(run(first, [pay(to)])).rejects.toThrow(/AA24/)
  await expect(run(first, [remove(second)], {}, second)).rejects.toThrow(/revert/)
})

it('the recovery wallet can add a passkey, and nothing else; others cannot', async () => {
  const [soft, fresh] = [await funded(), softPasskey()]
  const [own] = sandbox().accounts
  const wallet = privateKeyToAccount(own?.privateKey ?? '0x')
  const { account } = soft.passkey
  await run(soft, [{ to: account, value: 0n, data: setRecoveryData(wallet.address) }])
  const { reader, chain, rpcUrl } = viemClients(sandbox())
  const data = addPasskeyData(fresh.passkey)
  await expect(reader.call({ account: anyone().address, to: account, data })).rejects.toThrow()
  const spend = encodeFunctionData({ abi, functionName: 'executeBatch', args: [[]] })
  await expect(reader.call({ account: wallet.address, to: account, data: spend })).rejects.toThrow()
  const client = createWalletClient({ account: wallet, chain, transport: http(rpcUrl) })
  const hash = await client.sendTransaction({ to: account, data })
  await reader.waitForTransactionReceipt({ hash })
  expect(await run(soft, [pay(anyone().address)], {}, fresh)).toMatchObject({ success: true })
})

it('refuses a key that is no point of the curve, which could lock the account', async () => {
  const soft = await funded()
  await run(soft, [pay(anyone().address)])
  const invalid = { ...soft.passkey, y: soft.passkey.x }
  const call = { to: soft.passkey.account, value: 0n, data: addPasskeyData(invalid) }
  await expect(run(soft, [call])).rejects.toThrow(/revert/)
})
