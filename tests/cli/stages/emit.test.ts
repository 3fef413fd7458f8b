import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import type { Config } from '../../../runtime/contracts/config.ts'
import { emit, emitPlugins } from '../../../cli/stages/emit.ts'
import { folder } from '../project.ts'

const NOTHING = {
  methods: [],
  services: [],
  hosts: [],
  storage: [],
  names: [],
  identity: [],
  events: [],
  activate: [],
  slots: [],
}
const OWN = { feature: 'own', entry: '', permissions: NOTHING, requires: [], events: [] }

it('prints a module that imports only the enabled features, sorted', () => {
  const text = emit(
    {
      config: { projectId: 'p' },
      parts: [],
      chains: ['solana', 'eip155'],
      plugins: [
        { ...OWN, id: 'smart-sessions' },
        { ...OWN, id: 'receive' },
      ],
    },
    '/site',
  )
  expect(text).toMatchInlineSnapshot(`
    "import chainEip155 from 'walletkit/chains/eip155'
    import chainSolana from 'walletkit/chains/solana'
    import pluginReceive from 'walletkit/plugins/receive'
    import pluginSmartSessions from 'walletkit/plugins/smart-sessions'

    export const config = {
      "projectId": "p"
    }

    export const generated = {
      config,
      chains: [chainEip155, chainSolana],
      plugins: [pluginReceive, pluginSmartSessions],
    }

    export default generated
    "
  `)
})

it('prints a module without imports when nothing is enabled', () => {
  expect(emit({ config: {}, chains: [], plugins: [], parts: [] }, '/site')).toMatch(/^export const config = \{\}\n/)
})

it('imports a third-party plugin from its package or folder, and marks it', () => {
  const guest = (name: string) => ({
    name,
    version: '1.0.0',
    index: 0,
    grants: NOTHING,
  })
  const plugins = [
    { ...OWN, id: 'tip-jar', entry: '/site/node_modules/tips/dist/index.js', guest: guest('tips') },
    { ...OWN, id: 'poll', entry: '/site/plugins/poll/index.ts', guest: guest('./plugins/poll') },
  ]
  const text = emit({ config: {}, chains: [], plugins, parts: [] }, '/site/src/generated')
  expect(text).toContain("import pluginTipJar from 'tips'\n")
  expect(text).toContain("import pluginPoll from '../../plugins/poll/index.ts'\n")
  expect(text).toMatch(/plugins: \[\{ \.\.\.pluginPoll, guest: true, .*\}, \{ \.\.\.pluginTipJar, guest: true, .*\}\]/)
})

it('grants a third-party plugin what the site granted, whatever its copy in the page asks for', async () => {
  const root = await folder({
    'evil.js': `export default {
      id: 'send', feature: 'send', guest: undefined, controller: () => {},
      activate: ['onIdle'], requires: ['send'], events: ['STOLEN'],
      get permissions() { return { methods: ['personal_sign'], hosts: ['https://evil.example'], identity: ['email'] } },
      slots: { walletFeatures: [{ key: 'tip' }], guards: [{ key: 'trap' }], names: [{ key: 'thief' }] },
    }`,
  })
  const permissions = { ...NOTHING, storage: ['tip'], slots: ['walletFeatures', 'accountTabs'] }
  const guest = { name: './evil.js', version: undefined, index: 0, grants: permissions }
  const plugins = [
    { ...OWN, id: 'zeta' },
    { ...OWN, id: 'tip', feature: 'tip', entry: join(root, 'evil.js'), permissions, guest },
  ]
  const text = emit({ config: {}, chains: [], plugins, parts: [] }, root)
  expect(text.indexOf('pluginZeta')).toBeLessThan(text.indexOf('...pluginTip'))
  await writeFile(join(root, 'made.js'), text.replace(/^import pluginZeta.*$/m, 'const pluginZeta = {}'))
  const made = (await import(/* @vite-ignore */ pathToFileURL(join(root, 'made.js')).href)) as {
    default: { plugins: object[] }
  }
  expect(made.default.plugins[1]).toEqual({
    id: 'tip',
    feature: 'tip',
    guest: true,
    controller: expect.any(Function) as unknown,
    permissions: { storage: ['tip'] },
    activate: [],
    requires: [],
    events: [],
    slots: { walletFeatures: [{ key: 'tip' }], accountTabs: undefined },
  })
})

it('grants the host that the site wrote in the option that the plugin names, and no other', async () => {
  const guest = { name: './tips', version: undefined, index: 0, grants: NOTHING }
  const permissions = { ...NOTHING, hosts: ['https://a.example', 'option:url'] }
  const plugins = [{ ...OWN, id: 'tips', feature: 'tips', entry: '/site/tips/index.ts', permissions, guest }]
  const printed = (tips: { url?: string }) =>
    emit({ config: { features: { tips } }, chains: [], plugins, parts: [] }, '/site')
  expect(printed({ url: 'https://mine.example/v1' })).toContain('"hosts":["https://a.example","https://mine.example"]')
  expect(printed({})).toContain('"hosts":["https://a.example"]')
})

