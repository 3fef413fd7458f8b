/**
 * One page for the tests of a file, one after another. A context and a page of its own cost a visit more than all that it
 * does before its first click; for a site there is no difference to a page that is loaded anew, with nothing stored.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/** What a visit holds, and gives back when its test ends. */
export type Held = {
  context: BrowserContext
  page: Page
  /** Runs in the page before anything else, as long as it is held. */
  addScript: (script: string) => Promise<void>
  /** `origins` are those that the page stored something for. */
  giveBack: (origins: readonly string[]) => Promise<void>
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

/** A further tab of a context, a context of its own, or, with neither, whichever page there is. */
type Wish = { beside?: BrowserContext | undefined; options?: BrowserContextOptions | undefined }

/** Calls that leave something behind which {@link empty} does not take away. */
const SPOILING = {
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'on', 'once', 'route', 'setViewportSize'],
  context: ['addCookies', 'addInitScript', 'grantPermissions', 'newCDPSession', 'newPage', 'route', 'setOffline'],
} as const

/** For the tests of one file: the kept page goes to the first who asks, a new one to whoever asks meanwhile. */
export function keepPage(browser: () => Browser) {
  let kept: Kept | undefined
  let isHeld = false
  return async ({ beside, options }: Wish): Promise<Held> => {
    if (beside || options || isHeld) {
      const context = beside ?? (await browser().newContext({ ...DESKTOP, ...options }))
      const page = await context.newPage()
      const addScript = async (script: string) => void (await page.addInitScript(script))
      return { context, page, addScript, giveBack: async () => (beside ? undefined : context.close()) }
    }
    isHeld = true
    const mine = (kept ??= await openKept(browser()))
    const scripts: { dispose: () => Promise<void> }[] = []
    return {
      ...mine,
      addScript: async (script) => void scripts.push(await mine.addInitScript(script)),
      giveBack: async (origins) => {
        if (mine.isSpoilt() || !(await empty(mine, origins))) {
          kept = undefined
          await mine.context.close()
        } else await Promise.all(scripts.map((script) => script.dispose()))
        isHeld = false
      },
    }
  }
}

type Kept = {
  context: BrowserContext
  page: Page
  session: CDPSession
  addInitScript: Page['addInitScript']
  /** Whether a call was made that cannot be taken back, or a further page was opened. */
  isSpoilt: () => boolean
}

async function openKept(browser: Browser): Promise<Kept> {
  const context = await browser.newContext(DESKTOP)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const addInitScript = page.addInitScript.bind(page)
  const { clock } = page
  let isSpoilt = false
  const tell = (target: object, name: string) => {
    const call = Reflect.get(target, name) as (...given: unknown[]) => unknown
    Reflect.set(target, name, (...given: unknown[]) => {
      isSpoilt = true
      return call.apply(target, given)
    })
  }
  for (const name of SPOILING.page) tell(page, name)
  for (const name of SPOILING.context) tell(context, name)
  // A window that the page opened, and closed again perhaps.
  context.on('page', () => (isSpoilt = true))
  Reflect.defineProperty(page, 'clock', { get: () => ((isSpoilt = true), clock) })
  return { context, page, session, addInitScript, isSpoilt: () => isSpoilt }
}

/** Whether the page is as good as a new one: alone, with nothing shown, nothing stored, and without the listeners of the last visit. */
async function empty({ context, page, session }: Kept, origins: readonly string[]): Promise<boolean> {
  try {
    for (const event of ['request', 'weberror', 'console']) context.removeAllListeners(event)
    // What a tab keeps, the stores of an origin leave alone.
    const forget = () => {
      sessionStorage.clear()
      window.name = ''
    }
    await Promise.all(page.frames().map((frame) => frame.evaluate(forget)))
    await page.goto('about:blank')
    await context.clearCookies()
    for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await session.send('Network.clearBrowserCache')
    return true
  } catch {
    return false
  }
}
