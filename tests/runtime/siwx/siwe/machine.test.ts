/** The states of sign-in with a site's older functions (`siweConfig`): with a real server and a real key. */
import { afterEach, describe, expect, it } from 'vitest'
import { parseSiweMessage } from 'viem/siwe'
import { connect } from '../../../../runtime/actions/connect.ts'
import { disconnect } from '../../../../runtime/actions/disconnect.ts'
import { discover } from '../../../../runtime/actions/discover.ts'
import { onAccounts, onNetwork } from '../../../../runtime/actions/session.ts'
import eip155 from '../../../../runtime/chains/eip155/index.ts'
import type { Config, Parts } from '../../../../runtime/contracts/config.ts'
import type { Kit } from '../../../../runtime/contracts/kit.ts'
import { cancel } from '../../../../runtime/siwx/cancel.ts'
import { sign } from '../../../../runtime/siwx/sign.ts'
import { signIn as stateOf } from '../../../../runtime/siwx/state.ts'
import type { SiweConfig, SiweCreateMessageArgs, SiweSession } from '../../../../runtime/siwx/siwe/types.ts'
import { memoryStorage, sandboxConfig, testConnector, wholeKit } from '../../../support/kit.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { useSiweSite } from '../../../support/siweSite.ts'
import { siteConfig } from './siteConfig.ts'

const sandbox = useSandbox()
const site = useSiweSite(() => 'https://shop.example')

const kits: Kit[] = []
afterEach(() => kits.splice(0).forEach(({ teardown }) => teardown.splice(0).forEach((stop) => stop())))

type Begin = { code?: Partial<SiweConfig> | 'none'; json?: Config['siweConfig']; parts?: Parts; from?: SiweConfig }

async function begin({ code = {}, json = true, from, ...more }: Begin = {}) {
  const parts = more.parts ?? { siwx: () => import('../../../../runtime/siwx/index.ts') }
  const siweConfig = from ?? siteConfig(site, code === 'none' ? {} : code)
  const config = { ...sandboxConfig(sandbox()), siweConfig: json }
  const overrides = { storage: memoryStorage(), ...(code !== 'none' && { siweConfig }) }
  const kit = wholeKit({ config, chains: [eip155], parts }, overrides)
  kits.push(kit)
  const errors: { message: string; cause: unknown }[] = []
  kit.events.on('error', (error) => void errors.push(error))
  await discover(kit)()
  const { wallet, connector } = testConnector(sandbox())
  const { modal, router } = kit.state
  return {
    kit,
    wallet,
    connector,
    siweConfig,
    errors,
    status: () => stateOf(kit).status,
    shows: () => (modal.open ? router.view : undefined),
  }
}
async function signed(options?: Begin) {
  const begun = await begin(options)
  await connect(begun.kit, begun.connector)
  expect(begun.shows()).toBe('ConnectingSiwe')
  await sign(begun.kit)
  expect(begun.status()).toBe('signed')
  site.asked.splice(0)
  return begun
}
const until = (check: () => void) => expect.poll(() => (check(), true)).toBe(true)
const accounts = () => sandbox().accounts.map(({ address }) => address)
const chainIds = () => sandbox().chains.map(({ id }) => `eip155:${id}` as const)
const signOuts = () => site.asked.filter((path) => path === 'POST /sign-out').length