it('prints the host that an option names for a plugin of walletkit too: its manifest has no literal for it', () => {
  const permissions = { ...NOTHING, hosts: ['option:bundler'] }
  const plugins = [{ ...OWN, id: 'passkey', feature: 'passkey', permissions }]
  const listed = (passkey: object) =>
    emit({ config: { features: { passkey } }, chains: [], plugins, parts: [] }, '/site')
  expect(listed({ bundler: 'https://b.example/{chainId}' })).toContain(
    'plugins: [{ ...pluginPasskey, permissions: { ...pluginPasskey.permissions, hosts: ["https://b.example"] } }]',
  )
  expect(listed({})).toContain('hosts: [] } }]')
})

it('names the modules that the page loads on demand', () => {
  const text = emit({ config: {}, chains: [], plugins: [], parts: ['remote'] }, '/site')
  expect(text).toContain("  parts: {\n    remote: () => import('walletkit/walletconnect'),\n  },\n")
  expect(text).not.toMatch(/^import/m)
  const both = emit({ config: {}, chains: [], plugins: [], parts: ['remote', 'analytics'] }, '/site')
  expect(both).toContain("    analytics: () => import('walletkit/analytics'),\n  },\n")
})

it('writes nothing for analytics without options, and not even false when it is disabled', () => {
  const printed = (analytics: unknown) =>
    emit({ config: { features: { analytics } }, chains: [], plugins: [], parts: [] }, '/site')
  expect(printed(true)).not.toContain('analytics')
  expect(printed(false)).not.toContain('analytics')
  expect(printed({ consent: 'required' })).toContain('"consent": "required"')
})

it('names the signature verifier of each kind of chain, unless a server or the site verifies', () => {
  const print = (config: Config) =>
    emit({ config, chains: ['solana', 'eip155'], plugins: [], parts: ['siwx'] }, '/site')
  const printed = (siwx: Config['siwx'] & object) => print({ siwx })
  expect(printed({})).toContain(`  parts: {
    siwx: () => import('walletkit/siwx'),
    verifiers: {
      eip155: () => import('walletkit/siwx/eip155'),
      solana: () => import('walletkit/siwx/solana'),
    },
  },`)
  expect(printed({ storage: 'server' })).not.toContain('verifiers')
  expect(print({ siweConfig: {} })).toContain("siwx: () => import('walletkit/siwx'),")
  expect(print({ siweConfig: {} })).not.toContain('verifiers')
})

const NETWORK = {
  id: 1,
  caipNetworkId: 'eip155:1' as const,
  chainNamespace: 'eip155' as const,
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] }, chainDefault: { http: ['https://public.example'] } },
  blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
  testnet: true,
}
const MANY: Config = {
  projectId: 'p',
  networks: [NETWORK],
  defaultNetwork: 'eip155:1',
  services: { api: 'https://api.example' },
  features: { connectMethodsOrder: ['wallet'], send: {} },
}

/** Runs a module that `emit` wrote, with its imports replaced. */
async function run(text: string) {
  const root = await folder({ 'made.js': text.replace(/^import (\w+) from.*$/gm, 'const $1 = {}') })
  return (await import(/* @vite-ignore */ pathToFileURL(join(root, 'made.js')).href)) as { default: unknown }
}

it('divides the config: the page gets what its buttons read, the plugins bring the rest', async () => {
  const emitted = { config: MANY, chains: ['eip155'], plugins: [{ ...OWN, id: 'send' }], parts: ['remote' as const] }
  const eager = emit(emitted, '/site', { plugins: 'the-plugins' })
  expect(eager).not.toMatch(
    /api\.example|public\.example|scan\.example|walletkit\/chains|walletkit\/walletconnect|send/,
  )
  const { rpcUrls, blockExplorers, ...shown } = NETWORK
  expect((await run(eager)).default).toEqual({
    config: {
      defaultNetwork: 'eip155:1',
      features: { connectMethodsOrder: ['wallet'] },
      networks: [{ ...shown, rpcUrls: { default: rpcUrls.default } }],
    },
    plugins: expect.any(Function) as unknown,
  })
  const late = (await run(emitPlugins(emitted, '/site'))).default
  expect(late).toMatchObject({
    rest: {
      config: { projectId: 'p', services: { api: 'https://api.example' }, features: { send: {} } },
      networks: { 'eip155:1': { blockExplorers, rpcUrls: { chainDefault: rpcUrls.chainDefault } } },
      chains: [{}],
      parts: { remote: expect.any(Function) as unknown },
    },
  })
})

it('leaves a config with host rules whole, because a rule changes both halves', async () => {
  const config: Config = { ...MANY, hostRules: [{ timezones: ['A/B'], services: { api: 'https://b.example' } }] }
  const text = emit({ config, chains: [], plugins: [], parts: [] }, '/site', { plugins: 'the-plugins' })
  const made = await run(text.replace(/^import \{.*$/m, 'const withHostRules = (config) => config'))
  expect(made.default).toMatchObject({ config })
})

it('loads the modal when the page is idle only where the config asks for it', () => {
  const print = (config: Config) => emit({ config, chains: [], plugins: [], parts: [] }, '/site', { plugins: 'x' })
  expect(print({ preload: 'idle' })).toMatch(/^import \{ whenIdle \} from 'walletkit'\n[^]*  whenIdle,\n/)
  expect(print({ preload: 'intent' })).not.toContain('whenIdle')
  expect(print({})).not.toContain('whenIdle')
})
