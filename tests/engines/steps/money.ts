import { expect } from 'vitest'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { erc20Abi, createPublicClient, http } from 'viem'
import { until, type Visitor } from '../visitor.ts'
import { account } from './connect.ts'

const CHAIN = 31337
const USDC_DECIMALS = 6
/** The test wallet, as the page knows it. */
const WALLET = `__walletkitTest['org.walletkit.test']`

export const clientOf = ({ site }: Visitor) =>
  createPublicClient({ transport: http(site.sandbox.chains.find(({ id }) => id === CHAIN)?.rpcUrl) })

/** Sends 0.01 ETH to a new account, and checks that exactly this arrives. */
export async function send(visitor: Visitor): Promise<void> {
  await account(visitor)
  const balance = await order(visitor)
  await visitor.see(/Transaction (started|confirmed)|Sent/)
  expect(await until('the ether', async () => (await balance()) || undefined)).toBe(10n ** 16n)
}

/** Orders to send 0.01 ETH to a new account, in the open Account view. Returns a function that reads its balance. */
export async function order(visitor: Visitor): Promise<() => Promise<bigint>> {
  const { press, fill } = visitor
  const receiver = privateKeyToAddress(generatePrivateKey())
  await press(/^Send$/)
  await press(/^Choose a token$/)
  await press(/\bEther\b/)
  await fill(/^Amount$/, '0.01')
  await fill(/^Recipient$/, receiver)
  await press(/^(Review|Preview)/)
  await visitor.insist(/^Send 0\.01/, async () => !/Review send/.test(await visitor.ask<string>('eyes.text()')))
  return () => clientOf(visitor).getBalance({ address: receiver })
}

type Note = { from: string; note?: { kind: string; in?: { amount: string } } }

/** Swaps 0.5 ETH for the sandbox's USDC, and checks that the amount on the screen arrives. */
export async function swap(visitor: Visitor): Promise<void> {
  await swapFor(visitor, '0.5', 'Swap')
}

/** Swaps 2 DAI for USDC with one confirmation of the wallet, for the approval too, and checks what arrives. */
export async function batch(visitor: Visitor): Promise<void> {
  await swapFor(visitor, '2', 'Approve and swap', async () => {
    await visitor.press(/^(Select|Change the) token to pay with/)
    await visitor.press(/Sandbox Dai/)
  })
  const asked = await visitor.ask<string[]>(`${WALLET}.requests.map(({ method }) => method)`)
  expect(asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
  expect(asked).not.toContain('eth_sendTransaction')
}

/** Swaps this amount for USDC. `pay` chooses the token to pay with, if it is not the network's own currency. */
async function swapFor(visitor: Visitor, amount: string, verb: string, pay?: () => Promise<void>): Promise<void> {
  const { press, fill } = visitor
  const { address } = visitor.site.sandbox.accounts[0] ?? {}
  const token = visitor.site.sandbox.tokens.find(({ chainId, symbol }) => chainId === CHAIN && symbol === 'USDC')
  if (!address || !token) throw new Error('The sandbox has no account, or no dollars')
  const dollars = () =>
    clientOf(visitor).readContract({
      abi: erc20Abi,
      address: token.address,
      functionName: 'balanceOf',
      args: [address],
    })
  const before = await dollars()
  await account(visitor)
  await press(/^Swap$/)
  await pay?.()
  await press(/^(Select|Change the) token to receive/)
  await press(/Sandbox Dollar/)
  await fill(/^Amount to pay$/, amount)
  await press(/Review swap/)
  await visitor.see(/Preview swap/)
  const noted = async () =>
    (await visitor.stored<Note[]>('@appkit/sent_transactions'))?.find(({ note }) => note?.kind === 'swap')
  await visitor.insist(new RegExp(`^${verb}$`), async () => (await noted()) !== undefined)
  const arrived = await until('the dollars', async () => (await dollars()) - before || undefined)
  const [whole = '', rest = ''] = ((await noted())?.note?.in?.amount ?? '').split('.')
  expect(arrived).toBe(BigInt(whole + rest.padEnd(USDC_DECIMALS, '0')))
}
