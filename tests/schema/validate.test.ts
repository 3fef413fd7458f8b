import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointerParts } from '../../schema/issue.ts'
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import { readConfig, validateConfig } from '../../schema/validate.ts'
import { builtRules, config, rules } from './rules.ts'

const issuesOf = (changes: JsonObject) => validateConfig(config(changes), rules)
const network = {
  id: 7,
  name: 'Seven',
  nativeCurrency: { name: 'Seven', symbol: 'SVN', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.seven.test'] } },
}

describe('validateConfig', () => {
  it('passes a config that says the least, and one that says much', () => {
    expect(issuesOf({})).toEqual([])
    expect(
      issuesOf({
        $schema: './schema.json',
        networks: ['eip155:1', 'eip155:31337', network],
        defaultNetwork: 'eip155:7',
        services: 'sandbox',
        features: {
          send: { noReturnTokens: [] },
          receive: true,
          swaps: false,
          allWallets: 'ONLY_MOBILE',
          walletFeaturesOrder: ['send', 'receive'],
        },
        wallets: { include: ['a'], list: [{ id: 'a', name: 'A', mobile_link: null }] },
        theme: { mode: 'system', variables: { '--wk-accent': '#123456' } },
        siwx: { required: false, storage: 'server', endpoint: 'https://shop.example/siwx', expiration: 60_000 },
        budgets: { eager: 9000 },
      }),
    ).toEqual([])
  })

  it.each<[string, JsonObject, string, string, string?]>([
    ['an unknown key', { netwroks: [] }, 'netwroks', 'Unknown key "netwroks"', 'networks'],
    ['a feature at the top', { swaps: true }, 'swaps', 'Unknown key "swaps"', 'features.swaps'],
    ['an unknown feature', { features: { sned: true } }, 'features.sned', 'Unknown key "sned"', 'send'],
    ['a wrong type', { projectId: 5 }, 'projectId', '5 does not fit here'],
    ['an empty project id', { projectId: '' }, 'projectId', 'The text is empty'],
    ['a wrong word', { theme: { mode: 'drak' } }, 'theme.mode', '"drak" is not known here', 'dark'],
    ['a feature of a wrong type', { features: { send: 3 } }, 'features.send', '3 does not fit here'],
    [
      'a wrong order list',
      { features: { walletFeaturesOrder: ['send', 'swpas'] } },
      'features.walletFeaturesOrder[1]',
      '"swpas" is not known here',
      'swaps',
    ],
    [
      'a token that is none',
      { features: { passkey: { feeTokens: ['eip155:1/erc20:0x12'] } } },
      'features.passkey.feeTokens[0]',
      '"eip155:1/erc20:0x12" does not fit here',
    ],
    ['an address that is none', { services: { api: 'api.test' } }, 'services.api', '"api.test" does not fit here'],
    ['no networks', { networks: [] }, 'networks', 'The list is empty'],
    [
      'a network twice',
      { networks: ['eip155:1', 'eip155:1'] },
      'networks[1]',
      'The network "eip155:1" stands here twice',
    ],
    [
      'a network twice, once as an object',
      { networks: [network, { ...network, caipNetworkId: 'eip155:7' }] },
      'networks[1]',
      'The network "eip155:7" stands here twice',
    ],
    ['an unknown id', { networks: ['eip155:138'] }, 'networks[0]', 'No network is known as "eip155:138"'],
    ['a bare chain id', { networks: [1] }, 'networks[0]', '1 does not fit here'],
    [
      'a default that is not listed',
      { defaultNetwork: 'eip155:10' },
      'defaultNetwork',
      '"eip155:10" is not among networks',
    ],
    [
      'ids that disagree',
      { networks: [{ ...network, caipNetworkId: 'eip155:8' }] },
      'networks[0].caipNetworkId',
      '"eip155:8" names another network than id',
    ],
    [
      'a key that could reach a prototype',
      { theme: { constructor: 1 } },
      'theme.constructor',
      'The key "constructor" is not allowed anywhere',
    ],
    [
      'an option of the older sign-in that nobody knows',
      { siweConfig: { requird: true } },
      'siweConfig.requird',
      'Unknown key "requird"',
      'required',
    ],
    ['a wrong place for sessions', { siwx: { storage: 'cloud' } }, 'siwx.storage', '"cloud" is not known here'],
  ])('refuses %s', (_name, changes, path, message, near) => {
    const found = issuesOf(changes).find((each) => each.path === path)
    expect(found?.message).toBe(message)
    expect(found?.nearest).toBe(near)
    expect(found?.expected).not.toBe('')
    expect(found?.fix).not.toBe('')
  })

  it.each(['eip155:4216140', '1337', '147', 'eip155:12', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdq'])(
    'never takes the unknown network %s for another one',
    (id) => {
      const [found] = issuesOf({ networks: [id] })
      expect(found?.nearest).toBeUndefined()
      expect(found?.fix).toMatch(/^Write the network itself: \{ "id": (\d+|…), "name"/)
      expect(found?.fix).not.toContain('eip155:')
    },
  )

  it.each(['421614', '11155420', '84532', '80002', '59141', '534351', '300', '560048', '146'])(
    'knows today’s network %s',
    (id) => {
      expect(issuesOf({ networks: [`eip155:${id}`] })).toEqual([])
      expect(issuesOf({ networks: [id] })[0]?.nearest).toBe(`eip155:${id}`)
    },
  )

  it('refuses a feature that a version has no code for', () => {
    const pieces = rules.pieces.map((piece) => (piece.id === 'swaps' ? { ...piece, available: false } : piece))
    const [found] = validateConfig(config({ features: { swaps: { slippage: 1 } } }), { ...rules, pieces })
    expect(found).toMatchObject({ path: 'features.swaps', message: 'features.swaps is not in this version' })
  })

  it('refuses a namespace that a version has no code for', () => {
    const networks = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
    const [found] = validateConfig(config({ networks }), { ...rules, chains: ['eip155'] })
    expect(found).toMatchObject({ path: 'networks[0]', message: 'Networks of solana are not in this version' })
    expect(validateConfig(config({ networks }), { ...rules, chains: ['eip155', 'solana'] })).toEqual([])
  })

  it('names what is missing', () => {
    expect(validateConfig({}, rules).map(({ message }) => message)).toEqual([
      '"projectId" is missing',
      '"networks" is missing',
    ])
  })

  it('takes siweConfig, and refuses it beside siwx', () => {
    expect(issuesOf({ siweConfig: true })).toEqual([])
    expect(issuesOf({ siweConfig: { required: false, sessionRefetchIntervalMs: 0 } })).toEqual([])
    expect(issuesOf({ siwx: false, siweConfig: true })).toEqual([])
    expect(issuesOf({ siwx: true, siweConfig: {} })).toMatchObject([
      { path: 'siweConfig', message: 'siwx and siweConfig cannot stand together' },
    ])
  })

  it('says one thing for one mistake where several kinds of value may stand', () => {
    expect(issuesOf({ services: { api: 'https://a.test', apy: 'x' } })).toHaveLength(1)
    expect(issuesOf({ networks: [{ ...network, name: 5 }] })).toHaveLength(1)
    expect(issuesOf({ features: { allWallets: 5 } })).toHaveLength(1)
  })

  it('knows the theme modes light, dark and system, and no other [S5.enum.02]', () => {
    for (const mode of ['light', 'dark', 'system']) expect(issuesOf({ theme: { mode } })).toEqual([])
    expect(issuesOf({ theme: { mode: 'auto' } })).toHaveLength(1)
  })

  it('takes a network id as number or text and refuses its absence [S3.network.01]', () => {
    expect(issuesOf({ networks: [network] })).toEqual([])
    const text = { ...network, id: 'abc', chainNamespace: 'solana' }
    expect(validateConfig(config({ networks: [text] }), { ...rules, chains: ['eip155', 'solana'] })).toEqual([])
    const { id: _id, ...rest } = network
    expect(issuesOf({ networks: [rest] }).map(({ message }) => message)).toEqual(['"id" is missing'])
  })

  it('requires a name and a whole native currency of a network [S3.network.04] [S3.network.05]', () => {
    const { name: _name, ...unnamed } = network
    expect(issuesOf({ networks: [unnamed] })[0]).toMatchObject({ path: 'networks[0]', message: '"name" is missing' })
    for (const key of ['name', 'symbol', 'decimals']) {
      const currency = Object.fromEntries(Object.entries(network.nativeCurrency).filter(([each]) => each !== key))
      expect(issuesOf({ networks: [{ ...network, nativeCurrency: currency }] })[0]?.message).toBe(`"${key}" is missing`)
    }
  })

  it('takes the testnet flag as true or false only [S3.network.08]', () => {
    for (const testnet of [true, false]) expect(issuesOf({ networks: [{ ...network, testnet }] })).toEqual([])
    expect(issuesOf({ networks: [{ ...network, testnet: 'yes' }] })[0]?.path).toBe('networks[0].testnet')
  })

  it('accepts every feature where every plugin is built', () => {
    const features = Object.fromEntries(builtRules.pieces.map(({ feature }) => [feature, true]))
    expect(validateConfig(config({ features }), builtRules)).toEqual([])
  })
})

describe('readConfig', () => {
  const read = (text: string) => readConfig(text, 'walletkit.config.json', rules)

  it('gives file, line and column of each issue: of the key where the key is wrong, of the value where that is', () => {
    const { issues } = read(
      '{\n  "projectId": "x",\n  "networks": ["eip155:1"],\n  "theme": { "mod": "dark" },\n  "debug": 1\n}',
    )
    expect(issues.map(({ path, file, line, column }) => ({ path, file, line, column }))).toEqual([
      { path: 'theme.mod', file: 'walletkit.config.json', line: 4, column: 14 },
      { path: 'debug', file: 'walletkit.config.json', line: 5, column: 12 },
    ])
  })

  it('places a syntax error', () => {
    expect(read('{\n  "projectId": "x",\n}').issues).toMatchObject([
      { line: 3, column: 1, message: 'A comma stands before the closing bracket' },
    ])
  })

  it('refuses __proto__ by its path, wherever it stands', () => {
    const { issues, value } = read('{"projectId":"x","networks":["eip155:1"],"theme":{"__proto__":{"mode":"dark"}}}')
    expect(value).toBeUndefined()
    expect(issues).toMatchObject([{ path: 'theme.__proto__', line: 1 }])
  })

  it('refuses a key that stands twice', () => {
    expect(read('{"projectId":"x","projectId":"y","networks":["eip155:1"]}').issues).toMatchObject([
      { path: 'projectId', column: 18 },
    ])
  })

  it.each(['[]', 'null', '5', '"text"', '', '\ufeff{}', '['.repeat(500_000), `${'[0,'.repeat(60)}1${']'.repeat(60)}`])(
    'never throws: %.20j',
    (text) => {
      expect(read(text).issues.length).toBeGreaterThan(0)
    },
  )

  it('answers 10,000 random configs without a crash, each issue with a place that exists', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyConfig(), (value) => {
        const text = JSON.stringify(value)
        const parsed = JSON.parse(text) as Json
        const lost = read(text).issues.filter(
          ({ pointer, line = 0, fix }) => !reaches(parsed, pointerParts(pointer)) || line < 1 || fix === '',
        )
        if (lost.length) throw new Error(`${JSON.stringify(lost)} of ${text}`)
      }),
      { numRuns: 10_000 },
    )
  })
})

