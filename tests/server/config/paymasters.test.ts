/** The config of bundlers and paymasters, which smart accounts need. */
import { expect, it } from 'vitest'
import { parse, pathsOf, PRODUCTION, SECRETS } from './parse.ts'

it('names bundlers and paymasters, which production reaches by https or in its own network', () => {
  const network = { id: 1, name: 'Ethereum', rpc: 'https://node.example' }
  const bundlerOf = (bundler: unknown, environment = {}) =>
    parse({ networks: [{ ...network, bundler }] }, environment).networks[0]?.bundler
  expect(parse({ networks: [network] }).networks[0]?.bundler).toBeUndefined()
  expect(bundlerOf('https://bundler.example')).toBe('https://bundler.example')
  expect(bundlerOf('env:BUNDLER', { BUNDLER: 'https://b.example/?key=1' })).toBe('https://b.example/?key=1')
  for (const wrong of ['https://b.example/?key=1', 'env:BUNDLER', 'bundler', 7])
    expect(() => bundlerOf(wrong), String(wrong)).toThrow('networks[0].bundler')
  const sites = ['https://example.com']
  const paymaster = { url: 'https://pays.example/{chainId}', sites }
  expect(parse({ sites, paymasters: [paymaster, { url: 'http://pays' }] }).paymasters).toEqual([
    paymaster,
    { url: 'http://pays' },
  ])
  const wrong = [{}, { url: 'pays' }, { url: 7 }, { ...paymaster, sites: [] }, { ...paymaster, key: 'k' }, 7]
  for (const each of [...wrong, { ...paymaster, sites: ['https://other.example'] }])
    expect(() => parse({ sites, paymasters: [each] }), JSON.stringify(each)).toThrow('paymasters[0]')
  expect(pathsOf({ paymasters: {} })).toEqual(['paymasters'])
  const clear = { networks: [{ ...network, bundler: 'http://b.example' }], paymasters: [{ url: 'http://p.example' }] }
  expect(pathsOf({ ...PRODUCTION, ...clear }, SECRETS)).toEqual(['networks[0].bundler', 'paymasters[0].url'])
  const own = { networks: [{ ...network, bundler: 'http://bundler:4337' }], paymasters: [{ url: 'http://10.0.0.7' }] }
  expect(pathsOf({ ...PRODUCTION, ...own }, SECRETS)).toEqual([])
})
