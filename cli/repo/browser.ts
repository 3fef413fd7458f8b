/**
 * Finds a browser for this repository's commands: the one that `WALLETKIT_CHROMIUM` names, else an installed Chromium,
 * else the one in the package @sparticuz/chromium, else one that it installs with apt-get if the process is root.
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

/** Chromium's engine without desktop windows: a flow test uses a third less CPU with it. */
const SHELL = ['/usr/bin/chromium-headless-shell']

/** How to get a browser, for error messages. */
export const BROWSER_ADVICE =
  'Install Chromium (Debian: apt-get install -y chromium), or set WALLETKIT_CHROMIUM to its path.'

/**
 * The path of a browser that starts; `undefined` when there is none, or when the one that `WALLETKIT_CHROMIUM` names
 * does not start.
 */
export async function findChromium(): Promise<string | undefined> {
  const named = process.env['WALLETKIT_CHROMIUM']
  if (named) return (await starts(named)) ? named : undefined
  const system = await firstOf(SYSTEM)
  if (system) return system
  const shipped = await shippedChromium()
  if (shipped && (await starts(shipped))) return shipped
  return (await installPackage('chromium', 'no browser found')) ? firstOf(SYSTEM) : undefined
}

/** An installed full browser, for features that the headless shell lacks, such as the back/forward cache. */
export const findDesktopChromium = () => firstOf(SYSTEM)

/**
 * The browser for tests: the one that `WALLETKIT_CHROMIUM` names, else the headless shell if it is installed or can be
 * installed, else any Chromium.
 */
export async function findTestChromium(): Promise<string | undefined> {
  if (process.env['WALLETKIT_CHROMIUM']) return findChromium()
  const shell = await firstOf(SHELL)
  if (shell) return shell
  const isInstalled = await installPackage('chromium-headless-shell', 'no headless shell of Chromium found')
  return (isInstalled ? await firstOf(SHELL) : undefined) ?? findChromium()
}

type LaunchOptions = {
  /** Enable the back/forward cache, which Playwright turns off. */
  pageCache?: boolean
  /** More command-line flags. */
  args?: readonly string[]
}

/** Starts a headless browser. The caller must close it. */
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
