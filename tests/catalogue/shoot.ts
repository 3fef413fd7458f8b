/** Takes the screenshots of a catalogue: reaches each state once, and captures it in both themes and both widths. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startSandbox } from '../../sandbox/index.ts'
import { networkIds } from '../../schema/networks.ts'
import { buildPage } from '../support/buildPage.ts'
import { serveFolder } from '../support/serve.ts'
import type { Shot } from './states.ts'
import { visit, visitOf } from './visit.ts'

export const THEMES = ['light', 'dark'] as const
/** A desktop, and a narrow phone, on which the card is a bottom sheet. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const

export type Failure = { shot: Shot; reason: string }

/**
 * Writes `<view>-<state>-<theme>-<width>.png` for each shot. Returns the states that could not be reached or whose page
 * threw; they do not stop the others.
 */
export async function shoot(
  browser: Browser,
  shots: readonly Shot[],
  { out, told }: { out: string; told: (shot: Shot) => void },
): Promise<Failure[]> {
  await mkdir(out, { recursive: true })
  const folder = await buildPage('catalogue', new URL('./page', import.meta.url), networkIds())
  const site = await serveFolder(folder)
  const draw = { browser, site: site.url, out, told }
  // Views that send use a separate sandbox: faults and balances of one lane must not affect the other's pictures.
  const [sending, other] = [true, false].map((wanted) =>
    shots.filter(({ view }) => /^(WalletSend|Swap)/.test(view) === wanted),
  )
  try {
    return (await Promise.all([drawLane(sending ?? [], draw), drawLane(other ?? [], draw)])).flat()
  } finally {
    await Promise.all([site.stop(), rm(folder, { recursive: true, force: true })])
  }
}

type Draw = { browser: Browser; site: string; out: string; told: (shot: Shot) => void }

async function drawLane(shots: readonly Shot[], { browser, site, out, told }: Draw): Promise<Failure[]> {
  if (!shots.length) return []
  const failures: Failure[] = []
  const sandbox = await startSandbox({ port: 0 })
  try {
    for (const shot of shots) {
      sandbox.faults.clear()
      sandbox.relay.clear()
      sandbox.login.clear()
      told(shot)
      const { page, context, faults } = await visit(browser, site, sandbox, shot)
      try {
        await shot.reach(visitOf(page, context, sandbox))
        await take(page, join(out, `${shot.view}-${shot.state}`))
        if (faults.length) throw new Error(`The page threw: ${faults.join('; ')}`)
      } catch (error) {
        failures.push({ shot, reason: error instanceof Error ? error.message : String(error) })
      } finally {
        await context.close()
      }
    }
  } finally {
    await sandbox.stop()
  }
  return failures
}

async function take(page: Page, name: string) {
  // Move the pointer away, so that no row has its hover style.
  await page.mouse.move(0, 0)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await settle(page)
      await page.screenshot({ path: `${name}-${theme}-${size.width}.png`, animations: 'disabled', caret: 'hide' })
    }
  }
}

/** Waits until all images are loaded and two frames have passed, and finishes CSS transitions. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    const root = document.querySelector('[data-walletkit]')?.shadowRoot
    const images = [...(root?.querySelectorAll('img') ?? [])].filter((image) => image.checkVisibility())
    const late = new Promise((resolve) => setTimeout(resolve, 1000))
    await Promise.race([Promise.all(images.map((image) => image.decode().catch(() => undefined))), late])
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
}
