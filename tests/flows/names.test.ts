/** A user who signed in by email chooses an account name. */
import { expect, it } from 'vitest'
import type { Config } from '../../runtime/contracts/config.ts'
import { asEoa, asks, useEmbedded } from '../support/embeddedPage.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { approve, reject } from '../support/login.ts'

const flow = useFlow()
const { signedIn } = useEmbedded(flow)
const SUFFIX = '.walletkit.id'
const features: Config['features'] = { send: {}, email: {}, names: { suffix: SUFFIX } }

/** A script that records every view that was shown, and whether it had a Back button. */
const LISTEN = `globalThis.drawn = []
const look = () => {
  const card = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')
  const view = card?.dataset.view
  if (view && drawn.at(-1)?.view !== view)
    drawn.push({ view, back: Boolean(card.querySelector('header [data-icon=back]')) })
  requestAnimationFrame(look)
}
look()`

let count = 0
const free = () => `mira-${++count}`
const enter = async (setup: Visit = {}): Promise<Visited> => {
  const visit = await signedIn({ ...setup, config: { ...setup.config, features } })
  await visit.open()
  return visit
}
const field = ({ modal }: Visited) => modal.getByRole('textbox', { name: 'Account name' })
const shows = ({ modal }: Visited, text: string | RegExp) => modal.getByText(text).first().waitFor()
const toForm = async (visit: Visited, label: string) => {
  await visit.button('Choose account name').click()
  await visit.button('Choose name').click()
  await visit.title.filter({ hasText: 'Choose name' }).waitFor()
  await field(visit).fill(label)
  await visit.button(`Register ${label}${SUFFIX}`).and(visit.modal.locator(':enabled')).waitFor()
}
const submit = (visit: Visited, label: string) => visit.button(`Register ${label}${SUFFIX}`).click()
const profileName = ({ page }: Visited) => page.evaluate(() => kit.getAccount().profileName)
const posts = () =>
  flow
    .sandbox()
    .requests()
    .filter(({ path, method }) => path === '/v1/profile/account' && method === 'POST')

it('registers a name with the smart account’s signature, which the server verifies [S1.scope.14] [S2.view.12] [S2.view.13] [S4.names.02] [S4.names.04]', async () => {
  const visit = await enter()
  await visit.button('Choose account name').click()
  await visit.button('Choose name').click()
  await field(visit).fill('noah')
  await shows(visit, `noah${SUFFIX} is taken`)
  await shows(visit, 'Suggestions')
  const label = free()
  await field(visit).fill(label)
  await visit.button(`Register ${label}${SUFFIX}`).and(visit.modal.locator(':enabled')).click()
  await asks(visit)
  await shows(visit, `"name":"${label}${SUFFIX}"`)
  await approve(visit)
  await shows(visit, 'The name is yours.')
  await visit.modal.getByText(`${label}${SUFFIX}`, { exact: true }).waitFor()
  expect(posts().at(-1)).toMatchObject({ status: 200 })
  expect(await profileName(visit)).toBe(`${label}${SUFFIX}`)
  await visit.button('Done').click()
  await visit.button(`Copy address: ${label}${SUFFIX}`).waitFor()
  // The account has a name now, so the button is gone.
  expect(await visit.button('Choose account name').count()).toBe(0)
  const told = await visit.page.evaluate(() => events.filter(({ event }) => /ENS|NAME/.test(event)))
  expect(told).toMatchObject([
    { event: 'OPEN_ENS_FLOW', properties: { isSmartAccount: true } },
    { event: 'REGISTER_NAME_INITIATED' },
    { event: 'REGISTER_NAME_SUCCESS', properties: { ensName: `${label}${SUFFIX}` } },
  ])
  // Check that the name leads to this account.
  const address = await visit.page.evaluate(() => kit.getAddress())
  const reply = await fetch(`${flow.sandbox().url}/v1/profile/account/${label}${SUFFIX}?projectId=p`)
  expect(JSON.stringify(await reply.json())).toContain(address)
})

