/**
 * A Chromium driven over the DevTools protocol directly. Playwright requests the lines of each error in a page
 * (`Runtime.enable`). React creates errors while its file runs, and V8 parses the whole file again to find their lines:
 * 100 ms of the plain page's first click at a 4× slowdown, which visitors without developer tools do not have.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright-core'
import { CHROMIUM_ARGS } from '../../cli/repo/browser.ts'

/** Sends a command to the browser or a page. Rejects with the browser's error, or when the browser exits. */
export type Send = CDPSession['send']
export type Chromium = {
  /** Without a session, sends to the browser itself. */
  to: (session?: string) => Send
  /**
   * Resolves with the parameters of the next event with this name, of this page or of the browser itself. Rejects if
   * the browser exits first.
   */
  next: (event: string, session?: string) => Promise<unknown>
  close: () => Promise<void>
}

/** The flags that Playwright uses: the browser does not throttle pages in the background. */
const ARGS = [
  ...CHROMIUM_ARGS,
  '--headless',
  '--hide-scrollbars',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

type Message = {
  id?: number
  method?: string
  sessionId?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}
type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void }

export async function startChromium(path: string): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'walletkit-bench-'))
  const args = [...ARGS, `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank']
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const [, , , requests, answers] = child.stdio as unknown as [null, null, null, Writable, Readable]
  /** The pending calls, by a command's id, or by session and name of an event. */
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

  const take = ({ id, method, sessionId, params, result, error }: Message) => {
    const key = id ?? `${sessionId} ${method}`
    const taken = waiting.get(key)
    waiting.delete(key)
    if (error) taken?.reject(new Error(error.message))
    else taken?.resolve((id === undefined ? params : result) as never)
  }
  // The pipe protocol ends each message with a zero byte.
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
  const next = (event: string, session?: string) => answer(`${session} ${event}`)
  const close = async () => {
    void to()('Browser.close').catch(() => undefined)
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { to, next, close }
}
