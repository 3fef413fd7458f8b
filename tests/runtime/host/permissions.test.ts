/** The permissions of plugins: every capability, declared and not, for plugins of any name (reliability P98). */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { AnyPlugin, Permissions } from '../../../runtime/contracts/definePlugin.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { makeKit, memoryStorage, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const TO = `0x${'1'.repeat(40)}`

const setup = (permissions: Permissions | undefined, id = 'tip') => {
  const storage = memoryStorage()
  const kit = makeKit(sandboxConfig(sandbox()), { storage })
  const plugin: AnyPlugin = { id, feature: 'tip', engine: '^0.1', ...(permissions ? { permissions } : {}) }
  return { kit, storage, plugin, pluginKit: createPluginKit(kit, plugin) }
}

/** Capabilities, each with the name that its refusal tells. */
const CAPABILITIES: { name: string; use: (kit: PluginKit) => unknown }[] = [
  { name: 'https://api.example.org', use: (kit) => kit.fetch('https://api.example.org/v1?q=1') },
  { name: 'https://api.example.org:8443', use: (kit) => kit.fetch(new URL('https://api.example.org:8443/')) },
  { name: 'http://127.0.0.1:9', use: (kit) => kit.fetch('http://127.0.0.1:9') },
  { name: 'eth_sendTransaction', use: (kit) => kit.chain.sendTransaction({ to: TO, value: 1n }) },
  { name: 'personal_sign', use: (kit) => kit.chain.signMessage('hello') },
  ...['eth_call', 'eth_getLogs', 'eth_blockNumber', 'net_version'].map((name) => ({
    name,
    use: (kit: PluginKit) => kit.chain.request(name),
  })),
  ...['notes', 'connection_status', '__proto__'].flatMap((name) => [
    { name, use: (kit: PluginKit) => kit.storage.get(name) },
    { name, use: (kit: PluginKit) => kit.storage.set(name, 'x') },
    { name, use: (kit: PluginKit) => kit.storage.remove(name) },
  ]),
]
/** Permissions that are not enough: none, empty lists, and names that are nearly right. */
const DECLARED: (Permissions | undefined)[] = [
  undefined,
  {},
  { hosts: [], methods: [], storage: [] },
  {
    hosts: [
      'https://example.org',
      'http://api.example.org',
      'https://api.example.org.evil.example',
      'http://127.0.0.1',
      'x',
    ],
    methods: ['eth', 'eth_sendTransactio', 'ETH_CALL', 'personal_signs', '*'],
    storage: ['note', 'notes ', '*', 'connection', '@appkit/notes'],
    services: ['api', 'eth_call', 'notes'],
  },
]

