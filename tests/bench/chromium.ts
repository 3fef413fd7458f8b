/**
 * A Chromium that is spoken to over its bare protocol. Playwright asks every page for the lines of each error
 * (`Runtime.enable`). React makes some as its file is run, and V8 parses that whole file once more to name their lines: in
 * the first click of the plain page, for 100 ms at 4×. Visitors without developer tools do not wait for that.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright-core'
import { CHROMIUM_ARGS } from '../../cli/repo/browser.ts'

/** Asks the browser, or one of its pages. Rejects with the browser's own words, or once it has ended. */
export type Send = CDPSession['send']
export type Chromium = {
  /** Without a session: to the browser itself. */
  to: (session?: string) => Send
  /** Resolves with the next event of that name in that page; rejects when the browser ends before. */
  next: (event: string, session: string) => Promise<void>
  close: () => Promise<void>
}

/** As Playwright starts it: a page that is not in front is not slowed down. */
const ARGS = [
  ...CHROMIUM_ARGS,
  '--headless',
  '--hide-scrollbars',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

type Message = { id?: number; method?: string; sessionId?: string; result?: unknown; error?: { message: string } }
type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void }

export async function startChromium(path: string): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'walletkit-bench-'))
  const args = [...ARGS, `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank']
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const [, , , requests, answers] = child.stdio as unknown as [null, null, null, Writable, Readable]
  /** By the number of a request, or by session and name of an event. */
  const waiting = new Map<number | string, Waiting>()
  let hasEnded = false
  const end = ({ reject }: Waiting) => reject(new Error(`${path} has ended`))
  const ended = new Promise<void>((resolve) => {
    child.once('error', resolve).once('exit', resolve)
  }).then(() => {
    hasEnded = true
    waiting.forEach(end)
  })
  const answer = (key: number | string) =>
    new Promise<never>((resolve, reject) => {
      if (hasEnded) end({ resolve, reject })
      else waiting.set(key, { resolve, reject })
    })

  const take = ({ id, method, sessionId, result, error }: Message) => {
    const key = id ?? `${sessionId} ${method}`
    const taken = waiting.get(key)
    waiting.delete(key)
    if (error) taken?.reject(new Error(error.message))
    else taken?.resolve(result as never)
  }
  // Messages end with a zero byte.
  let rest = ''
  answers.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) take(JSON.parse(message) as Message)
  })
  requests.on('error', () => undefined)

  let last = 0
  const to =
    (sessionId?: string): Send =>
    (method, params) => {
      requests.write(`${JSON.stringify({ id: ++last, method, params, sessionId })}\0`)
      return answer(last)
    }
  const next = (event: string, session: string) => answer(`${session} ${event}`)
  const close = async () => {
    void to()('Browser.close').catch(() => undefined)
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { to, next, close }
}
