/**
 * Shares one page between the tests of a file. Opening a new context and page takes longer than a test needs until its
 * first click, and a site cannot tell a reloaded page with empty storage from a new one.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/** A page that a test uses, and gives back when it ends. */
export type Held = {
  context: BrowserContext
  page: Page
  /** Runs a script in the page before any other, until the page is returned. */
  addScript: (script: string) => Promise<void>
  /** `origins` are the origins whose storage to clear. */
  giveBack: (origins: readonly string[]) => Promise<void>
}

/** Options with reduced motion, so that tests do not wait for animations. Tests of animations set other options. */
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }

/**
 * The page that a test needs: a tab in the context `beside`, a new context with `options`, or, without both, any page.
 */
type Wish = { beside?: BrowserContext | undefined; options?: BrowserContextOptions | undefined }

/**
 * Methods of Playwright with effects that {@link empty} cannot undo. After such a call the page is not shared again.
 */
const SPOILING = {
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'on', 'once', 'route', 'setViewportSize'],
  context: ['addCookies', 'addInitScript', 'grantPermissions', 'newCDPSession', 'newPage', 'route', 'setOffline'],
} as const

/**
 * Shares a page in the tests of one file. While a test has the shared page, another caller gets a new page.
 */
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
  /** Whether the test made a call that cannot be undone, or opened another page. */
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
  // The page has opened a window: do not share the context again, even if the window was closed.
  context.on('page', () => (isSpoilt = true))
  Reflect.defineProperty(page, 'clock', { get: () => ((isSpoilt = true), clock) })
  return { context, page, session, addInitScript, isSpoilt: () => isSpoilt }
}

/**
 * Resets the page to the state of a new one: nothing shown, nothing stored, and no listeners of the last visit. Returns
 * whether that worked. The HTTP cache stays: it holds only responses that allow it, such as the scripts of the page,
 * which are then neither loaded nor compiled again.
 */
async function empty({ context, page, session }: Kept, origins: readonly string[]): Promise<boolean> {
  try {
    for (const event of ['request', 'weberror', 'console']) context.removeAllListeners(event)
    // Clearing an origin's storage does not clear what belongs to the tab.
    const forget = () => {
      sessionStorage.clear()
      window.name = ''
    }
    await Promise.all(page.frames().map((frame) => frame.evaluate(forget)))
    await page.goto('about:blank')
    await context.clearCookies()
    for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    return true
  } catch {
    return false
  }
}
