/** The services of the config: sources, the exchange and the seller, and their keys. */
import { describe, expect, it } from 'vitest'
import { type Issue, createReader } from '../../../server/config/read.ts'
import { exchangesOf, refuseServicesInClear, sellerOf, SOURCES, sourcesOf } from '../../../server/config/sources.ts'

type Given = { environment?: Record<string, string>; files?: Record<string, string> }
const SECRET = 'SECRET-KEY-7f3a'
const KEYS = Object.fromEntries(
  ['ETHERSCAN', 'ALCHEMY', 'HELIUS', '0X', 'MOONPAY'].map((name) => [`WALLETKIT_${name}_KEY`, SECRET]),
)

function run<T>(
  of: (value: unknown, secrets: Parameters<typeof sourcesOf>[1], read: ReturnType<typeof createReader>) => T,
  value: unknown,
  { environment = KEYS, files = {} }: Given = {},
) {
  const issues: Issue[] = []
  const readFile = (path: string) => {
    const text = files[path]
    if (text === undefined) throw new Error('ENOENT')
    return text
  }
  const found = of(value, { environment, readFile }, createReader(issues))
  // A config's errors are printed.
  expect(JSON.stringify(issues)).not.toContain(SECRET)
  return { found, issues, paths: issues.map(({ path }) => path) }
}

describe('the field "sources"', () => {
  it('is read in its order, with the addresses and keys of each', () => {
    const { found, issues } = run(sourcesOf, {
      ...{ rpc: {}, blockscout: { networks: { 1: 'https://eth.blockscout.com' } }, etherscan: {} },
      ...{ alchemy: { networks: { 999: 'hype-mainnet' } }, coingecko: {}, defillama: {}, helius: {} },
    })
    expect(issues).toEqual([])
    expect(found.map(({ name, url, key }) => [name, url, key])).toEqual([
      ['rpc', '', undefined],
      ['blockscout', '', undefined],
      ['etherscan', 'https://api.etherscan.io', SECRET],
      ['alchemy', '', SECRET],
      ['coingecko', 'https://api.coingecko.com', undefined],
      ['defillama', 'https://coins.llama.fi', undefined],
      ['helius', 'https://api.helius.xyz', SECRET],
    ])
    expect(found[1]?.networks).toEqual({ 1: 'https://eth.blockscout.com' })
    expect(found[3]?.networks).toEqual({ 999: 'hype-mainnet' })
  })

  it('is empty where it is missing', () => {
    expect(run(sourcesOf, undefined)).toMatchObject({ found: [], issues: [] })
  })

  it('reads keys from files too, and does not take one for a service without keys', () => {
    const environment = { WALLETKIT_ETHERSCAN_KEY_FILE: '/run/key', WALLETKIT_DEFILLAMA_KEY: SECRET }
    const { found } = run(
      sourcesOf,
      { etherscan: {}, defillama: {} },
      { environment, files: { '/run/key': `${SECRET}\n` } },
    )
    expect(found.map(({ key }) => key)).toEqual([SECRET, undefined])
  })

  it('takes an optional key of a service', () => {
    const environment = { WALLETKIT_COINGECKO_KEY: SECRET }
    expect(run(sourcesOf, { coingecko: {} }, { environment }).found[0]?.key).toBe(SECRET)
  })

  it('names a key that is missing, once', () => {
    const { found, issues } = run(sourcesOf, { etherscan: {} }, { environment: {} })
    expect(found).toEqual([])
    expect(issues).toMatchObject([
      { path: 'WALLETKIT_ETHERSCAN_KEY', problem: expect.stringContaining('is not set') as string },
    ])
    const environment = { WALLETKIT_ETHERSCAN_KEY_FILE: '/nowhere' }
    expect(run(sourcesOf, { etherscan: {} }, { environment }).paths).toEqual(['WALLETKIT_ETHERSCAN_KEY_FILE'])
  })

  it('names what it does not know', () => {
    expect(run(sourcesOf, 'etherscan').paths).toEqual(['sources'])
    expect(run(sourcesOf, { covalent: {} }).paths).toEqual(['sources.covalent'])
    expect(run(sourcesOf, { etherscan: 'x' }).paths).toEqual(['sources.etherscan'])
    // A key in the file would end in a repository.
    expect(run(sourcesOf, { etherscan: { key: SECRET } }).paths).toEqual(['sources.etherscan.key'])
    expect(run(sourcesOf, { etherscan: { networks: {} } }).paths).toEqual(['sources.etherscan.networks'])
    expect(run(sourcesOf, { rpc: { url: 'https://node.example' } }).paths).toEqual(['sources.rpc.url'])
    expect(run(sourcesOf, { etherscan: { url: 'https://a.example/path' } }).paths).toEqual(['sources.etherscan.url'])
  })

  it('has a name of each network in letters, digits and dashes: it becomes a part of an address', () => {
    const of = (networks: unknown) => run(sourcesOf, { alchemy: { networks } }).paths
    expect(of({ 1: 'eth-mainnet', 204: 'op_bnb' })).toEqual([])
    for (const name of ['', 'a.evil.example/', 'evil.example#', 'a b', '-a', 7, null, ['a']])
      expect(of({ 1: name }), String(name)).toEqual(['sources.alchemy.networks.1'])
    expect(of({ eth: 'a', '01': 'a', '': 'a' })).toEqual([
      ...['sources.alchemy.networks.eth', 'sources.alchemy.networks.01', 'sources.alchemy.networks.""'],
    ])
    expect(of([])).toEqual(['sources.alchemy.networks'])
  })

  it('has the origins of Blockscout, at least one', () => {
    const of = (fields: object) => run(sourcesOf, { blockscout: fields }).paths
    expect(of({ networks: { 1: 'https://eth.blockscout.com', 31337: 'http://127.0.0.1:4000' } })).toEqual([])
    expect(of({})).toEqual(['sources.blockscout.networks'])
    expect(of({ networks: {} })).toEqual(['sources.blockscout.networks'])
    for (const origin of ['eth.blockscout.com', 'https://eth.blockscout.com/', 'https://a.example/eth', 'ftp://a', 7])
      expect(of({ networks: { 1: origin } }), String(origin)).toEqual(['sources.blockscout.networks.1'])
    // It has no origin of its own that answers for all networks.
    const both = { url: 'https://eth.blockscout.com', networks: { 1: 'https://eth.blockscout.com' } }
    expect(of(both)).toEqual(['sources.blockscout.url'])
  })

  it('knows every name of its table', () => {
    const value = Object.fromEntries(Object.keys(SOURCES).map((name) => [name, {}]))
    expect(run(sourcesOf, value).paths).toEqual(['sources.blockscout.networks'])
  })
})

