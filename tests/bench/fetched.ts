/**
 * Records what a new visitor's browser loads: with the page, until the wallet row is shown, and other hosts until a
 * connection.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Request } from 'playwright-core'
import { gzip } from './gzip.ts'
import { initScripts, VIEWPORT, WALLET } from './page.ts'

/** A file. `gzip` is its size at level 9; `eager` means that it loads with the page. */
export type File = { path: string; kind: 'script' | 'style'; gzip: number; eager: boolean; react: boolean }
export type Fetched = {
  files: File[]
  /** The requests before the row was shown that are not for files of the page. */
  data: string[]
  /** The hosts besides this computer that were asked: at load, open and connect. */
  strangers: string[]
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/
/** Matches React's renderer in a minified file. */
const REACT = /Minified React error #/
/** The ms to wait, shorter than the two idle seconds after which the page preloads the modal. */
const QUIET = 1_000
const KIND: Record<string, File['kind']> = { script: 'script', stylesheet: 'style' }

/** `wallet` is the script that installs a wallet, which can connect. */
export async function measureFetched(
  browser: Browser,
  wallet: string,
  { url, dist }: { url: string; dist: string },
): Promise<Fetched> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const asked: { url: string; type: string; own: boolean; noted: number }[] = []
  const strangers: string[] = []
  const note = (address: string) => {
    const { protocol, hostname } = new URL(address)
    if (/^(https?|wss?):$/.test(protocol) && !LOOPBACK.test(hostname)) strangers.push(address)
  }
  context.on('request', (request: Request) => {
    note(request.url())
    if (/^https?:/.test(request.url()))
      asked.push({
        url: request.url(),
        type: request.resourceType(),
        own: request.isNavigationRequest(),
        noted: Date.now(),
      })
  })
  context.on('page', (page) => page.on('websocket', (socket) => note(socket.url())))
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    for (const script of initScripts(wallet)) await page.addInitScript(script)
    await page.goto(url)
    await page.evaluate(() => __bench.ready())
    await page.waitForTimeout(QUIET)
    const eager = new Set(asked.map((request) => request.url))
    const { at } = await page.evaluate(() => __bench.open())
    await page.waitForTimeout(QUIET)
    // Use the page's own clock to decide what had started when the row showed. It does not list requests that may
    // outlive the page (`keepalive`): those count by the time at which the request event arrived.
    const { origin, entries } = await page.evaluate(() => ({
      origin: performance.timeOrigin,
      entries: performance.getEntriesByType('resource').map((each) => [each.name, each.startTime] as const),
    }))
    const started = new Map(entries)
    const startOf = ({ url, noted }: (typeof asked)[number]) => started.get(url) ?? noted - origin
    const until = asked.filter((request) => !request.own && startOf(request) <= at)
    const code = until.flatMap(({ url, type }) => (KIND[type] ? [{ url, kind: KIND[type] }] : []))
    const files = await Promise.all(
      code.map(async (each): Promise<File> => {
        const path = new URL(each.url).pathname
        const content = await readFile(join(dist, path))
        const react = REACT.test(content.toString())
        return { path, kind: each.kind, gzip: gzip(content), eager: eager.has(each.url), react }
      }),
    )
    await page.getByRole('button', { name: new RegExp(WALLET) }).click()
    await page.waitForFunction(() => localStorage.getItem('@appkit/connection_status') === 'connected')
    await page.waitForTimeout(QUIET)
    return { files, data: until.filter(({ type }) => !KIND[type]).map((request) => request.url), strangers }
  } finally {
    await context.close()
  }
}

export type Bytes = {
  eagerGzip: number
  firstOpenGzip: number
  requestsToOpen: number
  dataRequestsToOpen: number
  thirdPartyRequests: number
}

/** `react` is the size of React alone, which is subtracted once if the files include React. */
export function bytesOf({ files, data, strangers }: Fetched, react: number): Bytes {
  const over = (some: readonly File[]) =>
    some.reduce((sum, file) => sum + file.gzip, 0) - (some.some((file) => file.react) ? react : 0)
  return {
    // Only scripts count, because the page's style sheet is not ours.
    eagerGzip: over(files.filter(({ eager, kind }) => eager && kind === 'script')),
    firstOpenGzip: over(files),
    requestsToOpen: files.length,
    dataRequestsToOpen: data.length,
    thirdPartyRequests: strangers.length,
  }
}
