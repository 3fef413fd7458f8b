/** A visit of the catalogue's page, with the actions by which fixtures reach their states. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { FaultInput, Sandbox } from '../../sandbox/index.ts'
import type { Config } from '../../runtime/index.ts'
import { testWalletScript } from '../../runtime/test/script.ts'
import { setOffline } from '../support/network.ts'
import { otherKeys, otherNetworks, type OtherNamespace } from '../support/networks.ts'
import type { TestWallet } from '../../runtime/test/index.ts'
import { catalogueConfig, mixedNetworks } from './config.ts'
import type { Setup } from './page/main.ts'
import type { Shot } from './states.ts'
import { stillness } from './still.ts'

export type Visit = {
  page: Page
  sandbox: Sandbox
  /** The card of the open modal. */
  modal: Locator
  button: (name: string | RegExp) => Locator
  /** Waits until the card shows this text. */
  shows: (text: string | RegExp) => Promise<void>
  /** Opens the modal, optionally on a view, and waits for the card. */
  open: (view?: string, params?: unknown) => Promise<void>
  /** Connects a wallet (by default the first one) by code. */
  connect: (id?: string, namespace?: 'eip155' | 'solana' | 'bip122') => Promise<void>
  /** Calls a function of the first wallet: `wallet('set', { answer: 'hold' })`. */
  wallet: <V extends Verb>(verb: V, ...rest: Parameters<TestWallet[V]>) => Promise<unknown>
  /** Makes the services fail from now on. */
  fault: (...faults: FaultInput[]) => void
  offline: () => Promise<void>
  /** Makes the request for a file of code hang (never answered) or fail. */
  chunk: (name: string, how: 'hang' | 'fail') => Promise<void>
  /**
   * From now on, timers of one second or more never fire. The modal waits one second for a wallet that does not answer a
   * disconnect, and a slow machine needs longer than that to take the pictures.
   */
  hold: () => Promise<void>
  /** Moves the page's clock, which stands still otherwise. */
  later: (ms: number) => Promise<void>
}
type Verb = { [K in keyof TestWallet]: TestWallet[K] extends (...a: never[]) => unknown ? K : never }[keyof TestWallet]

export const TEST_WALLET_ID = 'org.walletkit.test'
const OTHERS: readonly OtherNamespace[] = ['solana', 'bip122']
/** The key of an account without a balance on any chain. */
const EMPTY_KEY = `0x${'42'.repeat(32)}` as const

/**
 * Opens a page in a new context. With `tag` its language is this one after `speak`. `faults` lists the page's errors.
 */
export async function visit(browser: Browser, site: string, sandbox: Sandbox, shot: Shot, tag?: string) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await prepare(page, sandbox, shot, tag)
  await page.goto(site)
  await page.waitForFunction(() => 'kit' in globalThis)
  // Press the button by the pointer, so that the element that is focused next has no focus ring.
  await page.getByRole('button', { name: 'Open' }).click()
  return { page, context, faults }
}

async function prepare(
  page: Page,
  sandbox: Sandbox,
  { view, state, setup = {}, wallets = [{}], ...shot }: Shot,
  tag?: string,
) {
  const { clock = setup.remote ? 'running' : 'still' } = shot
  const config: Config = { ...catalogueConfig(sandbox), ...setup.config, ...(tag !== undefined && { locale: tag }) }
  if (setup.solana) config.networks = mixedNetworks(sandbox, config)
  if (setup.login) config.services = { ...config.services, secureSite: sandbox.secureSite }
  if (setup.remote) config.services = { ...config.services, relay: sandbox.relay.url }
  if (setup.others) config.networks = [...otherNetworks(sandbox, OTHERS), ...(config.networks ?? [])]
  const full: Setup = { ...setup, config, ...(tag !== undefined && { tag }) }
  const text = JSON.stringify(full).replaceAll('$SANDBOX', sandbox.url)
  await page.addInitScript(`${stillness(`${view} ${state}`, clock)}; globalThis.catalogue = ${text}`)
  const chains = sandbox.chains.map(({ id, rpcUrl }) => ({ id, rpcUrl }))
  const [first, second] = sandbox.accounts
  if (!first || !second) throw new Error('The sandbox has no accounts')
  const further = setup.others ? otherKeys(sandbox, OTHERS) : {}
  for (const { key, ...wallet } of wallets) {
    const keys = key === 'empty' ? [EMPTY_KEY] : [first.privateKey, second.privateKey]
    await page.addInitScript(await testWalletScript({ chains, keys, expose: true, ...further, ...wallet }))
  }
}

export function visitOf(page: Page, context: BrowserContext, sandbox: Sandbox): Visit {
  const modal = page.locator('[data-walletkit] .card').filter({ visible: true })
  return {
    page,
    sandbox,
    modal,
    button: (name) => modal.getByRole('button', { name, exact: typeof name === 'string' }),
    shows: (text) => modal.getByText(text).first().waitFor(),
    open: async (view, params) => {
      const options: object = view ? { view, ...(params ? { params } : {}) } : {}
      await page.evaluate((chosen) => kit.open(chosen), options)
      await modal.waitFor()
    },
    connect: async (id = TEST_WALLET_ID, namespace = 'eip155') => {
      await page.evaluate(async ([connector, chain]) => void (await kit.connect(connector, chain)), [
        id,
        namespace,
      ] as const)
    },
    wallet: (verb, ...rest) =>
      page.evaluate(
        ([id, name, values]) => {
          const wallet = __walletkitTest?.[id] as unknown as Record<string, (...a: unknown[]) => unknown>
          return wallet[name]?.(...values)
        },
        [TEST_WALLET_ID, verb, rest] as [string, string, unknown[]],
      ),
    fault: (...faults) => faults.forEach((fault) => sandbox.faults.set(fault)),
    offline: () => setOffline({ page }, true),
    chunk: async (name, how) => {
      await page.route(new RegExp(`/${name}-[^/]*\\.js`), (route) => (how === 'fail' ? route.abort() : undefined))
    },
    hold: () =>
      page.evaluate(() => {
        const real = globalThis.setTimeout
        // Assigned without a name of its own: for a named function, the compiler adds a call that the page lacks.
        globalThis.setTimeout = ((run: () => void, ms = 0) => real(run, ms < 1_000 ? ms : 600_000)) as typeof real
      }),
    later: (ms) => page.evaluate((more) => void ((globalThis as { passed?: number }).passed = more), ms),
  }
}
