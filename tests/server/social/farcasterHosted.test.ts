/** The login with Farcaster on a whole server, over HTTP. */
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testAccounts } from '../../../sandbox/accounts.ts'
import { parseConfig } from '../../../server/config/config.ts'
import { doctor } from '../../../server/verbs/doctor.ts'
import { openBrowser, SITE } from '../../sandbox/login/browser.ts'
import { appMessage, startFarcasterRelay } from '../../support/farcasterRelay.ts'
import { startHosted } from '../../support/hosted.ts'
import { deployIdRegistry } from '../../support/idRegistry.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const keyAt = (index: number) => privateKeyToAccount(testAccounts[index]?.privateKey ?? '0x')
const [ada, bob] = [keyAt(1), keyAt(2)] as const

let relay: Awaited<ReturnType<typeof startFarcasterRelay>>
let hosted: Awaited<ReturnType<typeof startHosted>>
let farcaster: { rpc: string; url: string; registry: string }
beforeAll(async () => {
  relay = await startFarcasterRelay()
  const registry = await deployIdRegistry(sandbox(), [
    [ada.address, 7],
    [bob.address, 8],
  ])
  farcaster = { rpc: sandbox().chains[0]?.rpcUrl ?? '', url: relay.url, registry }
  hosted = await startHosted({ sites: [SITE], social: { farcaster } })
})
afterAll(async () => {
  await hosted.close()
  relay.close()
})

async function logIn(fid: number, signer: typeof ada) {
  const browser = await openBrowser(hosted.service())
  const { url } = await browser.must<{ url: string }>('GET_FARCASTER_URI')
  const waiting = browser.ask('CONNECT_FARCASTER')
  const message = appMessage(relay.paramsOf(url), { address: signer.address, fid })
  relay.authenticate(url, { message, signature: await signer.signMessage({ message }), fid })
  return { browser, url, told: await waiting }
}

describe('a server with Farcaster', () => {
  it('logs a person in, each number to an account of its own, and shows no name that the relay tells', async () => {
    const { browser, told } = await logIn(7, ada)
    expect(told).toMatchObject({ status: 200, answer: { userName: '!7' } })
    const user = await browser.user()
    expect(user).toMatchObject({ email: null, userName: '!7' })
    expect((await (await logIn(7, ada)).browser.user()).address).toBe(user.address)
    expect((await (await logIn(8, bob)).browser.user()).address).not.toBe(user.address)
  })

  it('asks in the name of the site, and for an address of the server', async () => {
    const browser = await openBrowser(hosted.service())
    const { url } = await browser.must<{ url: string }>('GET_FARCASTER_URI')
    expect(relay.paramsOf(url)).toMatchObject({ domain: new URL(SITE).host, siweUri: `${hosted.url()}/` })
  })

  it('lets nobody in by the number of somebody else', async () => {
    const { browser, told } = await logIn(8, ada)
    expect(told).toMatchObject({ status: 403, message: 'This number belongs to somebody else' })
    expect(await browser.ask('GET_USER')).toMatchObject({ status: 401 })
  })

  it('opens no more channels for a frame than the limit says', async () => {
    const browser = await openBrowser(hosted.service())
    const before = relay.asked.length
    const statuses: number[] = []
    for (let each = 0; each < 35; each++) statuses.push((await browser.ask('GET_FARCASTER_URI')).status)
    expect(statuses.filter((each) => each === 200)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual([429, 429, 429, 429, 429])
    expect(relay.asked).toHaveLength(before + 30)
    const { browser: other } = await logIn(7, ada)
    expect(await other.user()).toMatchObject({ userName: '!7' })
  })

  it('says in doctor whether the node has the registry', async () => {
    const of = async (changes: object) => {
      const social = { farcaster: { ...farcaster, ...changes } }
      const secrets = { environment: {}, readFile: () => '' }
      const findings = await doctor(parseConfig({ social, database: hosted.database }, secrets, hosted.folder))
      return findings.find(({ name }) => name === 'social farcaster')
    }
    expect(await of({})).toEqual({
      ...{ name: 'social farcaster', isFine: true },
      text: `the node has the id registry; logins go through ${relay.url}, which was not asked`,
    })
    expect(await of({ registry: `0x${'12'.repeat(20)}` })).toMatchObject({
      ...{ isFine: false, text: 'the node of OP Mainnet has no id registry at the address of the config' },
    })
    expect(await of({ registry: undefined })).toMatchObject({
      ...{ isFine: false, text: 'the node of OP Mainnet is on another network' },
    })
    expect(await of({ rpc: 'http://127.0.0.1:9' })).toMatchObject({ isFine: false })
  })
})
