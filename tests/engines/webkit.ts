/** Drives WebKitGTK with its own driver, on a virtual display, because it has no headless mode. */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { freePort } from '../../cli/repo/freePort.ts'
import { end } from '../../cli/repo/run.ts'
import { type Driver, type Engine, FRAMES, type Inside, type Key, VIEWPORT } from './engine.ts'
import { newSession, type Session } from './webDriver.ts'

/** WebDriver's code points for keys that are not characters. */
const KEYS: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' }
const POINTER = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
const KEYBOARD = { type: 'key', id: 'keyboard' }
const XVFB = '/usr/bin/Xvfb'
const SCREEN = { width: VIEWPORT.width + 100, height: VIEWPORT.height + 200 }
/**
 * The place of another window: under the display's pointer, which rests in its middle. Without a window manager, the
 * window under the pointer has the focus.
 */
const MIDDLE = { x: Math.round(SCREEN.width / 2) - 200, y: Math.round(SCREEN.height / 2) - 200 }
/** The ms to wait for a screenshot and for the browser's start, which sometimes never end. */
const [PICTURE, START] = [10_000, 20_000]

export const webkit: Engine = {
  name: 'webkit',
  agent: /\bVersion\/[\d.]+ Safari\//,
  start: async (path, env) => {
    const [driverPath = '', browserPath = ''] = path.split(':')
    const screen = `${SCREEN.width}x${SCREEN.height}x24`
    const xvfb = spawn(XVFB, ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const display = (await lineOf(xvfb.stdio[3] as Readable, 'Xvfb')).trim()
    const own = { ...env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' }
    const begin = () => startSession(driverPath, browserPath, own)
    return {
      open: async () => open(await begin().catch(begin)),
      stop: () => end(xvfb),
    }
  },
}

/**
 * Starts a driver and its browser. Stops both if the browser does not connect to the driver, which happens sometimes.
 */
async function startSession(driverPath: string, binary: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], { env, stdio: 'ignore', detached: true })
  const stop = async () => {
    // Kill the process group, because the browser is a child process of the driver.
    if (driver.pid) process.kill(-driver.pid, 'SIGTERM')
    await end(driver)
  }
  try {
    const url = `http://127.0.0.1:${port}`
    await answers(`${url}/status`)
    const browser = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    return { ...(await newSession(url, browser, START)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
type Started = Session & { stop: () => Promise<void> }

async function open({ ask, act, stop }: Started): Promise<Driver> {
  await ask('POST', '/window/rect', { ...VIEWPORT, height: VIEWPORT.height + 100 })
  const key = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
  const picture = () => ask<string>('GET', '/screenshot', undefined, PICTURE)
  /** The windows that have the focus. To move one again would disable its buttons. */
  const focused = new Set<string>()
  /** Runs a task in a frame or in the login service's window, and returns to the page. */
  const within = async <T>(where: Inside, task: () => Promise<T>): Promise<T | undefined> => {
    const own = await ask<string>('GET', '/window')
    if (where === 'window') {
      const other = (await ask<string[]>('GET', '/window/handles')).find((handle) => handle !== own)
      if (other === undefined) return undefined
      await ask('POST', '/window', { handle: other })
      if (!focused.has(other)) {
        focused.add(other)
        await ask('POST', '/window/rect', MIDDLE)
      }
    } else {
      const frame = { using: 'css selector', value: FRAMES[where] }
      await ask('POST', '/frame', { id: await ask<object>('POST', '/element', frame) })
    }
    try {
      return await task()
    } finally {
      if (where === 'window') await ask('POST', '/window', { handle: own })
      else await ask('POST', '/frame', { id: null })
    }
  }
  const evaluate = <T>(expression: string) =>
    ask<T>('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  const click = (x: number, y: number) =>
    act(POINTER, [
      { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  return {
    inside: (where, expression) => within(where, () => evaluate(expression)),
    clickInside: async (where, x, y) =>
      void (await (where === 'window' ? within(where, () => click(x, y)) : click(x, y))),
    go: (to) => ask('POST', '/url', { url: to }),
    reload: () => ask('POST', '/refresh'),
    evaluate,
    click,
    type: (text) => act(KEYBOARD, [...text].flatMap(key)),
    key: (name) => act(KEYBOARD, key(KEYS[name])),
    screenshot: async () => Buffer.from(await picture().catch(picture), 'base64'),
    // WebKitGTK does not log the page's console when it is automated.
    log: () => [],
    close: async () => {
      try {
        await ask('DELETE', '')
      } finally {
        await stop()
      }
    },
  }
}

function lineOf(stream: Readable, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    stream.once('end', () => reject(new Error(`${name} ended before it said anything`)))
  })
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(url).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Nothing answers at ${url}`)
}
