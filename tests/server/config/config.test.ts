/** The server's config: the required options of each mode, and the messages of all errors. */
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../../server/config/config.ts'
import { issuesOf, KEY, parse, pathsOf, PRODUCTION, SECRETS } from './parse.ts'

describe('a config', () => {
  it('is whole without a file: this machine only, windows for review, the test key', () => {
    expect(parse({})).toMatchObject({
      ...{ mode: 'development', host: '127.0.0.1', port: 4750, url: 'http://127.0.0.1:4750', review: 'window' },
      passkeys: 'offered',
      ...{ database: '/srv/walletkit.db', sites: [], networks: [], relay: true, masterKeys: [{ id: 'test' }] },
    })
  })

  it('may require passkeys where the server has a name', () => {
    expect(parse({ passkeys: 'required', url: 'http://localhost:4750' })).toMatchObject({ passkeys: 'required' })
  })

  it('of production is whole with its secrets, from the environment or from files', () => {
    expect(parse(PRODUCTION, SECRETS)).toMatchObject({ mode: 'production', masterKeys: [{ id: 'k1' }] })
    const named = { WALLETKIT_MASTER_KEYS_FILE: '/run/keys', WALLETKIT_SMTP_FILE: '/run/smtp' }
    const files = { '/run/keys': `${KEY}\n`, '/run/smtp': SECRETS.WALLETKIT_SMTP }
    expect(parse(PRODUCTION, named, files)).toMatchObject({
      masterKeys: [{ id: 'k1' }],
      mail: { smtp: files['/run/smtp'] },
    })
  })

  it('of production names everything that it lacks', () => {
    expect(pathsOf({ mode: 'production' })).toEqual([
      ...['WALLETKIT_MASTER_KEYS', 'WALLETKIT_SMTP', 'mail.from', 'url', 'sites'],
    ])
    expect(pathsOf({ ...PRODUCTION, url: 'http://login.example.com', sites: ['http://example.com'] }, SECRETS)).toEqual(
      ['url', 'sites[0]'],
    )
  })

  it('of production refuses the test key by its name, also as the second one', () => {
    for (const keys of ['test', `${KEY},test`]) {
      const [issue] = issuesOf(PRODUCTION, { ...SECRETS, WALLETKIT_MASTER_KEYS: keys })
      expect(issue).toMatchObject({ path: 'WALLETKIT_MASTER_KEYS' })
      expect(issue?.problem).toContain('the test key "test", which is public, and production refuses it')
    }
  })

  it('takes settings of the environment before those of the file', () => {
    const environment = { WALLETKIT_PORT: '8080', WALLETKIT_HOST: '0.0.0.0', WALLETKIT_DATABASE: '/data/db' }
    expect(parse({ port: 1, host: 'x' }, environment)).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      database: '/data/db',
    })
  })

  it('reads the address of a node from the environment, where it has a key', () => {
    const networks = [{ id: 1, name: 'Ethereum', rpc: 'env:ETH_RPC' }]
    expect(parse({ networks }, { ETH_RPC: 'https://node.example/key' }).networks).toEqual([
      { id: 1, name: 'Ethereum', symbol: 'ETH', rpc: 'https://node.example/key' },
    ])
    expect(pathsOf({ networks })).toEqual(['networks[0].rpc'])
  })

  it.each([
    ['https://node.example/v2/a1B2c3D4e5F6g7H8i9J0', 'path'],
    ['https://node.example/?apikey=x', 'query'],
    ['https://user:hunter2@node.example', 'user name or password'],
  ])('refuses a key in the address of a node that the config names, and never repeats it: %s', (rpc, where) => {
    const issues = issuesOf({ networks: [{ id: 1, name: 'Ethereum', rpc }] })
    expect(issues).toMatchObject([{ path: 'networks[0].rpc', problem: `has what looks like a key in its ${where}` }])
    expect(JSON.stringify(issues)).not.toMatch(/a1B2|hunter2|apikey/)
    // The name of a variable is no secret, however long.
    const networks = [{ id: 1, name: 'Ethereum', rpc: 'env:ETHEREUM_MAINNET_RPC_1' }]
    expect(parse({ networks }, { ETHEREUM_MAINNET_RPC_1: rpc }).networks).toMatchObject([{ rpc }])
  })

  it.each(['https://x.example/rpc', 'https://api.avax.network/ext/bc/C/rpc', 'http://127.0.0.1:4747/rpc/31337'])(
    'takes an address of a node without a key: %s',
    (rpc) => expect(parse({ networks: [{ id: 1, name: 'x', rpc }] }).networks).toMatchObject([{ rpc }]),
  )

  it.each([
    [[], 'The config'],
    [{ prot: 1 }, 'prot'],
    [{ port: 70_000 }, 'port'],
    [{ port: '1e3' }, 'port'],
    [{ mode: 'prod' }, 'mode'],
    [{ url: 'https://a.example/' }, 'url'],
    [{ url: 'a.example' }, 'url'],
    [{ sites: 'https://a.example' }, 'sites'],
    [{ sites: ['https://a.example', '*'] }, 'sites[1]'],
    [{ review: 'popup' }, 'review'],
    [{ passkeys: true }, 'passkeys'],
    [{ passkeys: 'required' }, 'passkeys'],
    [{ passkeys: 'required', url: 'http://[::1]:4750' }, 'passkeys'],
    [{ mail: 'me' }, 'mail'],
    [{ mail: { form: 'x' } }, 'mail.form'],
    [{ networks: {} }, 'networks'],
    [{ networks: [1] }, 'networks[0]'],
    [{ networks: [{ id: 0, name: 'x', rpc: 'https://x.example' }] }, 'networks[0].id'],
    [{ networks: [{ id: 1, name: 'x', rpc: 'ftp://x' }] }, 'networks[0].rpc'],
    [{ networks: [{ id: 1, rpc: 'https://x.example' }] }, 'networks[0].name'],
    [{ relay: 'yes' }, 'relay'],
    [{ log: 'loud' }, 'log'],
    [{ drain: -1 }, 'drain'],
  ])('%j is refused, with the path and what to write', (value, path) => {
    const [issue] = issuesOf(value)
    expect(issue?.path).toBe(path)
    expect(issue?.fix).toMatch(/^[A-Z].*[.}"]$/)
  })

  it('of production reaches nodes on the internet by https only, and those of its own network by http too', () => {
    const networks = [{ id: 1, name: 'x', rpc: 'env:RPC' }]
    const pathsFor = (rpc: string) => pathsOf({ ...PRODUCTION, networks }, { ...SECRETS, RPC: rpc })
    for (const own of [
      'http://127.0.0.1:8545',
      'http://geth:8545',
      'http://10.1.2.3',
      'http://[fd00::1]:8545',
      'https://a.b',
    ])
      expect(pathsFor(own), own).toEqual([])
    for (const open of [
      'http://10.evil.example',
      'http://localhost.evil.example',
      'http://node.example.com',
      'http://8.8.8.8',
      'http://172.32.0.1',
      'http://[2001:db8::1]',
    ])
      expect(pathsFor(open), open).toEqual(['networks[0].rpc'])
  })

  it('names a vault, whose token is a secret, and which production reaches by https or on this machine', () => {
    const vault = { url: 'https://vault.example.com:8200', key: 'walletkit' }
    const token = { WALLETKIT_VAULT_TOKEN: 'hvs.x' }
    expect(parse({ vault }, token).vault).toEqual({ ...vault, mount: 'transit', token: 'hvs.x' })
    expect(pathsOf({ vault })).toEqual(['WALLETKIT_VAULT_TOKEN'])
    const production = (url: string) => ({ ...PRODUCTION, vault: { ...vault, url } })
    const secrets = { ...SECRETS, ...token }
    expect(parse(production('http://127.0.0.1:8200'), secrets).vault?.url).toBe('http://127.0.0.1:8200')
    expect(() => parse(production('http://vault.example.com'), secrets)).toThrow('vault.url is not https')
    for (const wrong of [{ key: 'k' }, { url: 'https://v.example', key: '../sys' }, { ...vault, mount: 'a/b' }, 7])
      expect(() => parse({ vault: wrong }, token)).toThrow('vault')
  })

  it('refuses two networks with one id', () => {
    const network = { id: 1, name: 'x', rpc: 'https://x.example' }
    expect(pathsOf({ networks: [network, network] })).toEqual(['networks[1].id'])
  })

  it('refuses a secret that is set twice, empty, unreadable or malformed, and never repeats it', () => {
    const secret = 'hunter2-hunter2'
    const cases: Parameters<typeof parse>[] = [
      [{}, { WALLETKIT_SMTP: secret }],
      [{}, { WALLETKIT_MASTER_KEYS: secret }],
      [{}, { WALLETKIT_SMTP: secret, WALLETKIT_SMTP_FILE: '/run/x' }],
      [{}, { WALLETKIT_SMTP_FILE: '/run/x' }],
      [{}, { WALLETKIT_SMTP_FILE: '/run/x' }, { '/run/x': ' ' }],
      [{ networks: [{ id: 1, name: 'x', rpc: 'env:RPC' }] }, { RPC: secret }],
    ]
    for (const given of cases) {
      const issues = issuesOf(...given)
      expect(issues).toHaveLength(1)
      expect(JSON.stringify(issues)).not.toContain(secret)
    }
  })

  it('has a PostgreSQL from a variable, and then leaves the relay to one process that asks for it', () => {
    const url = 'postgres://me:pass@db.example.com/walletkit?sslmode=verify-full'
    const named = { database: 'env:DATABASE_URL' }
    expect(parse(named, { DATABASE_URL: url })).toMatchObject({ database: url, relay: false })
    expect(parse({ ...named, relay: true }, { DATABASE_URL: url })).toMatchObject({ relay: true })
    expect(parse({}, { WALLETKIT_DATABASE_FILE: '/run/db' }, { '/run/db': `${url}\n` })).toMatchObject({
      database: url,
    })
    expect(pathsOf(named)).toEqual(['database'])
    expect(pathsOf({ database: 'mysql://db.example.com/walletkit' })).toEqual(['database'])
    const written = issuesOf({ database: url })
    expect(written).toMatchObject([{ path: 'database', problem: expect.stringContaining('password') as string }])
    expect(JSON.stringify(written)).not.toContain('me:pass')
  })

  it('of production has no database in clear on another machine, unless its address says so', () => {
    const at = (rest: string) => pathsOf({ ...PRODUCTION, database: `postgres://${rest}` }, SECRETS)
    expect(at('db.example.com/walletkit')).toEqual(['database'])
    expect(at('db.example.com/walletkit?sslmode=disable')).toEqual([])
    expect(at('127.0.0.1/walletkit')).toEqual([])
  })

  it('has a Redis beside a PostgreSQL, from a variable or a file', () => {
    const database = 'postgres://127.0.0.1/walletkit'
    const url = 'rediss://me:p%40ss@redis.example.com:6380/3'
    const redis = { host: 'redis.example.com', port: 6380, database: 3, username: 'me', password: 'p@ss', tls: true }
    expect(parse({ database }, { WALLETKIT_REDIS_URL: url }).redis).toMatchObject(redis)
    const files = { '/run/redis': `${url}\n` }
    expect(parse({ database }, { WALLETKIT_REDIS_URL_FILE: '/run/redis' }, files).redis).toMatchObject(redis)
    expect(parse({ database }).redis).toBeUndefined()
    const wrong = issuesOf({ database }, { WALLETKIT_REDIS_URL: 'redis://hunter2@redis.example.com' })
    expect(wrong).toMatchObject([{ path: 'WALLETKIT_REDIS_URL', problem: 'has a user and no password' }])
    expect(JSON.stringify(wrong)).not.toMatch(/hunter2|redis\.example/)
  })

  it('has no Redis beside a file, which one process uses', () => {
    const [issue, ...others] = issuesOf({}, { WALLETKIT_REDIS_URL: 'redis://127.0.0.1' })
    expect(others).toEqual([])
    expect(issue).toMatchObject({
      path: 'WALLETKIT_REDIS_URL',
      problem: 'is set, and the database is a file, which one process uses without a Redis',
    })
  })

  it('of production has no Redis in clear on another machine, unless its address says so', () => {
    const at = (url: string, config: object = PRODUCTION) =>
      pathsOf({ ...config, database: 'postgres://127.0.0.1/x' }, { ...SECRETS, WALLETKIT_REDIS_URL: url })
    expect(at('redis://redis.example.com')).toEqual(['WALLETKIT_REDIS_URL'])
    expect(at('redis://redis.example.com?tls=off')).toEqual([])
    expect(at('rediss://redis.example.com')).toEqual([])
    for (const here of ['127.0.0.1', 'localhost', '[::1]']) expect(at(`redis://${here}`)).toEqual([])
    expect(at('redis://redis.example.com', {})).toEqual([])
  })

  it('throws nothing but its own error, whatever the file has', () => {
    const names = [
      'mode',
      'url',
      'host',
      'port',
      'sites',
      'database',
      'mail',
      'networks',
      'wallets',
      'relay',
      '__proto__',
    ]
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue()))
    fc.assert(
      fc.property(value, (given) => {
        try {
          const { port, sites, masterKeys } = parse(given)
          expect(Number.isInteger(port)).toBe(true)
          expect(sites.every((site) => new URL(site).origin === site)).toBe(true)
          expect(masterKeys).toHaveLength(1)
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error
          expect(error.issues.length).toBeGreaterThan(0)
          for (const { path, problem, fix } of error.issues) expect([path, problem, fix].every(Boolean)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('social providers', () => {
  const GITHUB = { WALLETKIT_GITHUB_SECRET: 'secret' }
  const pem = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  it('are at their real addresses, with the secret from the environment or a file', () => {
    const social = { github: { clientId: 'c' } }
    const github = { brand: 'github', clientId: 'c', secret: 'secret', url: 'https://github.com' }
    expect(parse({ social }, GITHUB).social).toEqual([github])
    const files = { '/run/secret': 'secret\n' }
    expect(parse({ social }, { WALLETKIT_GITHUB_SECRET_FILE: '/run/secret' }, files).social).toEqual([github])
    expect(parse({}).social).toEqual([])
  })

  it('are refused by the path of what is wrong', () => {
    const of = (social: unknown, environment: Record<string, string> = GITHUB) => pathsOf({ social }, environment)
    expect(of([])).toEqual(['social'])
    expect(of({ gitlab: { clientId: 'c' } })).toEqual(['social.gitlab'])
    expect(of({ github: 'c' })).toEqual(['social.github'])
    expect(of({ github: {} })).toEqual(['social.github.clientId'])
    expect(of({ github: { clientId: '' } })).toEqual(['social.github.clientId'])
    expect(of({ github: { clientId: 'c', clientSecret: 's' } })).toEqual(['social.github.clientSecret'])
    expect(of({ github: { clientId: 'c', url: 'https://github.com/' } })).toEqual(['social.github.url'])
    expect(of({ github: { clientId: 'c' } }, {})).toEqual(['WALLETKIT_GITHUB_SECRET'])
    expect(of({ github: { clientId: 'c' } }, { WALLETKIT_GITHUB_SECRET_FILE: '/gone' })).toEqual([
      'WALLETKIT_GITHUB_SECRET_FILE',
    ])
  })

  it('of Apple need its ids and its key, and no other kind of key', () => {
    const apple = { clientId: 'com.example.login', teamId: 'T', keyId: 'K' }
    const secret = pem('prime256v1').trim()
    expect(parse({ social: { apple } }, { WALLETKIT_APPLE_SECRET: secret }).social).toEqual([
      {
        ...{ brand: 'apple', clientId: 'com.example.login', secret, url: 'https://appleid.apple.com' },
        apple: { teamId: 'T', keyId: 'K' },
      },
    ])
    expect(pathsOf({ social: { apple: { clientId: 'c' } } }, { WALLETKIT_APPLE_SECRET: secret })).toEqual([
      'social.apple.teamId',
      'social.apple.keyId',
    ])
    for (const wrong of ['secret', pem('secp384r1')])
      expect(pathsOf({ social: { apple } }, { WALLETKIT_APPLE_SECRET: wrong })).toEqual(['WALLETKIT_APPLE_SECRET'])
  })

  it('are reached by https in production', () => {
    const social = { github: { clientId: 'c', url: 'http://github.example' } }
    expect(pathsOf({ ...PRODUCTION, social }, { ...SECRETS, ...GITHUB })).toEqual(['social.github.url'])
    expect(pathsOf({ social }, GITHUB)).toEqual([])
  })
})

describe('Farcaster', () => {
  const OP = { OP_RPC: 'https://node.example/key' }
  const of = (farcaster: unknown, environment: Record<string, string> = OP) =>
    pathsOf({ social: { farcaster } }, environment)

  it('needs a node of OP Mainnet only, and has the real relay and registry', () => {
    const { farcaster, social } = parse({ social: { farcaster: { rpc: 'env:OP_RPC' } } }, OP)
    expect(farcaster).toEqual({
      ...{ rpc: OP.OP_RPC, url: 'https://relay.farcaster.xyz' },
      registry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
    })
    expect(social).toEqual([])
    expect(parse({}).farcaster).toBeUndefined()
    expect(parse({ social: { github: { clientId: 'c' } } }, { WALLETKIT_GITHUB_SECRET: 's' }).farcaster).toBeUndefined()
  })

  it('takes another relay and another registry', () => {
    const registry = `0x${'ab'.repeat(20)}`
    const given = { rpc: 'env:OP_RPC', url: 'https://relay.example', registry }
    const { farcaster } = parse({ social: { farcaster: given } }, OP)
    expect(farcaster?.url).toBe('https://relay.example')
    expect(farcaster?.registry.toLowerCase()).toBe(registry)
  })

  it('is refused by the path of what is wrong', () => {
    expect(of('env:OP_RPC')).toEqual(['social.farcaster'])
    expect(of({})).toEqual(['social.farcaster.rpc'])
    expect(of({ rpc: 'env:OP_RPC' }, {})).toEqual(['social.farcaster.rpc'])
    expect(of({ rpc: `https://node.example/${'a1'.repeat(16)}` })).toEqual(['social.farcaster.rpc'])
    expect(of({ rpc: 'env:OP_RPC', url: 'https://relay.example/v1' })).toEqual(['social.farcaster.url'])
    expect(of({ rpc: 'env:OP_RPC', registry: '0x12' })).toEqual(['social.farcaster.registry'])
    expect(of({ rpc: 'env:OP_RPC', clientId: 'c' })).toEqual(['social.farcaster.clientId'])
  })

  it('is reached by https in production, but for a node of the operator’s own', () => {
    const pathsFor = (farcaster: object) => pathsOf({ ...PRODUCTION, social: { farcaster } }, SECRETS)
    expect(pathsFor({ rpc: 'http://node.example', url: 'http://relay.example' })).toEqual([
      'social.farcaster.url',
      'social.farcaster.rpc',
    ])
    expect(pathsFor({ rpc: 'http://10.0.0.7:8545' })).toEqual([])
  })
})
