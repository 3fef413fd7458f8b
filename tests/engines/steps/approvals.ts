import { expect } from 'vitest'
import { encodeFunctionData, erc20Abi, getAddress, maxUint256, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Visitor } from '../visitor.ts'
import { account } from './connect.ts'
import { clientOf } from './money.ts'

/** Approves two tokens in one batch, as a site does, and ends both from the account: the contracts allow nothing then. */
export async function approvals(visitor: Visitor): Promise<void> {
  const { ask, press, see } = visitor
  const { accounts, tokens } = visitor.site.sandbox
  const [owner] = accounts
  const spender = privateKeyToAddress(generatePrivateKey())
  const given = ['DAI', 'USDC'].map((symbol) => tokens.find((each) => each.symbol === symbol)?.address ?? '0x')
  if (!owner) throw new Error('The sandbox has no account')
  const client = clientOf(visitor)
  const allowances = () =>
    Promise.all(
      given.map((address) =>
        client.readContract({
          abi: erc20Abi,
          address,
          functionName: 'allowance',
          args: [getAddress(owner.address), spender],
        }),
      ),
    )
  await account(visitor)
  const data = (amount: bigint): Hex =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  const calls = given.map((to, at) => ({ to, data: data(at ? 25_000_000n : maxUint256) }))
  await ask(`void kit.sendCalls(${JSON.stringify(calls)})`)
  await expect.poll(allowances).toEqual([maxUint256, 25_000_000n])
  await press(/^Approvals$/)
  await see(/Unlimited/)
  // Whole words: a spender's address may end in 25.
  const row = (extent: string) => new RegExp(`${spender.slice(0, 6)}.*\\b${extent}\\b`, 'i')
  await press(row('Unlimited'), 'checkbox')
  await press(row('25'), 'checkbox')
  await visitor.insist(/^End the chosen approvals: 2$/, async () => (await allowances()).every((each) => each === 0n))
  await see(/No token approvals found/)
}
