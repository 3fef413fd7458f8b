/** Features that a site turns on and off while its page runs. The page contains all of them. */
import { expect, it } from 'vitest'
import { sandboxOptions } from '../plugins/swaps/kit.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { available } from '../support/page/plugins.ts'
import { QUOTES } from '../support/swaps.ts'

const flow = useFlow()
const FEATURES = available.map(({ feature }) => feature)
const all = (value: unknown) => Object.fromEntries(FEATURES.map((feature) => [feature, value]))
const ON = { ...all({}), swaps: sandboxOptions, socials: ['google'] }

const set = ({ page }: Visited, features: Record<string, unknown>) =>
  page.evaluate((changed) => kit.updateFeatures(changed), features)
const actions = ({ modal }: Visited) => modal.getByRole('list', { name: 'Actions' }).getByRole('button').allInnerTexts()
const tabs = ({ modal }: Visited) => modal.getByRole('tab').allInnerTexts()
/** The files of plugins that the page has loaded. */
const code = ({ requests }: Visited, from = 0) =>
  requests
    .slice(from)
    .map((url) => new URL(url).pathname)
    .filter((path) => PIECES.some((piece) => path.includes(`/${piece}-`)))
/** The names of the files that the manifests import lazily. */
const PIECES = available.flatMap(({ views = {}, slots = {} }) =>
  [...Object.values(views), ...Object.values(slots).flat()].flatMap((item) =>
    'load' in item ? (/\/(\w+)\.tsx/.exec(String(item.load))?.[1] ?? []) : [],
  ),
)
const account = async (visit: Visited) => {
  await visit.connect()
  await visit.open()
  await visit.button('Disconnect').waitFor()
}

it('has nothing of a disabled feature: no button, tab, login method, view, code or request [S1.config.02] [S1.feat.01] [S1.feat.02] [S1.feat.08] [S1.feat.12]', async () => {
  expect(PIECES).toEqual(expect.arrayContaining(['SwapView', 'ActivityTab', 'EmailMethod', 'SocialsMethod']))
  const since = flow.sandbox().requests().length
  const visit = await flow.visit({ login: true, config: { features: all(false) } })
  await visit.open()
  await visit.button(/Test wallet/).waitFor()
  expect(await visit.modal.getByRole('textbox').count()).toBe(0)
  expect(await visit.button(/Google/).count()).toBe(0)
  await account(visit)
  expect([await actions(visit), await tabs(visit)]).toEqual([[], ['Tokens', 'NFTs']])
  expect(await visit.button('Smart sessions').count()).toBe(0)
  for (const view of available.flatMap(({ views = {} }) => Object.keys(views))) {
    await visit.page.evaluate((name) => kit.open({ view: name }), view)
    await visit.modal.getByText('Not available here').waitFor()
  }
  expect(code(visit)).toEqual([])
  const paths = flow.sandbox().requests().slice(since)
  expect(paths.filter(({ path }) => /history|convert|onramp|profile\/|sessions/.test(path))).toEqual([])
})

it('removes and restores entries while the account is open [S1.feat.03] [S1.feat.04]', async () => {
  const visit = await flow.visit({ config: { features: ON } })
  await account(visit)
  const whole = ['Buy', 'Swap', 'Receive', 'Send']
  expect(await actions(visit)).toEqual(whole)
  await visit.button('Smart sessions').waitFor()
  await visit.modal.getByRole('tab', { name: 'Activity' }).click()
  await visit.modal.getByRole('tabpanel', { name: 'Activity' }).waitFor()

  await set(visit, all(false))
  await expect.poll(() => actions(visit)).toEqual([])
  expect(await tabs(visit)).toEqual(['Tokens', 'NFTs'])
  await visit.modal.getByRole('tabpanel', { name: 'Tokens' }).waitFor()
  expect(await visit.button('Smart sessions').count()).toBe(0)

  await set(visit, ON)
  await expect.poll(() => actions(visit)).toEqual(whole)
  expect(await tabs(visit)).toEqual(['Tokens', 'NFTs', 'Activity'])
  await visit.button('Smart sessions').waitFor()
  await visit.button('Receive').click()
  await visit.title.filter({ hasText: 'Receive' }).waitFor()
})

it('removes and restores login methods while Connect is open [S1.feat.05] [S1.feat.07]', async () => {
  const visit = await flow.visit({ login: true, config: { features: all(false) } })
  await visit.open()
  await visit.button(/Test wallet/).waitFor()
  const field = visit.modal.getByRole('textbox', { name: 'Email' })
  const google = visit.button('Continue with Google')
  await set(visit, ON)
  await field.fill('somebody')
  await google.waitFor()
  await set(visit, all(false))
  await field.waitFor({ state: 'detached' })
  await google.waitFor({ state: 'detached' })
  expect(await visit.modal.locator('.or').count()).toBe(0)
  await set(visit, ON)
  await google.waitFor()
  // Turning the feature off has discarded the text, so it starts anew.
  expect(await field.inputValue()).toBe('')
})

it('leaves the views of a disabled feature and aborts its requests; enabled again, it starts fresh [S1.config.02]', async () => {
  const visit = await flow.visit({ config: { features: ON } })
  await account(visit)
  await visit.button('Swap').click()
  await visit.button(/^Select token to receive/).click()
  await visit.title.filter({ hasText: 'Select token' }).waitFor()
  await visit.modal.getByText('Sandbox Dai').click()
  const amount = visit.modal.getByRole('textbox', { name: 'Amount to pay' })
  await amount.fill('1.5')
  await visit.button('Review swap').and(visit.page.locator(':enabled')).click()
  await visit.title.filter({ hasText: 'Preview swap' }).waitFor()
  // Wait for the quote of the review, because a later request of it would count below.
  await visit.modal.locator('button[data-kind=primary]:enabled').waitFor()

  await set(visit, { swaps: false })
  const since = Date.now()
  await visit.button('Disconnect').waitFor()
  expect(await actions(visit)).toEqual(['Buy', 'Receive', 'Send'])
  await visit.page.evaluate(() => kit.redirect('Swap'))
  await visit.modal.getByText('Not available here').waitFor()
  await visit.button('Back').click()

  await set(visit, { swaps: sandboxOptions })
  await visit.button('Swap').click()
  expect(await amount.inputValue()).toBe('')
  await visit.button(/^Select token to receive/).waitFor()
  expect(
    flow
      .sandbox()
      .requests()
      .filter(({ at, path }) => at >= since && path.startsWith(QUOTES)),
  ).toEqual([])
})

it('replaces a disabled view that the site opened directly with the default view [S2.open.04]', async () => {
  const visit = await flow.visit({ config: { features: ON } })
  await visit.page.evaluate(() => kit.open({ view: 'WalletReceive' }))
  await visit.title.filter({ hasText: 'Receive' }).waitFor()
  await set(visit, { receive: false })
  await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
  await visit.button(/Test wallet/).waitFor()
})
