import { expect } from 'vitest'
import { until, type Visitor } from '../visitor.ts'
import { ACCOUNT, closed } from './connect.ts'
import { order } from './money.ts'

/** Five ether. */
const FUNDS = '0x4563918244f40000'

/**
 * Creates a passkey wallet, pays from it after its review, and finds it again after a reload, and by the passkey alone.
 * In a browser without passkeys, checks that the modal says so and offers the other wallets.
 */
export async function passkey(visitor: Visitor): Promise<void> {
  const { driver, ask, press } = visitor
  await openByName(visitor)
  // If an engine learns WebAuthn, this fails: then its driver needs a virtual authenticator.
  expect(await ask(`'PublicKeyCredential' in window`)).toBe(driver.addAuthenticator !== undefined)
  if (!driver.addAuthenticator) return withoutPasskeys(visitor)

  const { counters } = await driver.addAuthenticator()
  await press(/^Passkey$/)
  await press(/^Create a wallet$/)
  await closed(visitor)
  const created = await counters()
  expect(created).toHaveLength(1)
  const address = await own(visitor)
  await fund(visitor, address)
  await pay(visitor)
  const paid = await counters()
  expect(paid).not.toEqual(created)

  await driver.reload()
  await visitor.see(/^0x/m)
  expect(await own(visitor)).toBe(address)
  expect(await counters()).toEqual(paid)

  // The device keeps the passkey; the browser forgets what the site stored.
  await ask('localStorage.clear()')
  await openByName(visitor)
  await press(/^Passkey$/)
  await press(/^Use my passkey$/)
  await closed(visitor)
  expect(await own(visitor)).toBe(address)
  expect(await counters()).not.toEqual(paid)
}

/** Opens the modal of the page at its name: browsers allow passkeys for a name, and not for an IP address. */
async function openByName({ driver, site, press }: Visitor): Promise<void> {
  await driver.go(`${site.url.replace('127.0.0.1', 'localhost')}/`)
  await press(/^Connect Wallet$/)
}

const own = ({ ask }: Visitor) => ask<string>(`kit.getAddress('eip155')`)

async function fund({ site }: Visitor, address: string): Promise<void> {
  const asked = { jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [address, FUNDS] }
  await fetch(site.sandbox.chains[0]?.rpcUrl ?? '', { method: 'POST', body: JSON.stringify(asked) })
}

async function pay(visitor: Visitor): Promise<void> {
  const { press, see, ask, site } = visitor
  await press(ACCOUNT)
  await see(/\b5 ETH/)
  const balance = await order(visitor)
  await see(/Confirm with passkey/)
  await see(/Network fee\s+Paid by Sandbox/)
  const review = await ask<string>('eyes.text()')
  for (const text of [await ask<string>('location.host'), site.sandbox.chains[0]?.name ?? '?', '0.01 ETH'])
    expect(review).toContain(text)
  await visitor.insist(/^Confirm with passkey$/, async () => !/Confirm with/.test(await ask<string>('eyes.text()')))
  await see(/Transaction (started|confirmed)|Sent/)
  expect(await until('the ether', async () => (await balance()) || undefined)).toBe(10n ** 16n)
}

async function withoutPasskeys(visitor: Visitor): Promise<void> {
  await visitor.see(/This browser has no passkeys here\. Use another browser or wallet/)
  expect((await visitor.ask<string[]>(`eyes.names('button')`)).join()).not.toMatch(/passkey/i)
  await visitor.press(/^Test wallet/)
  await closed(visitor)
}
