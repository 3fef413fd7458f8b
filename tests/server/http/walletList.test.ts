/** The wallet list: the operator's file, and the requests of pages for it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { pageOfWallets, readWalletList } from '../../../server/http/walletList.ts'
import { startHosted } from '../../support/hosted.ts'

const folder = mkdtempSync(join(tmpdir(), 'wallets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'wallets.json')
const write = (value: unknown) => writeFileSync(path, JSON.stringify(value))

const WALLETS = [
  { id: 'a', name: 'Alpha', chains: ['eip155:1'] },
  { id: 'b', name: 'Beta', chains: ['eip155:1', 'solana:x'] },
  { id: 'c', name: 'Gamma alpha' },
]
const ids = (query: string) => pageOfWallets(WALLETS, new URLSearchParams(query)).data.map(({ id }) => id)

it('finds wallets by name, id and network, page by page', () => {
  expect(ids('')).toEqual(['a', 'b', 'c'])
  expect(ids('search=ALPHA')).toEqual(['a', 'c'])
  expect(ids('include=b,c&exclude=c')).toEqual(['b'])
  expect(ids('chains=solana:x')).toEqual(['b'])
  expect(ids('entries=2&page=2')).toEqual(['c'])
  expect(pageOfWallets(WALLETS, new URLSearchParams('entries=1')).count).toBe(3)
  expect(ids('entries=-1&page=x')).toEqual(['a', 'b', 'c'])
})

it('names the entry of a file that is wrong', () => {
  for (const [value, text] of [
    [{}, 'is not a list'],
    [[{ id: 'a' }], 'entry 0'],
    [[WALLETS[0], 7], 'entry 1'],
  ] as const) {
    write(value)
    expect(() => readWalletList(path)).toThrow(text)
  }
})

it('never answers more than a page, whatever is asked', () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ id: String(at), name: `W${at}` }))
  fc.assert(
    fc.property(fc.string(), fc.string(), (entries, page) => {
      const { data, count } = pageOfWallets(many, new URLSearchParams({ entries, page }))
      expect(data.length).toBeLessThanOrEqual(100)
      expect(count).toBe(300)
    }),
  )
})

it('is served to pages of every origin, and not again to those that have it', async () => {
  write(WALLETS)
  const hosted = await startHosted({ wallets: path })
  const answer = await fetch(`${hosted.url()}/getWallets?search=beta`, { headers: { origin: 'https://a.example' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toEqual({ data: [WALLETS[1]], count: 1 })
  // The same again, another one, and one that the page has already.
  const ask = (query: string, init?: RequestInit) => fetch(`${hosted.url()}/getWallets${query}`, init)
  expect(await (await ask('?search=beta')).text()).toBe(JSON.stringify({ data: [WALLETS[1]], count: 1 }))
  expect(await (await ask('')).json()).toEqual({ data: WALLETS, count: 3 })
  const etag = answer.headers.get('etag') ?? ''
  expect((await ask('?search=beta', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await ask('?search=gamma', { headers: { 'if-none-match': etag } })).status).toBe(200)
  const head = await ask('?search=beta', { method: 'HEAD' })
  expect([head.headers.get('etag'), head.headers.get('content-length'), await head.text()]).toEqual([
    etag,
    String(JSON.stringify({ data: [WALLETS[1]], count: 1 }).length),
    '',
  ])
  await hosted.close()
})
