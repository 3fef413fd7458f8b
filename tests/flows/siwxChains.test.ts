/** Sign-in in the other namespaces. Independent libraries verify the signatures. */
import { describe, expect, it } from 'vitest'
import type { SiwxOptions } from '../../runtime/contracts/siwx.ts'
import type { CaipNetworkId } from '../../runtime/lib/namespace.ts'
import { findNetwork } from '../../schema/networks.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { LIVES, type Life } from '../support/lives.ts'
import type { OtherNamespace } from '../support/networks.ts'

const flow = useFlow()

type Row = {
  /** The name of the chain in the first line of a message. */
  word: string
  /** The wallet's method for signatures. */
  method: string
  /** Another network of the namespace. */
  other: CaipNetworkId
  /** Set if the wallet does not support that network. */
  stays?: true
}
const ROWS: Record<OtherNamespace, Row> = {
  solana: { word: 'Solana', method: 'solana:signMessage', other: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
  // The same accounts have other addresses there, with another prefix.
  polkadot: { word: 'Polkadot', method: 'signRaw', other: 'polkadot:91b171bb158e2d3848fa23a9f1c25182' },
  bip122: { word: 'Bitcoin', method: 'signMessage', other: 'bip122:000000000019d6689c085ae165831e93', stays: true },
}

const asks = ({ title }: Visited) => title.filter({ hasText: 'Sign In' }).waitFor()
const gone = ({ modal }: Visited) => modal.waitFor({ state: 'hidden' })
/** Checks that no modal is open after 500 ms. */
const quiet = async ({ page, modal }: Visited) => {
  await page.waitForTimeout(500)
  expect(await modal.count()).toBe(0)
}
type Stored = { data: { accountAddress: string; chainId: string }; message: string; signature: string }
const stored = ({ page }: Visited) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]') as Stored[])
const current = ({ page }: Visited) => page.evaluate(() => kit.getCaipAddress())
const signs = async (visit: Visited) => {
  await visit.button('Sign').click()
  await gone(visit)
}
const switchTo = ({ page }: Visited, network: string) =>
  page.evaluate((id) => kit.switchNetwork(id as `solana:${string}`), network)

describe.each(Object.entries(LIVES) as [OtherNamespace, Life][])('%s', (namespace, life) => {
  const { word, method, other, stays } = ROWS[namespace]
  const inWallet = ({ page }: Visited, verb: 'changeAccount' | 'set', value: unknown) =>
    page.evaluate(([own, name, to]) => __walletkitTest?.['org.walletkit.test']?.[own]?.[name](to as never), [
      namespace,
      verb,
      value,
    ] as const)
  const asked = ({ page }: Visited) =>
    page.evaluate(
      ([own, name]) =>
        (__walletkitTest?.['org.walletkit.test']?.[own]?.requests ?? []).filter((each) => each.method === name).length,
      [namespace, method] as const,
    )

  /** Connects the wallet. After that the sign-in view is shown. */
  async function begin(siwx: SiwxOptions): Promise<Visited> {
    const known = findNetwork(other)
    if (!known) throw new Error('There is no such network')
    // Replace the network's node, because a test must not use a public one.
    const networks = [{ ...known, rpcUrls: { default: { http: [flow.sandbox().solana.rpcUrl] } } }]
    const defaultNetwork = life.of(flow.sandbox()).network as CaipNetworkId
    const visit = await flow.visit({ siwx: true, namespaces: [namespace], config: { networks, defaultNetwork, siwx } })
    await visit.page.evaluate((only) => kit.open({ namespace: only }), namespace)
    await visit.button(/Test wallet/).click()
    await asks(visit)
    return visit
  }

  it('declines, signs, reloads, changes the account and the network', async () => {
    const { network, accounts } = life.of(flow.sandbox())
    const visit = await begin({ statement: 'Welcome back.' })
    expect(await asked(visit)).toBe(0)

    await inWallet(visit, 'set', { answer: 'reject' })
    await visit.button('Sign').click()
    await visit.modal.locator('.toast', { hasText: 'Signature declined' }).waitFor()
    await asks(visit)
    expect([await asked(visit), await stored(visit)]).toEqual([1, []])
    await inWallet(visit, 'set', { answer: 'approve' })

    await signs(visit)
    const [session, ...others] = await stored(visit)
    expect(others).toEqual([])
    expect(session?.data).toMatchObject({ accountAddress: accounts[0], chainId: network })
    expect(session?.message.split('\n').slice(0, 4)).toEqual([
      `${new URL(flow.origin).host} wants you to sign in with your ${word} account:`,
      accounts[0],
      '',
      'Welcome back.',
    ])
    expect(life.verified(accounts[0] ?? '', session?.message ?? '', session?.signature ?? '')).toBe(true)
    expect(await current(visit)).toBe(`${network}:${accounts[0]}`)

    await visit.page.reload()
    await visit.status('connected')
    await quiet(visit)
    expect([await asked(visit), (await stored(visit)).length]).toEqual([0, 1])

    await inWallet(visit, 'changeAccount', 1)
    await asks(visit)
    await signs(visit)
    expect((await stored(visit)).map(({ data }) => data.accountAddress)).toEqual(accounts.slice(0, 2))
    await inWallet(visit, 'changeAccount', 0)
    await expect.poll(() => current(visit)).toBe(`${network}:${accounts[0]}`)
    await quiet(visit)
    expect(await asked(visit)).toBe(1)

    // A sign-in is for one account on one network, so another network needs its own.
    if (stays) {
      await expect(switchTo(visit, other)).rejects.toThrow()
    } else {
      await switchTo(visit, other)
      await asks(visit)
      await signs(visit)
      const on = (await stored(visit)).find(({ data }) => data.chainId === other)
      const { accountAddress = '' } = on?.data ?? {}
      expect(`${other}:${accountAddress}`).toBe(await current(visit))
      expect(life.verified(accountAddress, on?.message ?? '', on?.signature ?? '')).toBe(true)
      await switchTo(visit, network)
    }
    await quiet(visit)
    expect(await current(visit)).toBe(`${network}:${accounts[0]}`)
    expect(await asked(visit)).toBe(stays ? 1 : 2)
  })

  it('asks again when the session has expired; cancelling a required sign-in disconnects', async () => {
    const visit = await begin({ expiration: 2000 })
    await signs(visit)
    expect(await stored(visit)).toHaveLength(1)
    await asks(visit)
    expect(await stored(visit)).toEqual([])
    await visit.button('Cancel').click()
    await visit.status('disconnected')
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
  })

  it('stays connected when a sign-in that is not required is cancelled', async () => {
    const visit = await begin({ required: false })
    await visit.button('Cancel').click()
    await gone(visit)
    expect(await visit.page.evaluate((own) => kit.getAccount(own).status, namespace)).toBe('connected')
    expect([await asked(visit), await stored(visit)]).toEqual([0, []])
  })
})
