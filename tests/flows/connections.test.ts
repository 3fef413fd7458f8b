/** Several wallets at once, on each namespace: each signs for the account that the page shows. */
import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { checkThemes } from '../support/axe.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { LIVES } from '../support/lives.ts'
import { type OtherNamespace, otherKeys } from '../support/networks.ts'

type Namespace = OtherNamespace | 'eip155'
const flow = useFlow()

/** Alpha has the namespace's first account, Beta the second one, and the third if there is one. */
function wallets(namespace: Namespace) {
  const evm = flow.sandbox().accounts.map(({ privateKey }) => privateKey)
  const other = namespace === 'eip155' ? {} : otherKeys(flow.sandbox(), [namespace])
  return [
    { rdns: 'org.alpha', name: 'Alpha', from: 0, to: 1 },
    { rdns: 'org.beta', name: 'Beta', from: 1, to: 3 },
  ].map(({ rdns, name, from, to }) => ({
    rdns,
    name,
    keys: evm.slice(from, to),
    ...Object.fromEntries(
      Object.entries(other).map(([key, own]) => {
        const options = own as { keys: readonly unknown[] }
        return [key, { ...options, keys: options.keys.slice(from, to) }]
      }),
    ),
  }))
}
const accountsOf = (namespace: Namespace) =>
  namespace === 'eip155'
    ? flow.sandbox().accounts.map(({ address }) => address as string)
    : LIVES[namespace].of(flow.sandbox()).accounts
const visitBoth = (namespace: Namespace) =>
  flow.visit({ namespaces: namespace === 'eip155' ? [] : [namespace], wallets: wallets(namespace) })

const all = ({ page }: Visited) => page.evaluate(() => kit.getConnections().map(({ name }) => name))
const shown = ({ page }: Visited) => page.evaluate(() => kit.getAddress())
const addressIn = ({ page }: Visited, namespace: Namespace) => page.evaluate((own) => kit.getAddress(own), namespace)

async function connect({ page, button, modal }: Visited, namespace: Namespace, name: RegExp) {
  await page.evaluate((only) => kit.open({ view: 'Connect', namespace: only }), namespace)
  await button(name).click()
  await modal.waitFor({ state: 'hidden' })
}

/** Asks the shown wallet for a signature, and checks with another library that it is the account's. */
async function signs(visit: Visited, namespace: Namespace, account = '') {
  expect(await shown(visit)).toBe(account)
  if (namespace !== 'eip155') return LIVES[namespace].sign(visit, account)
  const signature = await visit.page.evaluate(
    (from) => kit.getProvider('eip155')?.request({ method: 'personal_sign', params: ['0x6869', from] }),
    account,
  )
  const signed = { address: account as `0x${string}`, message: 'hi', signature: signature as `0x${string}` }
  expect(await verifyMessage(signed)).toBe(true)
}

const openList = async ({ page, modal, title }: Visited) => {
  await page.evaluate(() => kit.open({ view: 'Connections' }))
  await expect.poll(() => title.textContent()).toBe('Connected wallets')
  await modal.getByRole('list', { name: 'Connected wallets' }).waitFor()
}

