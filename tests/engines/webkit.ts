/** WebKitGTK by its own driver, on a display of its own: it has no headless mode. */
import { spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { end } from '../../cli/repo/run.ts'
import { type Driver, type Engine, type Key, VIEWPORT } from './engine.ts'
import { newSession, type Session } from './webDriver.ts'

/** How WebDriver writes the keys that are no characters. */
const KEYS: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' }
const POINTER = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
const KEYBOARD = { type: 'key', id: 'keyboard' }
const XVFB = '/usr/bin/Xvfb'
/** ms: a picture of the page sometimes never comes, and neither does a browser. */
const [PICTURE, START] = [10_000, 20_000]

export const webkit: Engine = {
  name: 'webkit',
  agent: /\bVersion\/[\d.]+ Safari\//,
  start: async (path, env) => {
    const [driverPath = '', browserPath = ''] = path.split(':')
    const screen = `${VIEWPORT.width + 100}x${VIEWPORT.height + 200}x24`
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

/** A driver and its browser. A browser sometimes never reports to its driver: then neither is of use any more. */
async function startSession(driverPath: string, binary: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], { env, stdio: 'ignore', detached: true })
  const stop = async () => {
    // The browser is a child of the driver's, in its group.
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
  return {
    go: (to) => ask('POST', '/url', { url: to }),
    reload: () => ask('POST', '/refresh'),
    evaluate: (expression) => ask('POST', '/execute/sync', { script: `return ${expression}`, args: [] }),
    click: (x, y) =>
      act(POINTER, [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (text) => act(KEYBOARD, [...text].flatMap(key)),
    key: (name) => act(KEYBOARD, key(KEYS[name])),
    screenshot: async () => Buffer.from(await picture().catch(picture), 'base64'),
    // Under automation it writes nothing of a page's console.
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

/** WebKitWebDriver takes no port of its own choice. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
