import { describe, expect, it } from 'vitest'
import { defaultAccountType } from '../../runtime/chains/families.ts'
import { createKit } from '../../runtime/kit/createKit.ts'
import { NAMESPACES } from '../../runtime/lib/namespace.ts'
import { networkImageId } from '../../schema/images.ts'
import { findNetwork, networkIds } from '../../schema/networks.ts'
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import { resolveConfig } from '../../schema/resolve.ts'
import { validateConfig } from '../../schema/validate.ts'
import { builtRules, config, rules } from './rules.ts'

const resolve = (changes: JsonObject = {}, known = rules, sandboxUrl?: string) => {
  expect(validateConfig(config(changes), known)).toEqual([])
  return resolveConfig(config(changes), { pieces: known.pieces, sandboxUrl })
}
const propertyOf = (path: string[]) =>
  path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), rules.schema)

describe('features', () => {
  it('stand at the documented defaults when the config names none [S1.feat.16]', () => {
    const table = {
      swaps: true,
      onramp: true,
      receive: true,
      send: true,
      email: true,
      emailShowWallets: true,
      socials: true,
      history: true,
      analytics: true,
      allWallets: 'SHOW',
      names: true,
      legalCheckbox: false,
      smartSessions: false,
      collapseWallets: false,
    }
    const { config: made } = resolve(
      { services: { api: 'https://api.example', secureSite: 'https://login.example' } },
      builtRules,
    )
    const state = createKit({ config: made }).state.options.features
    for (const [feature, on] of Object.entries(table)) {
      const value = state[feature]
      expect(typeof on === 'string' || typeof value === 'boolean' ? value : Boolean(value), feature).toBe(on)
    }
  })

  it('that lack their service are left out too, unless they were asked for by name', () => {
    expect(resolve({}, builtRules).plugins).not.toContain('email')
    expect(resolve({}, builtRules).leftOut).toContain('email')
    expect(resolve({ features: { email: true } }, builtRules).plugins).toContain('email')
    expect(resolve({ services: { secureSite: 'https://login.example' } }, builtRules).plugins).toContain('email')
  })

  it('that are on by default only and not built are left out, and reported', () => {
    const pieces = rules.pieces.map((piece) => (piece.id === 'swaps' ? { ...piece, available: false } : piece))
    const {
      leftOut,
      plugins,
      config: made,
    } = resolve({ services: { api: 'https://api.example' } }, { ...rules, pieces })
    expect(plugins).toEqual(['history', 'names', 'onramp', 'receive', 'send'])
    expect(leftOut).toEqual(['email', 'socials', 'swaps'])
    expect(Object.keys(made.features ?? {})).not.toContain('swaps')
  })

  it('know the sandbox’s exchange and suffix, and what the config says instead', () => {
    const { config: made } = resolve({ services: 'sandbox', features: { names: { suffix: 'own.id' } } })
    expect(made.features?.['swaps']).toEqual({
      chains: ['eip155:31337', 'eip155:31338'],
      routers: expect.arrayContaining([expect.stringMatching(/^eip155:31338:0x/)]) as string[],
    })
    expect(made.features?.['names']).toEqual({ suffix: 'own.id' })
    const { config: paid } = resolve({ services: 'sandbox', features: { passkey: { rpId: 'own.example' } } })
    expect(paid.features?.['passkey']).toMatchObject({ rpId: 'own.example', feeTokens: { length: 6 } })
    expect(resolve({ services: { api: 'https://api.example' } }).config.features?.['swaps']).toEqual({})
  })

  it('take true as {} and as the whole list; options as they are', () => {
    const { config: made } = resolve(
      { features: { send: true, receive: {}, socials: true, swaps: { slippage: 2 } } },
      builtRules,
    )
    expect(made.features).toMatchObject({ send: {}, receive: {}, swaps: { slippage: 2 } })
    expect(made.features?.socials).toEqual(['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'])
  })

  it('that are off are in neither the plugins nor the page', () => {
    const { plugins, config: made } = resolve({ features: { send: false, walletFeaturesOrder: ['send', 'receive'] } })
    expect(plugins).toEqual(['receive'])
    expect(JSON.stringify(made.features)).not.toContain('send')
  })

  it('take allWallets as a boolean too', () => {
    expect(resolve({ features: { allWallets: true } }).config.features?.allWallets).toBe('SHOW')
    expect(resolve({ features: { allWallets: false } }).config.features?.allWallets).toBe('HIDE')
  })
})