it('refuses every undeclared capability, naming plugin and thing', async () => {
  const matrix = fc.tuple(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom(...CAPABILITIES),
    fc.constantFrom(...DECLARED),
  )
  await fc.assert(
    fc.asyncProperty(matrix, async ([id, { name, use }, permissions]) => {
      const { pluginKit, storage } = setup(permissions, id)
      const error: unknown = await (async () => use(pluginKit))().then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).toMatchObject({ name: 'WalletKitError', code: 'PERMISSION' })
      const { message } = error as Error
      expect(message).toContain(`Plugin "${id}"`)
      expect(message).toContain(` ${name} `)
      expect(storage.keys()).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

it.each(CAPABILITIES.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) === at))(
  'lets %s pass this check once it is declared',
  async (name) => {
    const { pluginKit } = setup({ hosts: [name], methods: [name], storage: [name] })
    for (const { use } of CAPABILITIES.filter((each) => each.name === name)) {
      const error: unknown = await Promise.race([
        (async () => use(pluginKit))().then(
          () => undefined,
          (thrown: unknown) => thrown,
        ),
        new Promise((resolve) => setTimeout(resolve, 300)),
      ])
      if (error !== undefined) expect(error).not.toMatchObject({ code: 'PERMISSION' })
    }
  },
)

it('reads what was declared once: a plugin grants itself nothing later', () => {
  const storage: string[] = []
  const { plugin, pluginKit } = setup({ storage })
  storage.push('notes')
  Object.assign(plugin, { permissions: { storage: ['notes'] } })
  expect(() => pluginKit.storage.get('notes')).toThrow('did not declare the storage key notes')
})

it('hands out what cannot be changed', () => {
  const { pluginKit } = setup({})
  for (const part of [pluginKit, pluginKit.chain, pluginKit.storage, pluginKit.toast])
    expect(Object.isFrozen(part)).toBe(true)
})

describe('kit.chain.request', () => {
  it('asks the network what was declared', async () => {
    const { pluginKit } = setup({ methods: ['eth_blockNumber', 'eth_getBalance'] })
    expect(await pluginKit.chain.request('eth_blockNumber')).toMatch(/^0x[0-9a-f]+$/)
    const address = sandbox().accounts[0]?.address
    expect(await pluginKit.chain.request('eth_getBalance', [address, 'latest'])).toMatch(/^0x[0-9a-f]{10,}$/)
  })

  it('asks another network of the site, and no network that the site does not list', async () => {
    const { pluginKit } = setup({ methods: ['eth_chainId'] })
    const others = sandbox().chains.map(({ caipNetworkId }) =>
      pluginKit.chain.request('eth_chainId', [], { caipNetworkId }),
    )
    expect(await Promise.all(others)).toEqual(['0x7a69', '0x7a6a'])
    expect(await pluginKit.chain.request('eth_chainId')).toBe('0x7a69')
    const unlisted = { caipNetworkId: 'eip155:1' }
    await expect(pluginKit.chain.request('eth_chainId', [], unlisted)).rejects.toMatchObject({
      code: 'NETWORK_UNDEFINED',
    })
    await expect(pluginKit.chain.request('eth_gasPrice', [], unlisted)).rejects.toMatchObject({ code: 'PERMISSION' })
  })

  it.each([
    ['eth_sendTransaction', 'use kit.chain.sendTransaction'],
    ['eth_sendRawTransaction', 'use kit.chain.sendTransaction'],
    ['wallet_sendCalls', 'use kit.chain.sendCalls'],
    ['personal_sign', 'use kit.chain.signMessage'],
    ['eth_sign', 'use kit.chain.signMessage'],
    ['eth_signTypedData_v4', 'use kit.chain.signTypedData'],
    ['wallet_watchAsset', 'use kit.chain.watchAsset'],
    ['solana_signMessage', 'use kit.chain.signMessage'],
    ['wallet_switchEthereumChain', 'use kit.chain.switchNetwork'],
    ['wallet_addEthereumChain', `use kit.push('Networks')`],
    ['eth_requestAccounts', 'use kit.connect'],
    ['wallet_requestPermissions', 'use kit.account'],
  ])('refuses %s even when it is declared, and says what to do', async (method, advice) => {
    const { pluginKit } = setup({ methods: [method] })
    const error = { code: 'PERMISSION', message: expect.stringContaining(advice) as unknown }
    await expect(pluginKit.chain.request(method)).rejects.toMatchObject(error)
    await expect(pluginKit.chain.request(method)).rejects.toThrow(`Plugin "tip" may not request ${method}`)
  })
})

describe('kit.fetch', () => {
  let server: Server
  let origin = ''
  const seen: { url: string | undefined; headers: Record<string, unknown> }[] = []
  beforeAll(async () => {
    server = createServer(({ url, headers }, response) => {
      seen.push({ url, headers })
      if (url === '/hang') return
      if (url === '/away') return void response.writeHead(302, { location: `${origin}/there` }).end()
      response.end(JSON.stringify({ url }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('calls a declared origin, whatever the path', async () => {
    const { pluginKit } = setup({ hosts: [origin] })
    const answer = await pluginKit.fetch(`${origin}/a?b=c`, { headers: { 'x-own': '1' } })
    expect(await answer.json()).toEqual({ url: '/a?b=c' })
    expect(seen.at(-1)?.headers).toMatchObject({ 'x-own': '1' })
  })

  it('follows no redirect, not even where the plugin asks for it', async () => {
    const { pluginKit } = setup({ hosts: [origin] })
    await expect(pluginKit.fetch(`${origin}/away`, { redirect: 'follow' })).rejects.toThrow()
    expect(seen.map(({ url }) => url)).not.toContain('/there')
  })

  it.each(['signal', 'kit'])('ends with the %s', async (which) => {
    const { kit, pluginKit } = setup({ hosts: [origin] })
    const own = new AbortController()
    const answer = pluginKit.fetch(`${origin}/hang`, { signal: own.signal })
    if (which === 'signal') own.abort()
    else for (const stop of kit.teardown.splice(0)) stop()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each([
    ['http://api.example.org', 'only https'],
    ['ftp://127.0.0.1', 'only https'],
    ['http://127.0.0.1.evil.example', 'only https'],
    ['data:text/plain,x', 'only https'],
    ['/relative', 'not an absolute URL'],
  ])('refuses %s even when it is declared', async (url, why) => {
    const { pluginKit } = setup({ hosts: [url] })
    await expect(pluginKit.fetch(url)).rejects.toMatchObject({ code: 'PERMISSION' })
    await expect(pluginKit.fetch(url)).rejects.toThrow(why)
  })
})
