/** Steps of a page and a wallet on another device after their pairing, of any kind. */
import { createPublicClient, type Hex, http, verifyMessage } from 'viem'
import { expect } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import type { Visited } from './flow.ts'
import type { Phone } from './phone.ts'

/** Sends a request from the page's own code to the wallet. Resolves when the phone answers. */
export const ask = ({ page }: Visited, method: string, params: unknown[]): Promise<unknown> =>
  page.evaluate(
    ([name, values]) => {
      return kit.getProvider('eip155')?.request({ method: name, params: values })
    },
    [method, params] as const,
  )

const active = ({ page }: Visited) => page.evaluate(() => kit.getCaipNetwork()?.caipNetworkId)
const first = ({ accounts }: Sandbox): Hex => accounts[0]?.address ?? '0x'

/** Lets the wallet sign a message for the page, and checks that the signature is that of the first account. */
export async function signs(visit: Visited, phone: Phone, sandbox: Sandbox, message: string): Promise<void> {
  const signing = ask(visit, 'personal_sign', [`0x${Buffer.from(message).toString('hex')}`, first(sandbox)])
  await phone.approve(message)
  const signature = (await signing) as Hex
  expect(await verifyMessage({ address: first(sandbox), message, signature })).toBe(true)
}

/**
 * Checks a session from approval to end: a signature, a transaction, a network switch, a reload, the app's restart, and
 * a disconnect.
 */
export async function liveThrough(visit: Visited, phone: Phone, sandbox: Sandbox): Promise<void> {
  const [one, two] = sandbox.chains
  if (!one || !two) throw new Error('The sandbox has two chains')
  await phone.approve('Flows wants to connect')
  await visit.status('connected')
  await visit.modal.waitFor({ state: 'hidden' })
  expect(await visit.page.evaluate(() => kit.getAddress())).toBe(first(sandbox))
  expect(await visit.page.evaluate(() => kit.getWalletInfo()?.name)).toBe('Sandbox wallet')

  await signs(visit, phone, sandbox, 'A message for a phone')

  const to = sandbox.accounts[1]?.address
  const sending = ask(visit, 'eth_sendTransaction', [{ from: first(sandbox), to, value: '0x2386f26fc10000' }])
  await phone.approve('eth_sendTransaction')
  const client = createPublicClient({ transport: http(one.rpcUrl) })
  const receipt = await client.waitForTransactionReceipt({ hash: (await sending) as Hex })
  expect([receipt.status, receipt.from, receipt.to]).toEqual([
    'success',
    first(sandbox).toLowerCase(),
    to?.toLowerCase(),
  ])

  await phone.switchTo(two.caipNetworkId)
  await expect.poll(() => active(visit)).toBe(two.caipNetworkId)

  // Reload the page, then restart the app: each restores its stored session.
  await visit.page.reload()
  expect(await visit.page.evaluate(() => began)).toBe('connecting')
  await visit.status('connected')
  expect(await visit.page.evaluate(() => kit.getAddress())).toBe(first(sandbox))
  expect(await active(visit)).toBe(two.caipNetworkId)
  await phone.restart()
  await signs(visit, phone, sandbox, 'Another one')

  await phone.disconnect()
  await visit.status('disconnected')
  expect(await visit.page.evaluate(() => localStorage.getItem('@appkit/connection_status'))).toBe('disconnected')
}
