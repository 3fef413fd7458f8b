import { expect } from 'vitest'
import { balanceOf } from '../../../cli/repo/chain.ts'
import { until, type Visitor } from '../visitor.ts'

/** Matches the label of the page's button when an account is connected. */
export const ACCOUNT = /^(0x|noah)/

const isConnected = async ({ ask }: Visitor) =>
  (await ask<string | null>(`localStorage.getItem('@appkit/connection_status')`)) === 'connected'

export async function enter({ driver, site }: Visitor, query = ''): Promise<void> {
  await driver.go(`${site.url}/${query}`)
}

export async function connect(visitor: Visitor): Promise<void> {
  await enter(visitor)
  await visitor.press(/^Connect Wallet$/)
  await visitor.press(/^Test wallet/)
  await closed(visitor)
  await visitor.see(/^(0x|noah)/m)
  expect(await isConnected(visitor)).toBe(true)
}

/** Waits until the modal closes by itself. */
export const closed = (visitor: Visitor) =>
  until(
    'the modal to close',
    async () => ((await visitor.isOpen()) ? undefined : true),
    () => visitor.ask('eyes.text()'),
  )

/** Connects, and opens the Account view. */
export async function account(visitor: Visitor): Promise<void> {
  await connect(visitor)
  await visitor.press(ACCOUNT)
  const { accounts, chains } = visitor.site.sandbox
  const wei = await balanceOf(chains[0]?.rpcUrl ?? '', accounts[0]?.address ?? '')
  const whole = (wei / 10n ** 18n).toLocaleString('en')
  await visitor.see(new RegExp(`\\b${whole}(\\.\\d+)? ETH`))
  await visitor.see(/Disconnect/)
}

/** Checks that the connection survives a reload without a prompt, and that a disconnect survives it too. */
export async function reload(visitor: Visitor): Promise<void> {
  await connect(visitor)
  await visitor.driver.reload()
  await visitor.press(ACCOUNT)
  await visitor.see(/Disconnect/)
  await visitor.press(/^Disconnect$/)
  await visitor.see(/^Connect Wallet$/m)
  await visitor.driver.reload()
  await visitor.see(/^Connect Wallet$/m)
  expect(await isConnected(visitor)).toBe(false)
}

/** Connects by keyboard alone, and checks that the focus returns to the page's button. */
export async function keyboard(visitor: Visitor): Promise<void> {
  const { driver, tabTo, focused } = visitor
  await enter(visitor)
  await tabTo(/^Connect Wallet$/)
  await driver.key('Enter')
  await until('the open modal', async () => (await visitor.isOpen()) || undefined)
  await visitor.see(/Test wallet/)
  await tabTo(/^Test wallet/)
  await driver.key('Enter')
  await closed(visitor)
  await until('the focus back on the page', async () => ACCOUNT.test(await focused()) || undefined, focused)
  await driver.key('Enter')
  await visitor.see(/Disconnect/)
  await driver.key('Escape')
  await closed(visitor)
  await until('the focus back on the page', async () => ACCOUNT.test(await focused()) || undefined, focused)
  await driver.key('Enter')
  await tabTo(/^Disconnect$/)
  await driver.key('Enter')
  await visitor.see(/^Connect Wallet$/m)
  expect(await isConnected(visitor)).toBe(false)
}
