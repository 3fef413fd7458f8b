/** Brings pages into the states of a catalogue, each with a new page. */
import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { type Sandbox, startSandbox } from '../../sandbox/index.ts'
import { networkIds } from '../../schema/networks.ts'
import { buildPage } from '../support/buildPage.ts'
import { serveFolder } from '../support/serve.ts'
import { speak } from './languages.ts'
import type { Shot } from './states.ts'
import { visit, visitOf } from './visit.ts'

/** A state in one language; without `tag` in English. */
export type Stop = { shot: Shot; tag?: string | undefined }
export type Failure = Stop & { reason: string }

/** Fixed ports of the page and of the two sandboxes: the modal shows the page's, and links and QR codes hold the others. */
const PORT = 46_811
const SANDBOX_PORTS = [46_820, 46_830] as const

/** `told` is called at the start of each stop, and `look` gets the page in its state. */
type Walk = { told: (stop: Stop) => void; look: (page: Page, stop: Stop) => Promise<void> }

/**
 * Returns the stops that could not be reached, whose page threw, or whose look failed; they do not end the walk. Two
 * stops are visited at a time, so `look` may not rely on their order.
 */
export async function walk(browser: Browser, stops: readonly Stop[], { told, look }: Walk): Promise<Failure[]> {
  const folder = await buildPage('catalogue', new URL('./page', import.meta.url), networkIds())
  const site = await serveFolder(folder, { port: PORT })
  const lane = { browser, site: site.url, told, look }
  // Views that send have a sandbox of their own, because faults and balances of one lane must not change the other's
  // states.
  const isSending = ({ shot }: Stop) => /^(WalletSend|Swap)/.test(shot.view)
  try {
    const lanes = [stops.filter(isSending), stops.filter((stop) => !isSending(stop))]
    return (await Promise.all(SANDBOX_PORTS.map((port, at) => walkLane(lanes[at] ?? [], { ...lane, port })))).flat()
  } finally {
    await Promise.all([site.stop(), rm(folder, { recursive: true, force: true })])
  }
}

type Lane = Walk & { browser: Browser; site: string; port: number }

async function walkLane(stops: readonly Stop[], { browser, site, port, told, look }: Lane): Promise<Failure[]> {
  if (!stops.length) return []
  const failures: Failure[] = []
  const sandbox = await startSandbox({ port })
  try {
    let kept = await keepChains(sandbox)
    for (const stop of stops) {
      sandbox.faults.clear()
      sandbox.relay.clear()
      sandbox.login.clear()
      told(stop)
      const { page, context, faults } = await visit(browser, site, sandbox, stop.shot, stop.tag)
      try {
        await stop.shot.reach(visitOf(page, context, sandbox))
        if (stop.tag !== undefined) await speak(page, stop.tag)
        await look(page, stop)
        if (faults.length) throw new Error(`The page threw: ${faults.join('; ')}`)
      } catch (error) {
        failures.push({ ...stop, reason: error instanceof Error ? error.message : String(error) })
      } finally {
        await context.close()
        // What a state spent and deployed must not be in the pictures of those after it.
        kept = await kept.restore()
      }
    }
  } finally {
    await sandbox.stop()
  }
  return failures
}

/** In wei, hexadecimal: 0.3 gwei. */
const BASE_FEE = '0x11e1a300'

type Kept = { restore: () => Promise<Kept> }

/** Takes a snapshot of each EVM chain. `restore` goes back to it, and takes the next, because each is good for once. */
async function keepChains(sandbox: Sandbox): Promise<Kept> {
  const ask = async ({ rpcUrl }: { rpcUrl: string }, method: string, params: unknown[] = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = (await (await fetch(rpcUrl, { method: 'POST', body })).json()) as { result?: unknown }
    if (!answer.result && answer.result !== null) throw new Error(`${method} failed`)
    return answer.result
  }
  const ids = await Promise.all(sandbox.chains.map((chain) => ask(chain, 'evm_snapshot')))
  // `evm_revert` does not put back the base fee, so that fees would depend on the states before.
  await Promise.all(sandbox.chains.map((chain) => ask(chain, 'anvil_setNextBlockBaseFeePerGas', [BASE_FEE])))
  return {
    async restore() {
      sandbox.faults.clear()
      await Promise.all(sandbox.chains.map((chain, at) => ask(chain, 'evm_revert', [ids[at]])))
      return keepChains(sandbox)
    },
  }
}

/**
 * Waits until all images are loaded and two frames have passed, and finishes CSS transitions. Those of the modal count only for
 * its shadow root. An unfinished one would draw a button of the light theme with the dark theme's text.
 */
export async function settle(page: Page) {
  await page.evaluate(async () => {
    const root = document.querySelector('[data-walletkit]')?.shadowRoot
    const images = [...(root?.querySelectorAll('img') ?? [])].filter((image) => image.checkVisibility())
    const late = new Promise((resolve) => setTimeout(resolve, 3000))
    await Promise.race([Promise.all(images.map((image) => image.decode().catch(() => undefined))), late])
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    for (const each of [...document.getAnimations(), ...(root?.getAnimations() ?? [])])
      if (each instanceof CSSTransition) each.finish()
  })
}
