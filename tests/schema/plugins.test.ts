import { describe, expect, it } from 'vitest'
import type { JsonObject, Permissions, Piece } from '../../schema/pieces.ts'
import { originsOf } from '../../schema/optionHosts.ts'
import { plugins } from '../../schema/plugins.ts'

const NOTHING: Permissions = {
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
const own = (changes: Partial<Piece> = {}): Piece => ({
  id: 'send',
  feature: 'send',
  folder: '/kit/send',
  entry: '/kit/send/index.js',
  engine: '^0.1',
  available: true,
  slotKeys: { walletFeatures: ['send'] },
  views: ['WalletSend'],
  permissions: NOTHING,
  requires: [],
  provides: undefined,
  events: [],
  budget: {},
  schema: undefined,
  ...changes,
})
const guest = (changes: Partial<Piece> = {}, grants: Partial<Permissions> = {}): Piece =>
  own({
    id: 'tip-jar',
    feature: 'tipJar',
    slotKeys: { walletFeatures: ['tip-jar'] },
    views: ['TipJar'],
    guest: { name: 'walletkit-plugin-tip-jar', version: '1.0.0', index: 0, grants: { ...NOTHING, ...grants } },
    ...changes,
  })
const issuesOf = (pieces: Piece[], features: JsonObject = {}) =>
  plugins({ features }, { schema: {}, chains: [], version: '0.1.0', pieces })
const told = (pieces: Piece[], features?: JsonObject) =>
  issuesOf(pieces, features).map(({ pointer, message }) => `${pointer} ${message}`)

describe('plugins of others', () => {
  it('need what they require in the build, unless they can do without it', () => {
    expect(told([guest({ requires: ['coin@^1'] })])).toEqual([expect.stringContaining('needs the plugin coin')])
    expect(told([guest({ requires: ['coin?@^1'] })])).toEqual([])
    const coin = own({ id: 'coin', feature: 'coin', slotKeys: {}, views: [], provides: '2.0' })
    expect(told([guest({ requires: ['coin?@^1'] }), coin], { coin: true })).toEqual([
      expect.stringContaining('needs the API ^1 of the plugin coin, which provides the version 2.0'),
    ])
  })

  it('are taken when they fit', () => expect(told([own(), guest()])).toEqual([]))

  it('are refused when they are written for another version', () => {
    expect(told([guest({ engine: '^0.2' })])).toEqual([
      '/plugins/0 walletkit-plugin-tip-jar is written for walletkit ^0.2, and this is 0.1.0',
    ])
  })

  it('are refused what they are not granted, kind by kind', () => {
    const wants = { methods: ['eth_sendTransaction'], hosts: ['https://a.example', 'https://b.example'] }
    const asks = guest({ permissions: { ...NOTHING, ...wants } }, { hosts: ['https://a.example'] })
    expect(told([asks])).toEqual([
      '/plugins/0 walletkit-plugin-tip-jar asks for methods that it is not granted: eth_sendTransaction',
      '/plugins/0 walletkit-plugin-tip-jar asks for hosts that it is not granted: https://b.example',
    ])
    expect(told([guest({ permissions: { ...NOTHING, ...wants } }, wants)])).toEqual([])
  })

  it('keep storage keys of their own only', () => {
    const storage = ['tip-jar', 'tip-jar.last', 'connection_status', 'tip-jars']
    expect(told([guest({ permissions: { ...NOTHING, storage } }, { storage })])).toEqual([
      '/plugins/0 walletkit-plugin-tip-jar wants the storage key "connection_status", which is not its own',
      '/plugins/0 walletkit-plugin-tip-jar wants the storage key "tip-jars", which is not its own',
    ])
  })

  it.each(['contacts', 'siwx', 'siwx-auth-token', 'siwx-nonce-token', 'siwx-signed', 'connections', 'batches'])(
    'have no id under which the kit itself keeps data: %s',
    (id) => {
      const storage = [id]
      expect(told([guest({ id, permissions: { ...NOTHING, storage } }, { storage })])).toEqual([
        `/plugins/0 walletkit-plugin-tip-jar has the id "${id}", which is walletkit's own`,
      ])
    },
  )

  it('have no id of a plugin of ours, also when that one is off or not in this version', () => {
    for (const available of [true, false]) {
      const passkey = own({ id: 'passkey', feature: 'passkey', slotKeys: {}, views: [], available })
      expect(told([passkey, guest({ id: 'passkey' })], { passkey: false })).toEqual([
        '/plugins/0 walletkit-plugin-tip-jar has the id "passkey", which is walletkit\'s own',
      ])
    }
  })

  it('do not take the place of our own ways to connect, also when those are off', () => {
    const slotKeys = { connectMethods: ['email', 'wallet', 'tip'] }
    const email = own({ id: 'email', feature: 'email', views: [], slotKeys: { connectMethods: ['email'] } })
    expect(told([email, guest({ slotKeys })], { email: false })).toEqual([
      '/plugins/0 walletkit-plugin-tip-jar calls its way to connect "email", as walletkit\'s own',
      '/plugins/0 walletkit-plugin-tip-jar calls its way to connect "wallet", as walletkit\'s own',
    ])
  })

  it('do not take the place of the tab of tokens', () => {
    expect(told([guest({ slotKeys: { accountTabs: ['tokens'] } })])).toEqual([
      '/plugins/0 walletkit-plugin-tip-jar calls its tab "tokens", as walletkit\'s own',
    ])
    expect(told([guest({ slotKeys: { accountTabs: ['tip'], walletFeatures: ['tokens'] } })])).toEqual([])
  })
})

describe('two plugins', () => {
  it('may not claim one name', () => {
    const twin = guest({ id: 'send', feature: 'send', views: ['WalletSend'], slotKeys: { walletFeatures: ['send'] } })
    expect(told([own(), twin])).toEqual([
      '/plugins/0 walletkit-plugin-tip-jar has the id "send", which is walletkit\'s own',
      '/plugins/0 send and walletkit-plugin-tip-jar both claim the id send',
      '/plugins/0 send and walletkit-plugin-tip-jar both claim features.send',
      '/plugins/0 send and walletkit-plugin-tip-jar both claim the view WalletSend',
      '/plugins/0 send and walletkit-plugin-tip-jar both claim the key send of walletFeatures',
    ])
    expect(told([own(), guest({ views: ['WalletSend'] })])).toEqual([
      '/plugins/0 send and walletkit-plugin-tip-jar both claim the view WalletSend',
    ])
  })

  it('may not need each other where one is off, or absent', () => {
    const needs = guest({ requires: ['send'] })
    expect(told([own(), needs], { send: true })).toEqual([])
    expect(issuesOf([own(), needs], { send: false })).toMatchObject([
      { pointer: '/plugins/0', fix: 'Write "features": { "send": true }.' },
    ])
    expect(issuesOf([guest({ requires: ['nobody'] })])).toMatchObject([{ fix: 'Add the plugin nobody.' }])
    expect(told([own(), needs], { send: false, tipJar: false })).toEqual([])
  })
})

it('lets no secret into a page', () => {
  const properties = { key: { type: 'string', visibility: 'secret' }, host: { type: 'string', visibility: 'build' } }
  const piece = guest({ schema: { type: 'object', properties } })
  expect(told([piece], { tipJar: { host: 'x' } })).toEqual([])
  expect(told([piece], { tipJar: { key: 'sk_live' } })).toEqual([
    '/features/tipJar/key "key" is a secret, and would reach the page',
  ])
})

describe('a host that an option names', () => {
  const hosts = ['https://a.example', 'option:url']
  const asking = guest({ permissions: { ...NOTHING, hosts } }, { hosts })
  const told = (url: string) =>
    issuesOf([asking], { tipJar: { url } }).map(({ pointer, message }) => `${pointer} ${message}`)

  it('has to be granted by the name of the option', () => {
    const without = guest({ permissions: { ...NOTHING, hosts } }, { hosts: ['https://a.example'] })
    expect(issuesOf([without]).map(({ message }) => message)).toEqual([
      'walletkit-plugin-tip-jar asks for hosts that it is not granted: option:url',
    ])
  })

  it.each(['https://mine.example/tips?a=1', 'http://localhost:5173', 'http://127.0.0.1:8080/x'])('may be %s', (url) => {
    expect(told(url)).toEqual([])
    expect(originsOf(asking, { features: { tipJar: { url } } })).toEqual(['https://a.example', new URL(url).origin])
  })

  it.each(['http://mine.example', 'ftp://mine.example', 'mine.example', 'javascript:alert(1)'])(
    'may not be %s',
    (url) => {
      expect(told(url)).toEqual([`/features/tipJar/url ${JSON.stringify(url)} is no address that a plugin may call`])
      expect(originsOf(asking, { features: { tipJar: { url } } })).toEqual(['https://a.example'])
    },
  )

  it('is one for each EVM network, with {chainId} in its name', () => {
    const url = 'https://{chainId}.mine.example/v1'
    expect(told(url)).toEqual([])
    const networks = [{ id: 1 }, { id: 8453, chainNamespace: 'eip155' }, { id: 'x', chainNamespace: 'solana' }]
    expect(originsOf(asking, { features: { tipJar: { url } }, networks })).toEqual([
      'https://a.example',
      'https://1.mine.example',
      'https://8453.mine.example',
    ])
    expect(originsOf(asking, { features: { tipJar: { url: 'https://mine.example/{chainId}' } }, networks })).toEqual([
      'https://a.example',
      'https://mine.example',
    ])
  })

  it('is none while the site has written none', () => {
    for (const features of [undefined, {}, { tipJar: true }, { tipJar: {} }, { other: { url: 'https://x.example' } }])
      expect(originsOf(asking, { features })).toEqual(['https://a.example'])
  })
})
