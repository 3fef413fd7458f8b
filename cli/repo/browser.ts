/**
 * One way to a browser for every command: `WALLETKIT_CHROMIUM`, else the system's Chromium, else the one that
 * @sparticuz/chromium ships, else, as root on a Debian-like system, apt-get (said before it is done; never sudo).
 */
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { installPackage } from './apt.ts'
import { say } from './run.ts'

export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The same engine without a desktop's windows: a flow takes a third less of the machine. */
const SHELL = ['/usr/bin/chromium-headless-shell']

/** What would bring a browser, for a message. */
export const BROWSER_ADVICE =
  'Install Chromium (Debian: apt-get install -y chromium), or set WALLETKIT_CHROMIUM to its path.'

/** The path of a browser that starts, or `undefined` when none can be had here. */
export async function findChromium(): Promise<string | undefined> {
  const named = process.env['WALLETKIT_CHROMIUM']
  if (named) return (await starts(named)) ? named : undefined
  const system = await firstOf(SYSTEM)
  if (system) return system
  const shipped = await shippedChromium()
  if (shipped && (await starts(shipped))) return shipped
  return (await installPackage('chromium', 'no browser found')) ? firstOf(SYSTEM) : undefined
}

/** A whole browser that is there already: for what the shell lacks, as the back/forward cache. */
export const findDesktopChromium = () => firstOf(SYSTEM)

/** The same for tests, which only ask what a page does: the headless shell where it is there or can be had. */
export async function findTestChromium(): Promise<string | undefined> {
  if (process.env['WALLETKIT_CHROMIUM']) return findChromium()
  const shell = await firstOf(SHELL)
  if (shell) return shell
  const isInstalled = await installPackage('chromium-headless-shell', 'no headless shell of Chromium found')
  return (isInstalled ? await firstOf(SHELL) : undefined) ?? findChromium()
}

type LaunchOptions = {
  /** With the back/forward cache, which Playwright turns off. */
  pageCache?: boolean
  /** Further flags. */
  args?: readonly string[]
}

/** A headless browser. The caller closes it. */
export async function launch(path: string, { pageCache = false, args = [] }: LaunchOptions = {}): Promise<Browser> {
  const ignoreDefaultArgs = pageCache ? ['--disable-back-forward-cache'] : []
  return chromium.launch({ executablePath: path, args: [...CHROMIUM_ARGS, ...args], headless: true, ignoreDefaultArgs })
}

async function firstOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (existsSync(path) && (await starts(path))) return path
  return undefined
}

async function starts(path: string): Promise<boolean> {
  try {
    const browser = await launch(path)
    await browser.close()
    return true
  } catch {
    return false
  }
}

async function shippedChromium(): Promise<string | undefined> {
  try {
    const shipped = (await import('@sparticuz/chromium')) as { default: { executablePath: () => Promise<string> } }
    say('· unpacking the bundled Chromium …')
    return await shipped.default.executablePath()
  } catch {
    return undefined
  }
}