describe('services in production', () => {
  const refused = (value: unknown) => {
    const { found } = run(sourcesOf, value)
    return run((_, __, read) => refuseServicesInClear('sources', found, read), undefined).paths
  }

  it('have https, where keys would be sent in clear without', () => {
    expect(refused({ etherscan: { url: 'http://etherscan.example' } })).toEqual(['sources.etherscan.url'])
    expect(refused({ etherscan: {}, alchemy: { networks: { 1: 'http' } } })).toEqual([])
  })

  it('have https at every instance of Blockscout but one on this machine', () => {
    const networks = {
      1: 'https://a.example',
      10: 'http://b.example',
      5: 'http://127.0.0.1:4000',
      6: 'http://localhost',
    }
    expect(refused({ blockscout: { networks } })).toEqual(['sources.blockscout.networks.10'])
  })
})

describe('the fields "swaps" and "onramp"', () => {
  it('name one service each', () => {
    const ofEvm = (value: unknown) => run(exchangesOf, value).found.swaps
    expect(ofEvm({ '0x': {} })).toMatchObject({ name: '0x', url: 'https://api.0x.org', key: SECRET })
    expect(run(exchangesOf, { '0x': {}, lifi: {} }).paths).toEqual(['swaps'])
    expect(ofEvm(undefined)).toBeUndefined()
    // Solana has an exchange of its own beside it.
    const both = run(exchangesOf, { jupiter: {}, lifi: {} }, { environment: { WALLETKIT_JUPITER_KEY: SECRET } })
    expect(both.paths).toEqual([])
    expect(both.found).toMatchObject({ swaps: { name: 'lifi' }, solanaSwaps: { name: 'jupiter', key: SECRET } })
    expect(run(exchangesOf, { jupiter: {} }).paths).toEqual(['WALLETKIT_JUPITER_KEY'])
    expect(run(sellerOf, { moonpay: { clientId: 'pk_1' } }).found).toMatchObject({ clientId: 'pk_1', key: SECRET })
    expect(run(sellerOf, { moonpay: {} }).paths).toEqual(['onramp.moonpay.clientId'])
    expect(run(sellerOf, { ramp: { clientId: '' } }).paths).toEqual(['onramp.ramp.clientId'])
  })
})
