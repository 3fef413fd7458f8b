/** A wallet-list service on loopback with the test's own wallets. Its responses have the real service's format. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Wallet } from '../../runtime/contracts/config.ts'

type Query = Readonly<Record<string, string>>
const listOf = (text: string | undefined) => (text ? text.split(',') : [])

/** One page of a query's results, with at most 100 entries, as the real service has. */
export function answerOf(wallets: readonly Wallet[], query: Query): { data: Wallet[]; count: number } {
  const [include, exclude, chains] = [query['include'], query['exclude'], query['chains']].map(listOf)
  const search = query['search']?.toLowerCase() ?? ''
  const found = wallets.filter(
    (wallet) =>
      (!include?.length || include.includes(wallet.id)) &&
      !exclude?.includes(wallet.id) &&
      (!chains?.length || wallet.chains?.some((chain) => chains.includes(chain))) &&
      (!query['badge_type'] || wallet.badge_type === query['badge_type']) &&
      wallet.name.toLowerCase().includes(search),
  )
  const entries = Math.min(Number(query['entries'] ?? 40), 100)
  const start = (Number(query['page'] ?? 1) - 1) * entries
  return { data: found.slice(start, start + entries), count: found.length }
}

/** A PNG of 96 by 96 pixels in two colours, in place of the wallets' pictures. */
function drawPicture(): Buffer {
  const png = new PNG({ width: 96, height: 96 })
  for (let at = 0; at < 96 * 96; at++) png.data.set(at % 96 < 48 ? [15, 118, 110, 255] : [255, 217, 138, 255], at * 4)
  return PNG.sync.write(png)
}

/** Runs the service for the tests of one file. `asked` contains the queries of the running test, oldest first. */
export function useDirectory(wallets: readonly Wallet[]) {
  const asked: Query[] = []
  const picture = drawPicture()
  let held: (() => void)[] | undefined
  let failing = false
  let url = ''
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    if (pathname.startsWith('/getWalletImage/'))
      return void response
        .writeHead(200, { ...headers, 'content-type': 'image/png', 'cache-control': 'max-age=600' })
        .end(picture)
    if (pathname !== '/getWallets') return void response.writeHead(404, headers).end()
    const query = Object.fromEntries(searchParams)
    asked.push(query)
    const answer = () =>
      failing
        ? response.writeHead(500, headers).end()
        : response.writeHead(200, headers).end(JSON.stringify(answerOf(wallets, query)))
    if (held) held.push(answer)
    else answer()
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    asked.length = 0
    held = undefined
    failing = false
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    asked,
    get url() {
      return url
    },
    /** With `true`, answers with status 500 from now on; `false` ends that. */
    fail: (how: boolean) => void (failing = how),
    /** Delays all responses until `release`. */
    hold: () => void (held ??= []),
    /** Sends the delayed responses, in their order or newest first, and answers at once from now on. */
    release: ({ newestFirst = false } = {}) => {
      const waiting = held ?? []
      held = undefined
      for (const answer of newestFirst ? waiting.reverse() : waiting) answer()
    },
  }
}
