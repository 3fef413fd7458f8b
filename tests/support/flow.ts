/** A browser flow: the built page under a strict policy, with a real sandbox and a real wallet. */
import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { CLOSED } from '../../cli/stages/security.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import type { Config } from '../../runtime/contracts/config.ts'
import type { InstallOptions, TestRequest, TestWallet } from '../../runtime/test/index.ts'
import { useBrowser, walletScript } from './browser.ts'
import { type Faults, useFaults } from './faults.ts'
import type { Setup } from './page/main.tsx'
import { available } from './page/plugins.ts'
import { type Held, keepPage } from './keptPage.ts'
import { type OtherNamespace, otherKeys, otherNetworks } from './networks.ts'
import { useSandbox } from './sandbox.ts'
import { type Served, serveFolder } from './serve.ts'

export type Visit = Omit<Setup, 'config'> & {
  /** Options that are merged over {@link defaultConfig}. */
  config?: Config
  /** Other namespaces of the sandbox: adds their networks, and the test wallet's keys on them. */
  namespaces?: readonly OtherNamespace[]
  /** The page's wallets; by default one announced test wallet. */
  wallets?: Partial<InstallOptions>[]
  context?: BrowserContextOptions
  /** Runs in the page before any other script. */
  script?: string
  /** Opens another tab next to this one, in the same browser context. */
  beside?: Visited
}

export type Visited = {
  page: Page
  /** Every request of the page, including those of frames and workers. */
  requests: string[]
  /** The faults of every page in the context. A test must end without any, or remove them with `expectFaults`. */
  faults: Faults
  modal: Locator
  /** The modal's title. */
  title: Locator
  button: (name: string | RegExp) => Locator
  open: () => Promise<void>
  /** Connects the test wallet by code, for tests of later steps. */
  connect: () => Promise<void>
  /** Connects the test wallet as a visitor does: opens the modal and presses the wallet's row. */
  connectInModal: () => Promise<void>
  /** Calls a method of the test wallet: `wallet('set', { answer: 'reject' })`. */
  wallet: <V extends Verb>(verb: V, ...rest: Parameters<TestWallet[V]>) => Promise<unknown>
  /** The page's requests to the test wallet, oldest first, or only those of one method. */
  asked: (method?: string) => Promise<TestRequest[]>
  /** Resolves once the kit's account has this status. */
  status: (status: 'connected' | 'connecting' | 'disconnected') => Promise<void>
}
type Verb = Exclude<
  { [K in keyof TestWallet]: TestWallet[K] extends (...a: never[]) => unknown ? K : never }[keyof TestWallet],
  undefined
>

/**
 * For the tests of one file: `const flow = useFlow()`, then `await flow.visit({ … })` in a test. `hosts` are additional
 * hosts that the page's policy allows. `secureSite` is another login service than the sandbox's. With `pageCache` the browser
 * uses its back/forward cache.
 */
export function useFlow({
  hosts = () => [],
  secureSite: ownSite,
  pageCache = false,
}: { hosts?: () => readonly string[]; secureSite?: () => string; pageCache?: boolean } = {}) {
  const sandbox = useSandbox()
  const secureSite = ownSite ?? (() => sandbox().secureSite)
  const browser = useBrowser({ pageCache })
  const watch = useFaults()
  let served: Served | undefined
  const origin = () => served?.url ?? ''
  const hold = keepPage(browser)
  const held: Held[] = []

  beforeAll(async () => {
    served = await serveFolder(inject('site'), {
      headers: () => policy(sandbox(), secureSite(), hosts()),
      copies: ['copy'],
      cached: true,
    })
  })
  afterEach(async () => {
    const origins = [origin(), new URL(secureSite()).origin]
    await Promise.all(held.splice(0).map((each) => each.giveBack(origins)))
    sandbox().faults.clear()
  })
  afterAll(() => served?.stop())

  const visit = async ({
    config: changes,
    wallets = [{}],
    namespaces = [],
    context: options,
    script,
    beside,
    ...setup
  }: Visit = {}): Promise<Visited> => {
    // Navigating away does not reset a page that the back/forward cache keeps, so such a visit gets its own page.
    const own = await hold({ beside: beside?.page.context(), options: pageCache ? { ...options } : options })
    held.push(own)
    const { context, page, addScript } = own
    const requests: string[] = []
    const faults = beside?.faults ?? watch(context)
    context.on('request', (request: Request) => requests.push(request.url()))
    // The same timeout as `expect.poll` in vitest.config.ts.
    page.setDefaultTimeout(8_000)
    const config = configOf(sandbox(), { changes, namespaces, secureSite: secureSite(), ...setup })
    await addScript(`globalThis.setup = ${JSON.stringify({ ...setup, config } satisfies Setup)}`)
    if (script) await addScript(script)
    const ofWallet = { keys: keysOf(sandbox()), expose: true, ...otherKeys(sandbox(), namespaces) }
    for (const wallet of wallets) await addScript(walletScript(sandbox(), { ...ofWallet, ...wallet }))
    await page.goto(origin())
    return visitedOf({ page, requests, faults })
  }
  return {
    visit,
    sandbox,
    get origin() {
      return origin()
    },
  }
}

