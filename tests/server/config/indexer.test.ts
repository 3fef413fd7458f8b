/** What `sources.index` reads of the networks. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '../../../server/config/config.ts'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const networks = [1, 10].map((id) => ({ id, name: `Network ${id}`, rpc: 'http://127.0.0.1:1' }))
const parse = (index: unknown) =>
  parseConfig({ networks, sources: { index } }, { environment: {}, readFile: () => '' }, '/srv')
const pathsOf = (index: unknown) => {
  try {
    parse(index)
  } catch (error) {
    if (error instanceof ConfigError) return error.issues.map(({ path }) => path)
    throw error
  }
  return []
}

describe('the source index', () => {
  it('begins at a block of each network, and may name accounts there', () => {
    const { index } = parse({ from: { 1: 21_000_000 }, accounts: [`eip155:1:${ACCOUNT.toLowerCase()}`] })
    expect([...(index?.from ?? [])]).toEqual([[1, 21_000_000]])
    expect(index?.accounts).toEqual([{ id: 1, account: ACCOUNT }])
    expect(parseConfig({}, { environment: {}, readFile: () => '' }, '/srv').index).toBeUndefined()
  })

  it('refuses networks that are not in the config, blocks that are none, and accounts elsewhere', () => {
    expect(pathsOf({})).toEqual(['sources.index.from'])
    expect(pathsOf({ from: {} })).toEqual(['sources.index.from'])
    expect(pathsOf({ from: { 137: 1 } })).toEqual(['sources.index.from.137'])
    for (const block of [-1, 1.5, 'latest', null])
      expect(pathsOf({ from: { 1: block } })).toEqual(['sources.index.from.1'])
    for (const account of [`eip155:10:${ACCOUNT}`, ACCOUNT, 'eip155:1:0x12', 7])
      expect(pathsOf({ from: { 1: 0 }, accounts: [account] })).toEqual(['sources.index.accounts[0]'])
    expect(pathsOf({ from: { 1: 0 }, accounts: 'all' })).toEqual(['sources.index.accounts'])
    expect(pathsOf({ from: { 1: 0 }, url: 'https://a.example' })).toEqual(['sources.index.url'])
    expect(pathsOf(true)).toEqual(['sources.index'])
  })

  it('is read or refused as a config, whatever it is', () => {
    const value = fc.oneof(fc.jsonValue(), fc.record({ from: fc.jsonValue(), accounts: fc.jsonValue() }))
    fc.assert(
      fc.property(value, (index) => {
        for (const path of pathsOf(index)) expect(path).toMatch(/^sources\.index/)
      }),
    )
  })
})
