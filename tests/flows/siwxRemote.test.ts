/** Connecting and signing in with one approval, over a real relay, with a real wallet in another browser. */
import { beforeEach, describe, expect, it } from 'vitest'
import { parseSiweMessage } from 'viem/siwe'
import { type Hex, verifyMessage } from 'viem'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { readQr, type Phone, usePhones } from '../support/phone.ts'
import { signs } from '../support/remoteLife.ts'
import { useSiwxSite } from '../support/siwxSite.ts'

const flow = useFlow({ hosts: () => [site.url] })
const startPhone = usePhones(flow.sandbox)
const site = useSiwxSite(() => flow.origin, {
  // The site's server must also accept what connecting and signing in with one approval adds to the message: the
  // statement and the resources of a ReCap (EIP-5573).
  statement: (statement) => statement === undefined || /^I further authorize .* for 'eip155'\.$/.test(statement),
  resources: (resource) => resource.startsWith('urn:recap:'),
})
beforeEach(() => flow.sandbox().relay.clear())

const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
const code = ({ modal }: Visited) => modal.getByRole('img', { name: 'QR code to connect a wallet' })
const gone = ({ modal }: Visited) => modal.waitFor({ state: 'hidden' })
type Stored = { data: { accountAddress: string; chainId: string }; message: string; signature: Hex; cacao?: unknown }
const stored = ({ page }: Visited) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]') as Stored[])
/** The relay's tags of a session request with sign-in, and of a session proposal without. */
const [SIGN_IN, PROPOSAL] = [1116, 1100]
const published = (tag: number) =>
  flow
    .sandbox()
    .relay.report()
    .publishes.filter((each) => each.tag === tag).length

/** Shows the QR code. @returns a phone that has scanned it */
async function scan(visit: Visited, query?: string): Promise<Phone> {
  await visit.open()
  await visit.button(/^WalletConnect/).click()
  await code(visit).waitFor()
  const phone = await startPhone(visit, query)
  await phone.pair(await readQr(visit.page))
  return phone
}
const visitRemote = ({ config, ...more }: Visit = {}) =>
  flow.visit({ remote: true, siwx: true, wallets: [], ...more, config: { siwx: true, ...config } })

describe('a wallet that supports one approval', () => {
  it('connects and signs in with it; a reload does not ask again', async () => {
    const visit = await visitRemote({ config: { siwx: { statement: 'Welcome back.', expiration: 3_600_000 } } })
    const phone = await scan(visit)
    const [one, two] = flow.sandbox().chains
    const address = flow.sandbox().accounts[0]?.address ?? '0x'
    const question = phone.page.getByRole('region', { name: 'Session and sign-in' })
    await question.getByText('Welcome back.').waitFor()
    await question.getByText(`${new URL(flow.origin).host} wants you to sign in`).waitFor()
    await phone.approve('Flows wants to connect and sign you in')
    await visit.status('connected')
    await gone(visit)

    const [session, ...others] = await stored(visit)
    expect(others).toEqual([])
    const { message = '', signature = '0x' } = session ?? {}
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    const said = parseSiweMessage(message)
    expect(said).toMatchObject({ address, chainId: one?.id, domain: new URL(flow.origin).host, uri: flow.origin })
    expect(said.statement).toMatch(
      /^Welcome back\. I further authorize the stated URI .* 'personal_sign'.* for 'eip155'\.$/,
    )
    expect(session?.cacao).toBeDefined()
    expect(await visit.page.evaluate(() => kit.getCaipNetwork()?.caipNetworkId)).toBe(one?.caipNetworkId)
    const tracked = await visit.page.evaluate(() => events.map(({ event }) => event))
    expect(tracked).toContain('SIWX_AUTH_SUCCESS')

    await visit.page.reload()
    await visit.status('connected')
    await visit.page.waitForTimeout(600)
    expect(await visit.modal.count()).toBe(0)
    await signs(visit, phone, flow.sandbox(), 'After the reload')
    // The session includes the other network and stays, but that network needs its own sign-in.
    await visit.page.evaluate((id) => kit.switchNetwork(id as `eip155:${string}`), two?.caipNetworkId ?? '')
    await titled(visit, 'Sign In')
    expect(await visit.page.evaluate(() => 'Buffer' in globalThis)).toBe(false)
    const sandbox = new URL(flow.sandbox().url).host
    const outside = visit.requests.filter((url) => ![sandbox, new URL(flow.origin).host].includes(new URL(url).host))
    expect(outside).toEqual([])
  })

  it('signs in at the server, with the server’s nonce', async () => {
    const siwx = { storage: 'server', endpoint: site.endpoint, oneClick: true } as const
    const visit = await visitRemote({ config: { siwx } })
    const phone = await scan(visit)
    await phone.approve('sign you in')
    await visit.status('connected')
    await gone(visit)
    expect(await site.known(visit)).toBe(flow.sandbox().accounts[0]?.address)
    expect(await stored(visit)).toEqual([])
  })

  it('may decline: the code shows again, with the reason', async () => {
    const visit = await visitRemote()
    const phone = await scan(visit)
    await phone.reject('sign you in')
    await visit.modal.getByText('Connection declined').waitFor()
    expect([await stored(visit), await visit.page.evaluate(() => kit.getAccount().status)]).toEqual([
      [],
      'disconnected',
    ])
    await visit.button('Try again').click()
    await code(visit).waitFor()
    await phone.pair(await readQr(visit.page))
    await phone.approve('sign you in')
    await visit.status('connected')
    await gone(visit)
    expect(await stored(visit)).toHaveLength(1)
  })
})

describe('signing in takes two steps', () => {
  it('with a wallet that supports only sessions', async () => {
    const visit = await visitRemote()
    const phone = await scan(visit, '?authenticate=0')
    await phone.page.getByRole('region', { name: 'Session proposal' }).waitFor()
    await phone.approve('Flows wants to connect')
    await titled(visit, 'Sign In')
    await visit.button('Sign').click()
    await phone.approve('personal_sign')
    await gone(visit)
    expect(await stored(visit)).toHaveLength(1)
    expect(published(SIGN_IN)).toBe(1)
  })

  it('with every wallet when one of the networks is not EVM [S5.siwx.01]', async () => {
    const visit = await visitRemote({ namespaces: ['solana'] })
    const phone = await scan(visit)
    await phone.approve('Flows wants to connect')
    await titled(visit, 'Sign In')
    await visit.button('Sign').click()
    await phone.approve('personal_sign')
    await gone(visit)
    expect(await stored(visit)).toHaveLength(1)
    expect([published(SIGN_IN), published(PROPOSAL)]).toEqual([0, 1])
  })
})