describe('networks', () => {
  const own = {
    id: 137,
    name: 'Mine',
    nativeCurrency: { name: 'M', symbol: 'M', decimals: 18 },
    rpcUrls: { default: { http: ['https://mine.test'] } },
  }
  const first = (changes: JsonObject, sandboxUrl?: string) => resolve(changes, rules, sandboxUrl).config.networks?.[0]

  it('get their CAIP-2 id and namespace from the bare id [S3.network.02] [S3.network.03]', () => {
    expect(first({ networks: [own] })).toMatchObject({ id: 137, caipNetworkId: 'eip155:137', chainNamespace: 'eip155' })
    expect(first({ networks: ['eip155:1'] })).toMatchObject({
      id: 1,
      caipNetworkId: 'eip155:1',
      chainNamespace: 'eip155',
    })
  })

  it('keep their own addresses under chainDefault when others are asked [S3.network.06]', () => {
    const custom = first({ networks: [own], customRpcUrls: { 'eip155:137': ['https://fast.test'] } })
    expect(custom?.rpcUrls).toEqual({
      default: { http: ['https://fast.test'] },
      chainDefault: { http: ['https://mine.test'] },
    })
    const served = first({ networks: [own], services: { rpc: 'https://rpc.test/' } })
    expect(served?.rpcUrls.default.http).toEqual(['https://rpc.test/v1/?chainId=eip155:137&projectId=test'])
    expect(served?.rpcUrls.chainDefault?.http).toEqual(['https://mine.test'])
  })

  it('get an image id where one is known, and the image of the config [S3.network.09]', () => {
    expect(first({ networks: ['eip155:1'] })?.assets?.imageId).toBe('ba0ba0cd-17c6-4806-ad93-f9d174f17900')
    expect(first({ networks: ['eip155:1'], images: { networks: { 'eip155:1': '/one.svg' } } })?.assets?.imageUrl).toBe(
      '/one.svg',
    )
    expect(networkImageId('eip155:31337')).toBeUndefined()
  })

  it('of the sandbox have the sandbox’s explorer, wherever it listens', () => {
    const explorerOf = (id: string, sandboxUrl?: string) =>
      first({ networks: [id], services: 'sandbox' }, sandboxUrl)?.blockExplorers?.default.url
    expect(explorerOf('eip155:31337')).toBe('http://127.0.0.1:4747/explorer/31337')
    expect(explorerOf('eip155:31338', 'http://127.0.0.1:9/')).toBe('http://127.0.0.1:9/explorer/31338')
    const others = ['solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh', 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328']
    expect(others.map((id) => explorerOf(id))).toEqual([
      'http://127.0.0.1:4747/explorer/solana',
      'http://127.0.0.1:4747/explorer/bitcoin',
    ])
    expect(explorerOf('polkadot:2b086afabd2c77b63e5e147e308568e2')).toBe('http://127.0.0.1:4747/explorer/polkadot')
    expect(explorerOf('eip155:1')).toBe('https://etherscan.io')
  })

  it('of the sandbox are asked at the sandbox, wherever it listens', () => {
    expect(first({ networks: ['eip155:31337'], services: 'sandbox' })?.rpcUrls.default.http).toEqual([
      'http://127.0.0.1:4747/rpc/31337',
    ])
    expect(
      first({ networks: ['eip155:31338'], services: 'sandbox' }, 'http://127.0.0.1:9/')?.rpcUrls.default.http,
    ).toEqual(['http://127.0.0.1:9/rpc/31338'])
  })

  it('of the table are well formed; mainnet has id 1 and 18 decimals [S9.chain.02] [S9.wc.02]', () => {
    for (const id of networkIds()) {
      const network = findNetwork(id)
      expect(network?.caipNetworkId).toBe(id)
      expect(network?.name).toBeTruthy()
      expect(network?.nativeCurrency.decimals).toBeGreaterThan(7)
    }
    expect(findNetwork('eip155:1')).toMatchObject({ id: 1, nativeCurrency: { decimals: 18 } })
    expect(findNetwork('eip155:8453')).toMatchObject({ id: 8453, name: 'Base' })
  })

  it('define three networks of Solana, the two test ones marked, beside the one of the sandbox [S9.wc.03]', () => {
    const solana = networkIds()
      .filter((id) => id.startsWith('solana:'))
      .map((id) => findNetwork(id))
    expect(solana.pop()?.name).toBe('Sandbox Solana')
    expect(solana.map((network) => [network?.name, network?.testnet ?? false])).toEqual([
      ['Solana', false],
      ['Solana Devnet', true],
      ['Solana Testnet', true],
    ])
  })

  it('are copies: changing one changes no other', () => {
    const network = findNetwork('eip155:1')
    if (network) network.name = 'changed'
    expect(findNetwork('eip155:1')?.name).toBe('Ethereum')
  })
})

describe('services', () => {
  it('of the sandbox are one address; of the config, what it names; else none', () => {
    const url = 'http://127.0.0.1:4747'
    expect(resolve({ services: 'sandbox' }).config.services).toEqual({
      api: url,
      rpc: url,
      wallets: url,
      analytics: url,
      relay: 'ws://127.0.0.1:4747/relay',
      secureSite: 'http://127.0.0.1:4748',
      images: url,
      paymaster: `${url}/paymaster/{chainId}`,
    })
    expect(resolve({ services: { api: 'https://a.test' } }).config.services).toEqual({ api: 'https://a.test' })
    expect(resolve().config.services).toBeUndefined()
    expect(resolve({ services: 'reown' }).config.services?.relay).toBe('wss://relay.walletconnect.org')
  })
})

describe('the config that a page gets', () => {
  it('reflects every given option in the state of the kit', () => {
    const { config: made } = resolve({
      projectId: 'p',
      sdkType: 'shop',
      sdkVersion: 'html-1',
      defaultAccountTypes: { eip155: 'eoa' },
      termsConditionsUrl: 'https://a.test/terms',
      privacyPolicyUrl: '/privacy',
      theme: { mode: 'dark', variables: { '--wk-accent': '#000000' } },
      features: { legalCheckbox: true },
    })
    const { options, theme } = createKit({ config: made }).state
    expect(options).toMatchObject({
      projectId: 'p',
      sdkType: 'shop',
      sdkVersion: 'html-1',
      termsConditionsUrl: 'https://a.test/terms',
      privacyPolicyUrl: '/privacy',
    })
    expect(options.defaultAccountTypes).toEqual({ eip155: 'eoa' })
    expect(options.features.legalCheckbox).toBe(true)
    expect(theme).toMatchObject({ choice: 'dark' })
  })

  it('knows the four namespaces [S3.ns.01] [S3.ns.02] [S3.ns.03] [S3.ns.04]', () => {
    expect(NAMESPACES).toEqual(['eip155', 'solana', 'polkadot', 'bip122'])
    const object = (propertyOf(['properties', 'networks', 'items', 'anyOf']) as JsonObject[])[1]
    expect((object?.properties as JsonObject).chainNamespace).toMatchObject({ enum: NAMESPACES })
  })

  it('knows three account types, payment for bitcoin only [S3.accttype.01]', () => {
    const types = propertyOf(['properties', 'defaultAccountTypes', 'properties']) as Record<string, { enum: string[] }>
    expect([...new Set(Object.values(types).flatMap((type) => type.enum))].sort()).toEqual([
      'eoa',
      'payment',
      'smartAccount',
    ])
    expect(
      Object.entries(types)
        .filter(([, type]) => type.enum.includes('payment'))
        .map(([namespace]) => namespace),
    ).toEqual(['bip122'])
  })

  it('has the default account types [S3.accttype.03] [S3.accttype.04] [S3.accttype.05] [S3.accttype.06]', () => {
    const kit = createKit({ config: resolve().config })
    expect(NAMESPACES.map((namespace) => defaultAccountType(kit, namespace))).toEqual([
      'smartAccount',
      'eoa',
      'eoa',
      'payment',
    ])
    const own = createKit({ config: resolve({ defaultAccountTypes: { eip155: 'eoa' } }).config })
    expect(defaultAccountType(own, 'eip155')).toBe('eoa')
  })

  it('finds the server half of sign-in in the sandbox, where no other is named', () => {
    const endpointOf = (siwx: JsonObject, services?: string) => {
      const { siwx: made } = resolve({ siwx, ...(services && { services }) }).config
      return typeof made === 'object' ? made.endpoint : undefined
    }
    expect(endpointOf({ storage: 'server' }, 'sandbox')).toBe('http://127.0.0.1:4747/siwx')
    expect(endpointOf({ storage: 'server', endpoint: '/in' }, 'sandbox')).toBe('/in')
    expect(endpointOf({}, 'sandbox')).toBeUndefined()
    expect(endpointOf({ storage: 'server' })).toBeUndefined()
  })

  it('holds nothing of the build: no schema, no budgets, no preset name', () => {
    const { config: made } = resolve({
      $schema: 'x',
      budgets: { eager: 1 },
      services: 'sandbox',
      siwx: false,
      siweConfig: false,
    })
    expect(Object.keys(made).sort()).toEqual(['features', 'networks', 'projectId', 'services'])
  })
})
