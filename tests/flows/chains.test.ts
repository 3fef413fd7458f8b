/**
 * The other namespaces in a page: wallets with real keys, signatures verified by independent libraries, transfers on
 * local chains.
 */
import { describe, expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'
import { LIVES, type Life } from '../support/lives.ts'
import type { OtherNamespace } from '../support/networks.ts'

const flow = useFlow()

const connect = async (visit: Visited, namespace: OtherNamespace | 'eip155') => {
  await visit.page.evaluate((only) => kit.open({ namespace: only }), namespace)
  await visit.button(/Test wallet/).click()
  await visit.page.waitForFunction((own) => kit.getAccount(own).status === 'connected', namespace)
  await visit.modal.waitFor({ state: 'hidden' })
}
const address = ({ page }: Visited, namespace: OtherNamespace) => page.evaluate((own) => kit.getAddress(own), namespace)
/** Changes something in the wallet, as its owner does. */
const inWallet = ({ page }: Visited, namespace: OtherNamespace, verb: 'changeAccount' | 'lock', index = 0) =>
  page.evaluate(([own, name, at]) => __walletkitTest?.['org.walletkit.test']?.[own]?.[name](at as never), [
    namespace,
    verb,
    index,
  ] as const)
/** The page's requests to the wallet since it was loaded. */
const asked = ({ page }: Visited, namespace: OtherNamespace) =>
  page.evaluate((own) => __walletkitTest?.['org.walletkit.test']?.[own]?.requests ?? [], namespace)

describe.each(Object.entries(LIVES) as [OtherNamespace, Life][])('%s', (namespace, life) => {
  it('connects, signs, changes the account, switches to EVM and back, reconnects after a reload, and disconnects', async () => {
    const visit = await flow.visit({ namespaces: [namespace] })
    const { network, accounts } = life.of(flow.sandbox())
    await connect(visit, namespace)
    expect(await visit.page.evaluate(() => kit.getCaipAddress())).toBe(`${network}:${accounts[0]}`)
    await life.sign(visit, accounts[0] ?? '')

    await inWallet(visit, namespace, 'changeAccount', 1)
    await expect.poll(() => address(visit, namespace)).toBe(accounts[1])
    await life.sign(visit, accounts[1] ?? '')

    await visit.page.evaluate(() => kit.switchNetwork('eip155:31337'))
    expect(await visit.page.evaluate(() => [kit.getState().activeChain, kit.getAddress()])).toEqual([
      'eip155',
      undefined,
    ])
    await visit.page.evaluate((id) => kit.switchNetwork(id as `solana:${string}`), network)
    expect(await visit.page.evaluate(() => kit.getAddress())).toBe(accounts[1])

    await visit.page.reload()
    await visit.status('connected')
    expect(await address(visit, namespace)).toBe(accounts[1])
    expect((await asked(visit, namespace)).filter(life.prompts)).toEqual([])
    await life.sign(visit, accounts[1] ?? '')

    await visit.page.evaluate((own) => kit.disconnect(own), namespace)
    expect(await visit.page.evaluate((own) => kit.getAccount(own), namespace)).toMatchObject({ status: 'disconnected' })
    expect(await visit.page.evaluate(() => localStorage.getItem('@appkit/connected_namespaces'))).toBe('')
  })

  it.runIf(life.send)('sends, and the balance on the chain changes', async () => {
    const visit = await flow.visit({ namespaces: [namespace] })
    await connect(visit, namespace)
    await life.send?.(visit, flow.sandbox())
  })

  it('stays disconnected when the wallet declines', async () => {
    const visit = await flow.visit({ namespaces: [namespace], wallets: [{ switches: { answer: 'reject' } }] })
    await visit.page.evaluate((only) => kit.open({ namespace: only }), namespace)
    await visit.button(/Test wallet/).click()
    await visit.modal.getByText('Connection declined').waitFor()
    expect(await address(visit, namespace)).toBeUndefined()
  })
})

it('connects every namespace at once; when the active one disconnects, another connected one becomes active', async () => {
  const others = Object.keys(LIVES) as OtherNamespace[]
  const visit = await flow.visit({ namespaces: others })
  for (const namespace of ['eip155', ...others] as const) await connect(visit, namespace)
  const all = ['eip155', 'solana', 'polkadot', 'bip122'].filter(
    (each) => each === 'eip155' || others.includes(each as never),
  )
  const statuses = () =>
    visit.page.evaluate((each) => each.filter((own) => kit.getAccount(own as 'solana').isConnected), all)
  expect(await statuses()).toEqual(all)
  expect(await visit.page.evaluate(() => localStorage.getItem('@appkit/connected_namespaces'))).toBe(all.join())
  await visit.page.reload()
  await expect.poll(statuses).toEqual(all)

  const active = () => visit.page.evaluate(() => kit.getState().activeChain)
  for (let left = all.length; left > 1; left--) {
    const now = await active()
    await visit.page.evaluate((own) => kit.disconnect(own), now)
    expect(await statuses()).toHaveLength(left - 1)
    const next = await active()
    expect(next).not.toBe(now)
    expect(await statuses()).toContain(next)
  }
})