describe('signing', () => {
  it('shows ConnectingSiwe, lets the site create, verify and store the message, and reports who signed in', async () => {
    const made: SiweCreateMessageArgs[] = []
    const news: SiweSession[] = []
    const base = siteConfig(site)
    const { kit, connector, status, shows } = await begin({
      from: {
        ...base,
        createMessage: (args) => (made.push(args), base.createMessage(args)),
        onSignIn: (session) => void news.push(session),
      },
    })
    await connect(kit, connector)
    expect([status(), shows()]).toEqual(['needed', 'ConnectingSiwe'])
    await sign(kit)
    expect([status(), shows()]).toEqual(['signed', undefined])
    const [address] = accounts()
    const [chain] = sandbox().chains
    const session = { address, chainId: chain?.id }
    expect(site.sessions()).toEqual([session])
    expect(news).toEqual([session])
    expect(made).toEqual([
      {
        ...session,
        domain: 'shop.example',
        uri: 'https://shop.example/in',
        version: '1',
        iat: expect.stringMatching(/^\d{4}-/) as unknown,
        nonce: expect.stringMatching(/^\w{8,}$/) as unknown,
      },
    ])
    expect(kit.storage.get('@appkit/siwx')).toBeUndefined()
  })

  it('is skipped when the site already knows the visitor', async () => {
    const { siweConfig } = await signed()
    const { kit, connector, status, shows } = await begin({ from: siweConfig })
    await connect(kit, connector)
    expect([status(), shows()]).toEqual(['signed', undefined])
    expect(site.asked).toEqual(['GET /me'])
  })

  it('reports when the site rejects a signature or does not store the session', async () => {
    const refusing = await begin({ code: { verifyMessage: async () => false } })
    await connect(refusing.kit, refusing.connector)
    await sign(refusing.kit)
    expect(refusing.status()).toBe('needed')
    expect(refusing.errors.map(({ message }) => message)).toEqual(['The signature is not valid'])

    const forgetful = await begin({ code: { verifyMessage: async () => true } })
    await connect(forgetful.kit, forgetful.connector)
    await sign(forgetful.kit)
    expect(forgetful.status()).toBe('needed')
    expect(forgetful.errors.map(({ message }) => message)).toEqual(['Error signing message'])
  })

  it('accepts the message as the site writes it', async () => {
    const asked: string[] = []
    const { kit, connector, wallet } = await begin({
      code: {
        createMessage: ({ nonce }) => `Let me in: ${nonce}`,
        verifyMessage: async ({ message }) => !asked.push(message),
      },
    })
    await connect(kit, connector)
    await sign(kit)
    const [request] = wallet.requests.filter(({ method }) => method === 'personal_sign')
    const [hex] = request?.params as string[]
    expect(Buffer.from(hex?.slice(2) ?? '', 'hex').toString()).toBe(asked[0])
    expect(asked[0]).toMatch(/^Let me in: \w+$/)
  })

  it('is optional when the config says so, with code before JSON', async () => {
    const json = await begin({ json: { required: false } })
    await connect(json.kit, json.connector)
    await cancel(json.kit)
    expect(json.kit.state.accounts.eip155.status).toBe('connected')
    const code = await begin({ json: { required: false }, code: { required: true } })
    await connect(code.kit, code.connector)
    await cancel(code.kit)
    expect(code.kit.state.accounts.eip155.status).toBe('disconnected')
    // An account that never signed in is not signed out.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(signOuts()).toBe(0)
  })
})

describe('changing the account or network', () => {
  it('signs the previous account out, and asks the new one', async () => {
    const told: string[] = []
    const { kit, status, shows } = await signed({ code: { onSignOut: () => void told.push('out') } })
    const [first = '', second = ''] = accounts()
    onAccounts(kit, 'eip155', [second, first])
    await until(() => expect([status(), shows()]).toEqual(['needed', 'ConnectingSiwe']))
    expect(site.sessions()).toEqual([])
    expect(told).toEqual(['out'])
    await sign(kit)
    expect(site.sessions().map(({ address }) => address)).toEqual([second])
  })

  it('keeps the previous account signed in when the config says so', async () => {
    const { kit, status } = await signed({ json: { signOutOnAccountChange: false } })
    const [first = '', second = ''] = accounts()
    onAccounts(kit, 'eip155', [second, first])
    await until(() => expect(site.asked).toEqual(['GET /me']))
    await until(() => expect(status()).toBe('signed'))
    expect(site.sessions().map(({ address }) => address)).toEqual([first])
  })

  it('signs out and asks again on another network, unless the config says otherwise', async () => {
    const { kit, status } = await signed()
    const [, other] = chainIds()
    onNetwork(kit, other ?? 'eip155:0')
    await until(() => expect(status()).toBe('needed'))
    expect(signOuts()).toBe(1)
    await sign(kit)
    expect(site.sessions().map(({ chainId }) => `eip155:${chainId}`)).toEqual([other])
    await disconnect(kit)

    const staying = await signed({ code: { signOutOnNetworkChange: false } })
    onNetwork(staying.kit, other ?? 'eip155:0')
    await until(() => expect(site.asked).toEqual(['GET /me']))
    await until(() => expect(staying.status()).toBe('signed'))
  })

  it('ignores a slow sign-out when the visitor switches back', async () => {
    const base = siteConfig(site)
    const signOut = () => new Promise((resolve) => setTimeout(resolve, 150)).then(base.signOut)
    const { kit, status } = await signed({ from: { ...base, signOut } })
    const [one, other] = chainIds()
    onNetwork(kit, other ?? 'eip155:0')
    onNetwork(kit, one ?? 'eip155:0')
    await until(() => expect(status()).toBe('needed'))
    expect(site.sessions()).toEqual([])
    await sign(kit)
    expect(site.sessions()).toHaveLength(1)
  })
})