/** The steps and the parts of a page that has its kit as the global `kit`. */
export function visitedOf({ page, requests, faults }: Pick<Visited, 'page' | 'requests' | 'faults'>): Visited {
  const modal = page.locator('[data-walletkit] .card').filter({ visible: true })
  const button = (name: string | RegExp) => modal.getByRole('button', { name, exact: typeof name === 'string' })
  const title = modal.locator('#wk-title')
  return { page, requests, faults, modal, title, button, ...stepsOf(page, modal, button), ...walletOf(page) }
}

const keysOf = ({ accounts }: Sandbox) => accounts.slice(0, 3).map(({ privateKey }) => privateKey)

/** The steps that most tests begin with: opening the modal, connecting, and waiting for a status. */
function stepsOf(
  page: Page,
  modal: Locator,
  button: Visited['button'],
): Pick<Visited, 'open' | 'connect' | 'connectInModal' | 'status'> {
  const steps: ReturnType<typeof stepsOf> = {
    open: async () => {
      await page.evaluate(() => kit.open())
      await modal.waitFor()
    },
    connect: async () => {
      await page.evaluate(() => kit.connect('org.walletkit.test'))
      await steps.status('connected')
    },
    connectInModal: async () => {
      await steps.open()
      await button(/Test wallet/).click()
      await steps.status('connected')
      await modal.waitFor({ state: 'hidden' })
    },
    status: async (status) => {
      await page.waitForFunction((wanted) => kit.getAccount().status === wanted, status)
    },
  }
  return steps
}

/** The Test wallet of a page. */
const walletOf = (page: Page): Pick<Visited, 'wallet' | 'asked'> => ({
  wallet: async (verb, ...rest) => {
    // Only settle a prompt that exists: the request may not have reached the wallet yet.
    if (verb === 'settle') await page.waitForFunction(() => __walletkitTest?.['org.walletkit.test']?.pending())
    return page.evaluate(
      ([name, values]) => {
        const wallet = __walletkitTest?.['org.walletkit.test'] as unknown as Record<
          string,
          (...a: unknown[]) => unknown
        >
        return wallet[name]?.(...values)
      },
      [verb, rest] as [string, unknown[]],
    )
  },
  asked: (method) =>
    page.evaluate(
      (name) =>
        (__walletkitTest?.['org.walletkit.test']?.requests ?? []).filter((each) => !name || each.method === name),
      method,
    ),
})

type Wanted = Pick<Visit, 'analytics' | 'login' | 'remote'> & {
  changes: Visit['config']
  namespaces: NonNullable<Visit['namespaces']>
  /** The URL of the login service. */
  secureSite: string
}

/** The config of a visit: that of a scaffolded project, with the visit's changes and the services that it asks for. */
function configOf(sandbox: Sandbox, { changes, namespaces, secureSite, ...wanted }: Wanted): Config {
  const config: Config = { ...defaultConfig(sandbox), ...changes }
  config.features = { ...OFF, ...config.features }
  config.networks = [...(config.networks ?? []), ...otherNetworks(sandbox, namespaces)]
  if (wanted.analytics) config.services = { analytics: sandbox.url, ...config.services }
  if (wanted.login) config.services = { ...config.services, secureSite }
  if (wanted.remote) config.services = { ...config.services, relay: sandbox.relay.url }
  return config
}

/**
 * Turns every plugin off explicitly, as `create-walletkit` does: the page contains all plugins, but a test names those
 * it needs.
 */
const OFF = Object.fromEntries(available.map(({ feature }) => [feature, false]))

/** The config of a scaffolded project: both EVM chains and every service of the sandbox. */
export function defaultConfig({ url, chains }: Sandbox): Config {
  return {
    projectId: 'flows',
    metadata: { name: 'Flows', description: '', url: '', icons: [] },
    networks: chains.map(({ id, name, rpcUrl }) => ({
      id,
      caipNetworkId: `eip155:${id}`,
      chainNamespace: 'eip155',
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
      testnet: true,
    })),
    services: { api: url, rpc: url, wallets: url, images: url },
    features: { send: {}, receive: {}, allWallets: 'SHOW' },
  }
}

/** A Content-Security-Policy like the one that `walletkit build` prints. */
const policy = ({ url: sandbox }: Sandbox, secureSite: string, hosts: readonly string[]) => ({
  'content-security-policy': `default-src 'self'; img-src 'self' data: ${sandbox} ${hosts.join(' ')}; connect-src 'self' ${sandbox} ${sandbox.replace('http', 'ws')} ${hosts.join(' ')}; frame-src ${secureSite}; ${CLOSED.join('; ')}; require-trusted-types-for 'script'; trusted-types 'none'`,
})
