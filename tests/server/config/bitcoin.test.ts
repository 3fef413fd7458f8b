/** The Bitcoin network of the config, and the server that answers for it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '../../../server/config/config.ts'
import { masterKey } from '../../support/hosted.ts'

const environment = { WALLETKIT_MASTER_KEYS: masterKey('k1'), WALLETKIT_SMTP: 'smtp://mail.example' }
const secrets = { environment, readFile: () => '' }
const parse = (value: object) => parseConfig(value, secrets, '/srv')
const pathsOf = (value: object) => {
  try {
    parse(value)
  } catch (error) {
    if (error instanceof ConfigError) return error.issues.map(({ path }) => path)
    throw error
  }
  return []
}
const urlOf = (bitcoin: object, esplora: object = {}) => parse({ bitcoin, sources: { esplora } }).sources[0]?.url
const SIGNET = '00000008819873e925422c1ff0f99f7c'
const TESTNET4 = '00000000da84f2bafbbc53dee25a72ae'
const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328'

describe('the field bitcoin', () => {
  it('is the mainnet unless it names a test network by its first block', () => {
    expect(parse({}).bitcoin).toBeUndefined()
    expect(parse({ bitcoin: {} }).bitcoin).toEqual({ id: '000000000019d6689c085ae165831e93', chain: 'mainnet' })
    expect(parse({ bitcoin: { id: SIGNET } }).bitcoin).toEqual({ id: SIGNET, chain: 'signet' })
    for (const id of ['testnet4', SIGNET.toUpperCase(), `${SIGNET}0`, '', 7, null])
      expect(pathsOf({ bitcoin: { id } }), String(id)).toEqual(['bitcoin.id'])
    for (const bitcoin of [true, [], 'mainnet']) expect(pathsOf({ bitcoin })).toEqual(['bitcoin'])
    expect(pathsOf({ bitcoin: { rpc: 'https://node.example' } })).toEqual(['bitcoin.rpc'])
  })

  it('has the public server of its network, or one of the operator’s own, with a path', () => {
    expect(urlOf({})).toBe('https://mempool.space/api')
    expect(urlOf({ id: TESTNET4 })).toBe('https://mempool.space/testnet4/api')
    expect(urlOf({}, { url: 'https://esplora.example/api' })).toBe('https://esplora.example/api')
    expect(urlOf({ id: REGTEST }, { url: 'http://127.0.0.1:3002' })).toBe('http://127.0.0.1:3002')
    for (const url of [
      'https://e.example/api/',
      'https://e.example/?key=1',
      'https://u:p@e.example',
      'ftp://e.example',
      7,
    ])
      expect(pathsOf({ bitcoin: {}, sources: { esplora: { url } } }), String(url)).toEqual(['sources.esplora.url'])
  })

  it('is needed for its source, as is a server where there is no public one', () => {
    expect(pathsOf({ sources: { esplora: {} } })).toEqual(['bitcoin'])
    expect(pathsOf({ bitcoin: { id: REGTEST }, sources: { esplora: {} } })).toEqual(['sources.esplora.url'])
  })

  it('has no server on the internet without https in production, but in the own network', () => {
    const production = (url: string) =>
      pathsOf({
        ...{ mode: 'production', url: 'https://login.example', sites: ['https://shop.example'] },
        ...{ mail: { from: 'a@b.example' }, bitcoin: {}, sources: { esplora: { url } } },
      })
    expect(production('http://esplora.example/api')).toEqual(['sources.esplora.url'])
    for (const url of ['http://electrs:3002', 'http://10.0.0.7:3002', 'https://esplora.example/api'])
      expect(production(url)).toEqual([])
  })

  it('is read or refused as a config, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (bitcoin, esplora) => {
        const paths = pathsOf({ bitcoin, sources: { esplora } })
        for (const path of paths) expect(path).toMatch(/^(bitcoin|sources\.esplora)/)
        if (paths.length === 0) expect(parse({ bitcoin, sources: { esplora } }).sources[0]?.url).toMatch(/^https?:/)
      }),
    )
  })
})