describe('ending a session', () => {
  it('signs out once on disconnect, unless the config says otherwise', async () => {
    const { kit } = await signed()
    await disconnect(kit)
    await until(() => expect(site.sessions()).toEqual([]))
    expect(signOuts()).toBe(1)
    const staying = await signed({ json: { signOutOnDisconnect: false } })
    await disconnect(staying.kit)
    expect(site.sessions()).toHaveLength(1)
    await connect(staying.kit, staying.connector)
    expect(staying.status()).toBe('signed')
  })

  it('asks again when the site’s session expired, but not while the site is down', async () => {
    const { shows, status } = await signed({ json: { sessionRefetchIntervalMs: 30 }, from: honest() })
    site.status = 503
    await until(() => expect(site.asked.length).toBeGreaterThan(2))
    expect(status()).toBe('signed')
    site.status = undefined
    site.forget()
    await until(() => expect([status(), shows()]).toEqual(['needed', 'ConnectingSiwe']))
  })
})

/** A site whose `getSession` returns `null` if nobody is signed in, and throws only for errors. */
function honest(): SiweConfig {
  const base = siteConfig(site)
  return {
    ...base,
    getSession: () =>
      base.getSession().catch((error: Error) => (error.message.endsWith('401') ? null : Promise.reject(error))),
  }
}

describe('a failure', () => {
  it.each<[string, Begin, string]>([
    ['no functions at all', { code: 'none' }, 'its functions are passed in code'],
    [
      'a function that is missing',
      { from: { getNonce: async () => '' } as unknown as SiweConfig },
      'createMessage, verif',
    ],
    ['a build without the part', { parts: {} }, 'This build has no sign-in'],
  ])('disconnects a visitor who must sign in: %s', async (_name, options, cause) => {
    const { kit, connector, errors } = await begin(options)
    await connect(kit, connector)
    expect(kit.state.accounts.eip155.status).toBe('disconnected')
    expect(errors[0]?.message).toBe('A problem occurred while trying initialize authentication')
    const { cause: why } = errors[0]?.cause as { cause: Error }
    expect(why.message).toContain(cause)
  })

  it('cannot occur when sign-in is not enabled', async () => {
    const { kit, connector, status, shows } = await begin({ code: { enabled: false } })
    await connect(kit, connector)
    expect([status(), shows()]).toEqual(['off', undefined])
    expect(kit.state.accounts.eip155.status).toBe('connected')
    expect(site.asked).toEqual([])
  })

  it('to sign out at the site is reported, and the next sign-in is still requested', async () => {
    const { kit, status, errors } = await signed({ code: { signOut: async () => false } })
    const [first = '', second = ''] = accounts()
    onAccounts(kit, 'eip155', [second, first])
    await until(() => expect(status()).toBe('needed'))
    expect(errors.map(({ message }) => message)).toEqual(['Failed to sign out'])
  })
})

it('builds strict EIP-4361 texts', async () => {
  const { kit, connector, wallet } = await begin()
  await connect(kit, connector)
  await sign(kit)
  const [request] = wallet.requests.filter(({ method }) => method === 'personal_sign')
  const [hex] = request?.params as string[]
  const text = Buffer.from(hex?.slice(2) ?? '', 'hex').toString()
  expect(parseSiweMessage(text)).toMatchObject({ address: accounts()[0], domain: 'shop.example', version: '1' })
})
