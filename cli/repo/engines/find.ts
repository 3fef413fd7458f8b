/**
 * Finds the browser engines: the one that an environment variable names (`WALLETKIT_FIREFOX`, …), else an installed
 * one, else one that it installs with apt-get if this process is root.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from '../apt.ts'
import { BROWSER_ADVICE, findTestChromium } from '../browser.ts'
import { run } from '../run.ts'

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

/** How to get each engine, for error messages. */
export const ENGINE_ADVICE: Record<EngineName, string> = {
  chromium: BROWSER_ADVICE.replace(/\.$/, ''),
  firefox: 'Install Firefox (Debian: apt-get install -y firefox-esr), or set WALLETKIT_FIREFOX to its path',
  webkit: 'Install WebKitGTK, its driver and a display (Debian: apt-get install -y webkit2gtk-driver xvfb)',
}

/** The engine's path, or `undefined` when it is not available. */
export const findEngine = (name: EngineName): Promise<string | undefined> => FIND[name]()
const FIND = { chromium: findTestChromium, firefox: findFirefox, webkit: findWebKit }

async function findFirefox(): Promise<string | undefined> {
  const named = process.env['WALLETKIT_FIREFOX']
  if (named) return (await starts(named)) ? named : undefined
  const system = async () => {
    for (const path of ['/usr/bin/firefox-esr', '/usr/bin/firefox']) if (await starts(path)) return path
    return undefined
  }
  return (await system()) ?? ((await installPackage('firefox-esr', 'no Firefox found')) ? system() : undefined)
}

/** The paths of WebKit's driver and its browser, as `driver:browser`. They also need the display Xvfb. */
async function findWebKit(): Promise<string | undefined> {
  const named = process.env['WALLETKIT_WEBKIT']
  if (named) return named.split(':').every((path) => existsSync(path)) ? named : undefined
  const hasDisplay = existsSync('/usr/bin/Xvfb') || (await installPackage('xvfb', 'no Xvfb found'))
  if (!hasDisplay) return undefined
  return (
    installedWebKit() ??
    ((await installPackage('webkit2gtk-driver', 'no WebKitGTK found')) ? installedWebKit() : undefined)
  )
}

/**
 * Finds the driver and the browser. The browser is in `/usr/lib/<machine>/webkit2gtk-4.1/`, beside the driver's
 * library.
 */
function installedWebKit(): string | undefined {
  const driver = '/usr/bin/WebKitWebDriver'
  if (!existsSync(driver)) return undefined
  const browsers = readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser'))
  const browser = browsers.find((path) => existsSync(path))
  return browser && `${driver}:${browser}`
}

const starts = async (path: string) =>
  existsSync(path) && (await run(path, ['--version']).catch(() => ({ code: 1 }))).code === 0