/** Whether the path of a value, or at least that of its parent, exists in the document. */
function reaches(root: Json, parts: readonly string[]): boolean {
  let value: unknown = root
  for (const part of parts.slice(0, -1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false
    value = (value as Record<string, unknown>)[part]
  }
  return parts.length === 0 || (typeof value === 'object' && value !== null)
}

/** Random configs that are nearly valid: real keys with any value, some real values, some nonsense. */
function anyConfig() {
  const properties = isObject(rules.schema.properties) ? rules.schema.properties : {}
  const features =
    isObject(properties.features) && isObject(properties.features.properties) ? properties.features.properties : {}
  const word = fc.constantFrom(
    'eip155:1',
    'eip155:137',
    'eip155:9999999',
    'solana:x',
    '',
    'sandbox',
    'dark',
    'https://a.test',
    '__proto__',
    'constructor',
    'a/b~c',
  )
  const leaf = fc.oneof(
    word,
    fc.boolean(),
    fc.integer(),
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(word, { maxLength: 4 }),
  )
  const keyed = (keys: string[]) =>
    fc.dictionary(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: fc.string() }),
      leaf,
      { maxKeys: 8 },
    )
  const whole = fc.record(
    {
      projectId: leaf,
      networks: fc.oneof(
        leaf,
        fc.array(fc.oneof(word, keyed(['id', 'name', 'rpcUrls', 'caipNetworkId', 'nativeCurrency']))),
      ),
      features: keyed(Object.keys(features)),
      theme: leaf,
      services: leaf,
    },
    { requiredKeys: [] },
  )
  return fc.oneof(
    keyed(Object.keys(properties)),
    whole,
    fc.tuple(keyed(Object.keys(properties)), whole).map(([a, b]) => ({ ...a, ...b })),
    fc.jsonValue(),
  )
}
