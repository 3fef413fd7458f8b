/** A page whose visitors sign in at a `walletkit-server`, which keeps their sessions in its database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostsOf } from '../../cli/stages/security.ts'
import { type Visited, useFlow } from '../support/flow.ts'
import { startHosted } from '../support/hosted.ts'

const HOSTS = ['127.0.0.1', 'localhost']
const STATEMENT = 'Sign in to Example.'
let hosted: Awaited<ReturnType<typeof startHosted>>
const flow = useFlow({ hosts: () => [hosted.url()] })
beforeAll(async () => {
  hosted = await startHosted({ sites: HOSTS.map(originAt), signIn: { statement: STATEMENT } })
})
afterAll(() => hosted.close())

const configOf = () => ({
  services: {},
  siwx: { storage: 'server', endpoint: `${hosted.url()}/siwx`, statement: STATEMENT } as const,
})
/** The address that the server knows this visit's browser by. */
const known = ({ page }: Visited) =>
  page.evaluate(async (url) => {
    const answer = await fetch(`${url}/siwx/session`, { credentials: 'include' })
    return ((await answer.json()) as { session: { address: string } | null }).session?.address
  }, hosted.url())
const originAt = (host: string) => flow.origin.replace('127.0.0.1', host)

// The server is at 127.0.0.1. For browsers, localhost is another site.
it.each(HOSTS)(
  'signs in on %s, stays after a reload and a restart, and is signed out with the wallet',
  async (host) => {
    const visit = await flow.visit({ siwx: true, config: configOf() })
    const { page, requests } = visit
    await page.goto(originAt(host))
    requests.length = 0
    await page.reload()
    await visit.open()
    await visit.button(/Test wallet/).click()
    await visit.title.filter({ hasText: 'Sign In' }).waitFor()
    expect(await known(visit)).toBeUndefined()
    await visit.button('Sign').click()
    await visit.modal.waitFor({ state: 'hidden' })
    const address = flow.sandbox().accounts[0]?.address
    expect(await known(visit)).toBe(address)
    // Scripts of the page do not see the session.
    expect(await page.evaluate(() => [localStorage.getItem('@appkit/siwx'), document.cookie])).toEqual([null, ''])

    await hosted.restart({ port: Number(new URL(hosted.url()).port) })
    await page.reload()
    await visit.status('connected')
    await page.waitForTimeout(800)
    expect(await visit.modal.count()).toBe(0)
    expect(await visit.asked('personal_sign')).toEqual([])
    expect(await known(visit)).toBe(address)

    await page.evaluate(() => kit.disconnect())
    await expect.poll(() => known(visit)).toBeUndefined()
    // Besides the page's own files, nobody but the server was asked, and the networks' node.
    const others = requests.filter((each) => !/^(data|blob):/.test(each) && !/\/rpc\/\d+$/.test(each))
    expect(new Set(others.map((each) => new URL(each).origin))).toEqual(new Set([originAt(host), hosted.url()]))
  },
)

it('needs the server in the page’s policy, and no other host', () => {
  expect(hostsOf(configOf())).toEqual({ connect: [hosted.url()], images: [], frames: [] })
})
