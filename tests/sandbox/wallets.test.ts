import { describe, expect, it } from 'vitest'
import type { Wallet } from '../../sandbox/index.ts'
import { createWallets } from '../../sandbox/wallets.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()

async function list(query: Record<string, string> = {}): Promise<{ data: Wallet[]; count: number }> {
  const search = new URLSearchParams({ projectId: 'p', ...query })
  const response = await fetch(`${sandbox().url}/getWallets?${search}`)
  expect(response.status).toBe(200)
  return (await response.json()) as { data: Wallet[]; count: number }
}

async function all(query: Record<string, string> = {}): Promise<Wallet[]> {
  const { count } = await list(query)
  const pages = Array.from({ length: Math.ceil(count / 100) }, (_, i) => String(i + 1))
  return (await Promise.all(pages.map((page) => list({ ...query, entries: '100', page })))).flatMap(({ data }) => data)
}

describe('GET /getWallets', () => {
  it('pages through more than 600 different wallets, in order', async () => {
    const first = await list()
    expect(first.data).toHaveLength(40)
    expect(first.count).toBeGreaterThan(600)
    const wallets = await all()
    expect(wallets).toHaveLength(first.count)
    for (const field of ['id', 'name', 'image_id'] as const) {
      expect(new Set(wallets.map((wallet) => wallet[field])).size).toBe(first.count)
    }
    expect(wallets.map(({ order }) => order)).toEqual(wallets.map(({ order }) => order).sort((a, b) => a - b))
    expect((await list({ page: '2' })).data[0]).toEqual(wallets[40])
    expect((await list({ page: '999' })).data).toEqual([])
  })

  it('has more than 600 for the sandbox chains, and keeps those of other chains out', async () => {
    const wallets = await all({ chains: 'eip155:31337,eip155:31338' })
    expect(wallets.length).toBeGreaterThan(600)
    expect(wallets.every(({ chains }) => chains.some((chain) => chain.startsWith('eip155:3133')))).toBe(true)
    const second = await list({ chains: 'eip155:31338' })
    expect(second.count).toBeLessThan(wallets.length)
    expect((await list()).count).toBeGreaterThan(wallets.length)
  })

  it('searches by name in any case, trimmed', async () => {
    const { data, count } = await list({ search: '  oRCHid v ' })
    expect(count).toBe(1)
    expect(data[0]?.name).toBe('Orchid Vault')
    expect(await list({ search: 'no such wallet' })).toEqual({ data: [], count: 0 })
  })

  it('includes, excludes, and both', async () => {
    const [a, b, c] = (await list()).data
    const ids = [a?.id, b?.id].join(',')
    expect((await list({ include: ids })).data).toEqual([a, b])
    expect((await list({ exclude: ids })).data[0]).toEqual(c)
    expect(await list({ include: ids, exclude: a?.id ?? '' })).toEqual({ data: [b], count: 1 })
  })

  it('filters by badge', async () => {
    const certified = await all({ badge_type: 'certified' })
    const none = await list({ badge_type: 'none' })
    expect(certified.length).toBeGreaterThan(50)
    expect(certified.every((wallet) => wallet.badge_type === 'certified')).toBe(true)
    expect(certified.length + none.count).toBe((await list()).count)
  })

  it('refuses a wrong page and a missing project id', async () => {
    for (const [query, status] of [
      ['projectId=p&page=0', 400],
      ['projectId=p&entries=many', 400],
      ['', 401],
    ] as const) {
      expect((await fetch(`${sandbox().url}/getWallets?${query}`)).status).toBe(status)
    }
  })

  it('is the same for the same seed and another for another', () => {
    const names = (seed: string) =>
      createWallets(seed, 'http://x')
        .list(new URLSearchParams({ entries: '100' }))
        .data.map((wallet) => JSON.stringify(wallet))
    expect(names('a')).toEqual(names('a'))
    expect(names('a')).not.toEqual(names('b'))
  })
})

describe('images', () => {
  it('draws an SVG without script for each wallet, asset and token, the same each time', async () => {
    const [first, second] = (await list()).data
    const paths = [
      new URL(first?.image_url ?? '').pathname,
      `/getWalletImage/${second?.image_id}`,
      '/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900',
      '/public/getTokenImage/USDC',
    ]
    const read = async (path: string) => {
      const response = await fetch(sandbox().url + path)
      expect(response.headers.get('content-type')).toBe('image/svg+xml')
      return response.text()
    }
    const drawn = await Promise.all(paths.map(read))
    expect(new Set(drawn).size).toBe(paths.length)
    for (const svg of drawn) expect(svg).toMatch(/^<svg [^>]*>(?!.*<script).*<\/svg>$/)
    expect(await Promise.all(paths.map(read))).toEqual(drawn)
  })

  it('has no image for a wallet that does not exist', async () => {
    expect((await fetch(`${sandbox().url}/getWalletImage/none`)).status).toBe(404)
  })

  it('never lets a name into the markup', async () => {
    const svg = await (await fetch(`${sandbox().url}/public/getTokenImage/${encodeURIComponent('<script>x')}`)).text()
    expect(svg).not.toContain('script')
  })
})