describe.each(['eip155', ...Object.keys(LIVES)] as Namespace[])('two wallets on %s', (namespace) => {
  it('are connected at once, switched, resumed, followed by another tab, and disconnected one by one', async () => {
    const visit = await visitBoth(namespace)
    const [first, second] = accountsOf(namespace)
    await connect(visit, namespace, /Alpha/)
    await connect(visit, namespace, /Beta/)
    await expect.poll(() => all(visit)).toEqual(['Beta', 'Alpha'])
    await signs(visit, namespace, second)

    await openList(visit)
    await visit.button(/Use Alpha/).click()
    await expect.poll(() => all(visit)).toEqual(['Alpha', 'Beta'])
    await signs(visit, namespace, first)
    await visit.page.evaluate(() => kit.close())

    await visit.page.reload()
    await visit.status('connected')
    await expect.poll(() => all(visit)).toEqual(['Alpha', 'Beta'])
    await signs(visit, namespace, first)

    const beside = await flow.visit({
      beside: visit,
      namespaces: namespace === 'eip155' ? [] : [namespace],
      wallets: wallets(namespace),
    })
    await beside.status('connected')
    await expect.poll(() => all(beside)).toEqual(['Alpha', 'Beta'])
    await Promise.all([visit, beside].map(({ page }) => page.evaluate(() => kit.preload())))
    const beta = `${namespace}:${await visit.page.evaluate(() => kit.getConnections()[1]?.connectorId)}`
    await beside.page.evaluate((id) => kit.switchConnection({ connection: { id } }), beta)
    await expect.poll(() => all(visit)).toEqual(['Beta', 'Alpha'])
    await signs(visit, namespace, second)
    // The other account is a Bitcoin wallet's ordinals account.
    const other = await visit.page.evaluate(() => kit.getAccount().allAccounts[1]?.address ?? '')
    await visit.page.evaluate((address) => kit.switchAccount({ address }), other)
    await expect.poll(() => addressIn(beside, namespace)).toBe(other)
    await signs(visit, namespace, other)

    await openList(visit)
    await visit.button('Disconnect Beta').click()
    await expect.poll(() => all(visit)).toEqual(['Alpha'])
    await expect.poll(() => all(beside)).toEqual(['Alpha'])
    await signs(visit, namespace, first)
    await visit.button('Disconnect all').click()
    await visit.modal.waitFor({ state: 'hidden' })
    await expect.poll(() => all(beside)).toEqual([])
    expect(await visit.page.evaluate(() => localStorage.getItem('@appkit/connections'))).toBe('[]')
  })
})

it('the list opens from the account, shows what each wallet may use, and has no violation', async () => {
  const visit = await visitBoth('solana')
  for (const namespace of ['eip155', 'solana'] as const) await connect(visit, namespace, /Beta/)
  await connect(visit, 'eip155', /Alpha/)
  await visit.page.evaluate(() => kit.open())
  await visit.button(/Connected wallets and accounts/).click()
  await expect.poll(() => visit.title.textContent()).toBe('Connected wallets')
  const cards = visit.modal.locator('.connection')
  await expect.poll(() => cards.count()).toBe(3)
  await cards
    .nth(1)
    .getByText(/Any network/)
    .waitFor()
  await checkThemes(visit, 'Connections')
  // By keyboard, first make the second wallet active, then its other account.
  await visit.button(/Use Beta on EVM/).focus()
  await visit.page.keyboard.press('Enter')
  const accounts = visit.modal.getByRole('list', { name: 'Accounts of Beta' }).getByRole('button')
  await expect.poll(() => accounts.count()).toBe(2)
  const before = await shown(visit)
  await accounts.and(visit.modal.locator(':not([aria-current])')).focus()
  await visit.page.keyboard.press('Enter')
  await expect.poll(() => shown(visit)).not.toBe(before)
  expect(await visit.modal.getByRole('status').allTextContents()).toContain('Active account')
  await checkThemes(visit, 'Connections, accounts')
  await visit.button('Connect another wallet').click()
  await expect.poll(() => visit.title.textContent()).toBe('Connect Wallet')
})

it('hooks list the wallets and accounts, and switch them', async () => {
  const visit = await flow.visit({ react: true, wallets: wallets('eip155') })
  for (const id of ['org.beta', 'org.alpha']) await visit.page.evaluate((own) => kit.connect(own), id)
  const read = async () => JSON.parse((await visit.page.locator('#wallets').textContent()) ?? '') as object
  const [first, second, third] = accountsOf('eip155').map((account) => `eip155:31337:${account}`)
  await expect.poll(read).toMatchObject({ names: ['Alpha', 'Beta'], accounts: 1, caipAddress: first })
  await visit.page.getByRole('button', { name: 'Next wallet' }).click()
  await expect.poll(read).toMatchObject({ names: ['Beta', 'Alpha'], accounts: 2, caipAddress: second })
  await visit.page.getByRole('button', { name: 'Next account' }).click()
  await expect.poll(read).toMatchObject({ names: ['Beta', 'Alpha'], accounts: 2, caipAddress: third })
})