it('shows the success view without a Back button before the signature, and posts what was signed [S2.names.01] [S4.names.03] [S1.names.01]', async () => {
  const visit = await enter({ ...asEoa, script: LISTEN })
  const label = free()
  await toForm(visit, label)
  // The field shows the suffix.
  await visit.modal.locator('.field').filter({ hasText: SUFFIX }).waitFor()
  flow.sandbox().faults.set({ path: '/v1/profile/account', method: 'POST', kind: 'delay', ms: 1500 })
  const before = posts().length
  await submit(visit, label)
  await shows(visit, `Registering ${label}${SUFFIX}`)
  expect(await visit.button('Back').count()).toBe(0)
  expect(posts()).toHaveLength(before)
  await asks(visit)
  await approve(visit)
  await shows(visit, 'The name is being written down.')
  expect(await visit.button('Back').count()).toBe(0)
  await shows(visit, 'The name is yours.')
  expect(posts().length).toBe(before + 1)
  const drawn = await visit.page.evaluate(() => (globalThis as unknown as { drawn: object[] }).drawn)
  expect(drawn.slice(-3)).toEqual([
    { view: 'RegisterAccountNameSuccess', back: false },
    { view: 'ApproveTransaction', back: expect.any(Boolean) as boolean },
    { view: 'RegisterAccountNameSuccess', back: false },
  ])
})

it('returns to the form with the typed name when the server or the visitor declines [S4.names.05]', async () => {
  const visit = await enter(asEoa)
  const label = free()
  const body = JSON.stringify({ status: 'FAILED', reasons: [{ name: 'name', description: 'Reserved for somebody' }] })
  await toForm(visit, label)
  flow
    .sandbox()
    .faults.set({ path: '/v1/profile/account', method: 'POST', kind: 'status', status: 400, body, times: 1 })
  await submit(visit, label)
  await asks(visit)
  await approve(visit)
  await shows(visit, 'Reserved for somebody')
  expect([await visit.title.innerText(), await field(visit).inputValue()]).toEqual(['Choose name', label])
  await submit(visit, label)
  await asks(visit)
  await reject(visit)
  await shows(visit, 'Signature declined')
  expect(await field(visit).inputValue()).toBe(label)
  // The rules are checked at every character.
  await field(visit).fill('al_ice')
  await shows(visit, 'Only letters, digits and hyphens')
  await field(visit).fill('abc')
  await shows(visit, 'At least 4 characters')
  await visit.button('Back').click()
  await visit.button('Disconnect').waitFor()
})

it('can still be chosen after the network changes while the screen is shown', async () => {
  const visit = await enter(asEoa)
  await visit.button('Choose account name').click()
  const choose = visit.button('Choose name').and(visit.modal.locator(':enabled'))
  await choose.waitFor()
  const looks = () =>
    flow
      .sandbox()
      .requests()
      .filter(({ path }) => path.includes('/reverse/')).length
  const before = looks()
  await visit.page.evaluate(() => kit.switchNetwork('eip155:31338'))
  await expect.poll(looks).toBeGreaterThan(before)
  await choose.waitFor({ timeout: 8_000 })
})

it('is shown on eip155 only, and looks up nothing elsewhere [S1.names.03]', async () => {
  const visit = await enter({ namespaces: ['solana'] })
  await visit.button('Choose account name').waitFor()
  await visit.page.evaluate(() => kit.open({ namespace: 'solana' }))
  await visit.modal
    .getByText(/Solana/)
    .first()
    .waitFor()
  await expect.poll(() => visit.button('Choose account name').count()).toBe(0)
  const solana = flow.sandbox().requests().length
  await visit.page.evaluate(() => kit.open({ view: 'ChooseAccountName' }))
  await shows(visit, 'Names are not available here')
  const since = flow.sandbox().requests().slice(solana)
  expect(since.filter(({ path }) => /profile|identity/.test(path))).toEqual([])
})

it('is only for users of email or social login', async () => {
  const visit = await flow.visit({ config: { features: { names: { suffix: SUFFIX } } } })
  await visit.connect()
  await visit.open()
  await visit.button('Disconnect').waitFor()
  expect(await visit.button('Choose account name').count()).toBe(0)
  for (const view of ['RegisterAccountName', 'register-account-name']) {
    await visit.page.evaluate((name) => kit.open({ view: name }), view)
    await shows(visit, 'Address or auth connector not found')
  }
  await visit.page.evaluate(() => kit.open({ view: 'register-account-name-success' }))
  await shows(visit, 'No name is being registered')
})
