/** Several tabs of a site: one signature signs all of them in, and one disconnect disconnects all. */
import { describe, expect, it } from 'vitest'
import type { SiwxOptions } from '../../runtime/contracts/siwx.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { useSiwxSite } from '../support/siwxSite.ts'

const flow = useFlow({ hosts: () => [site.url] })
const site = useSiwxSite(() => flow.origin)

const asks = ({ title }: Visited) => title.filter({ hasText: 'Sign In' }).waitFor()
const gone = ({ modal }: Visited) => modal.waitFor({ state: 'hidden' })
const quiet = async (visit: Visited) => {
  await visit.page.waitForTimeout(600)
  expect(await visit.modal.count()).toBe(0)
}
const isSigned = ({ page }: Visited) => page.evaluate(() => localStorage.getItem('@appkit/siwx') !== null)

type Kind = {
  name: string
  siwx: () => boolean | SiwxOptions
  isIn: (visit: Visited) => Promise<boolean>
}
const KINDS: Kind[] = [
  { name: 'local', siwx: () => true, isIn: isSigned },
  {
    name: 'server',
    siwx: () => ({ storage: 'server', endpoint: site.endpoint }),
    isIn: async (visit) => (await site.known(visit)) !== undefined,
  },
]

describe.each(KINDS)('sessions kept by: $name', ({ name, siwx, isIn }) => {
  const open = (beside?: Visited) => flow.visit({ siwx: true, config: { siwx: siwx() }, ...(beside && { beside }) })
  const connect = async (visit: Visited) => {
    await visit.open()
    await visit.button(/Test wallet/).click()
    await asks(visit)
  }
  const sign = async (visit: Visited) => {
    await visit.button('Sign').click()
    await gone(visit)
  }
  /** Opens two connected tabs that both ask for the signature. */
  const both = async (): Promise<[Visited, Visited]> => {
    const one = await open()
    await connect(one)
    const other = await open(one)
    await asks(other)
    return [one, other]
  }
  /** Opens two tabs that are signed in. */
  const bothSigned = async (): Promise<[Visited, Visited]> => {
    const one = await open()
    await connect(one)
    await sign(one)
    const other = await open(one)
    await other.status('connected')
    await quiet(other)
    return [one, other]
  }

  it('does not ask in a tab that is opened after another one has signed in', async () => {
    const [, other] = await bothSigned()
    expect(await other.asked('personal_sign')).toEqual([])
  })

  it('closes the prompt of the other tab when one signs in', async () => {
    const [one, other] = await both()
    await sign(other)
    await gone(one)
    expect(await one.asked('personal_sign')).toEqual([])
    expect(await one.page.evaluate(() => errors)).toEqual([])
    for (const visit of [one, other]) {
      await visit.status('connected')
      await quiet(visit)
    }
    expect(await isIn(one)).toBe(true)
  })

  it('drops the wallet’s pending request in the other tab', async () => {
    const [one, other] = await both()
    await one.wallet('set', { answer: 'hold' })
    await one.button('Sign').click()
    await one.modal.getByText('Confirm in Test wallet').waitFor()
    await sign(other)
    await gone(one)
    await one.wallet('settle', 'reject')
    await quiet(one)
    expect(await one.page.evaluate(() => errors)).toEqual([])
    expect(await isIn(one)).toBe(true)
  })

  it('connects and signs in an idle, disconnected tab', async () => {
    const one = await open()
    const other = await open(one)
    // An idle page loads nothing. It follows other tabs only after it has looked for wallets.
    await other.page.evaluate(() => void kit.connectors)
    await expect.poll(() => other.page.evaluate(() => kit.connectors.length)).toBeGreaterThan(0)
    await connect(one)
    await sign(one)
    await other.status('connected')
    await gone(other)
    await quiet(other)
    expect(await other.asked('personal_sign')).toEqual([])
  })

  it('ends in both tabs when one disconnects, and only the disconnecting tab signs out', async () => {
    const [one, other] = await bothSigned()
    // The wallet does not tell its other pages about the disconnect.
    await one.wallet('set', { revoke: 'fail' })
    site.posted.splice(0)
    await one.page.evaluate(() => kit.disconnect())
    await other.status('disconnected')
    await expect.poll(() => isIn(one)).toBe(false)
    await quiet(other)
    // A late sign-out by the other tab could end a newer session, so it must not send one.
    expect(site.posted.filter((path) => path === '/siwx/sign-out')).toHaveLength(name === 'server' ? 1 : 0)
  })

  it('keeps a newer signature, however late the other tab learns of the disconnect', async () => {
    const [one, other] = await bothSigned()
    // The wallet does not tell its other pages, and the other tab sleeps: storage events reach it only when it wakes
    // up.
    await one.wallet('set', { revoke: 'fail' })
    await other.page.evaluate(() => {
      const held: StorageEvent[] = []
      const hold = (event: StorageEvent) => {
        if (!event.isTrusted) return
        event.stopImmediatePropagation()
        held.push(event)
      }
      Object.assign(globalThis, {
        wake: () => (
          removeEventListener('storage', hold, true),
          held.forEach((each) => dispatchEvent(new StorageEvent('storage', { key: each.key, newValue: each.newValue })))
        ),
      })
      addEventListener('storage', hold, true)
    })
    await one.page.evaluate(() => kit.disconnect())
    await expect.poll(() => isIn(one)).toBe(false)
    await connect(one)
    await sign(one)
    await other.page.evaluate(() => (globalThis as unknown as { wake: () => void }).wake())
    await quiet(other)
    await other.status('connected')
    expect(await isIn(one)).toBe(true)
    expect(await one.page.evaluate(() => kit.getAccount().status)).toBe('connected')
  })

  it('disconnects both when one cancels', async () => {
    const [one, other] = await both()
    await one.button('Cancel').click()
    for (const visit of [one, other]) {
      await visit.status('disconnected')
      await visit.title.filter({ hasText: 'Sign In' }).waitFor({ state: 'hidden' })
    }
    expect(await isIn(one)).toBe(false)
  })

  it('disconnects both when both are cancelled at once', async () => {
    const [one, other] = await both()
    const cancel = ({ page }: Visited) =>
      page.evaluate(() => {
        document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector<HTMLElement>('[data-id=cancel]')?.click()
      })
    await Promise.all([cancel(one), cancel(other)])
    for (const visit of [one, other]) {
      await visit.status('disconnected')
      await visit.title.filter({ hasText: 'Sign In' }).waitFor({ state: 'hidden' })
      expect(await visit.page.evaluate(() => errors)).toEqual([])
    }
    // A new sign-in can start in either tab.
    await one.page.evaluate(() => kit.close())
    await connect(one)
    await sign(one)
    expect(await isIn(one)).toBe(true)
  })
})
