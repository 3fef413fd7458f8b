/**
 * Runs a real vite dev server on a copy of `dev/`, whose files a test can edit. It uses React's development build,
 * which prints warnings that the production build leaves out.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type * as wagmi from '@wagmi/core'
import type { BrowserContext, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Config } from '../../runtime/contracts/config.ts'
import type { WalletKit } from '../../runtime/index.ts'
import type { TestRequest } from '../../runtime/test/index.ts'
import type { wagmiOf } from '../runtime/interop/examples/wagmi.ts'
import { entryAliases } from '../../cli/repo/entryPoints.ts'
import { connect, useBrowser, walletScript } from './browser.ts'
import { sandboxConfig } from './kit.ts'
import { useSandbox } from './sandbox.ts'

declare global {
  var dev: {
    kit: WalletKit
    show: () => void
    hide: () => void
    /** Errors that React recovered from during hydration. */
    faults: string[]
    wagmi: Wagmi
  }
}
type Wagmi = { config: ReturnType<typeof wagmiOf> } & Pick<
  typeof wagmi,
  'connect' | 'disconnect' | 'getConnection' | 'reconnect' | 'switchChain'
>

/** ms to wait before a change of a file, because vite's watcher misses one within 50 ms of the previous change. */
const WATCH_PAUSE = 100

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export type Opened = {
  page: Page
  /** Errors and warnings in the console, and uncaught exceptions. */
  said: string[]
  asked: (method: string) => Promise<TestRequest[]>
  /** Connects the Test wallet in the modal. */
  connect: () => Promise<void>
}

/** Starts vite for the folder, as middleware of an HTTP server, over which it also sends hot updates. */
const startVite = (root: string, http: Server) =>
  createServer({
    configFile: false,
    root,
    cacheDir: join(root, 'cache'),
    mode: 'development',
    appType: 'custom',
    logLevel: 'error',
    plugins: [react()],
    resolve: { alias: entryAliases() },
    server: { middlewareMode: true, hmr: { server: http }, fs: { strict: false } },
    // Prebundle these packages: when vite discovers one later, it reloads the page during a test.
    optimizeDeps: {
      include: ['react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime', 'react/jsx-runtime', 'viem'],
      entries: ['main.tsx'],
    },
  })

/** Collects the page's errors and warnings from now on, in a list that grows. */
function saidBy(page: Page): string[] {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  return said
}

export function useDev() {
  const sandbox = useSandbox()
  const browser = useBrowser()
  const root = join(at('../../.cache/dev'), String(process.pid))
  const contexts: BrowserContext[] = []
  let vite: ViteDevServer
  let http: Server
  let origin = ''

  beforeAll(async () => {
    await mkdir(root, { recursive: true })
    await cp(at('./dev'), root, { recursive: true })
    await edit('main.tsx', '../../runtime/interop', at('../runtime/interop'))
    http = createHttpServer()
    vite = await startVite(root, http)
    http.on('request', (request, response) =>
      vite.middlewares(request, response, () => {
        void serve(request.url ?? '/').then(
          (html) => response.writeHead(200, { 'content-type': 'text/html' }).end(html),
          (error: unknown) => response.writeHead(500).end(String(error instanceof Error ? error.stack : error)),
        )
      }),
    )
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    // vite bundles the packages during the first visit, which takes long, so visit once before the tests.
    const first = await browser().newContext()
    await (await first.newPage()).goto(`${origin}/client`, { timeout: 100_000 })
    await first.close()
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await vite?.close()
    http?.closeAllConnections()
    http?.close()
    await rm(root, { recursive: true, force: true })
  })

  /** The server renders `/`; the browser renders every other path. */
  async function serve(url: string): Promise<string> {
    const html = await readFile(join(root, 'index.html'), 'utf8')
    Object.assign(globalThis, { devConfig: devConfig() })
    const load = async () => (await vite.ssrLoadModule('/server.tsx')) as { render: () => string }
    const rendered = new URL(url, origin).pathname === '/' ? (await load()).render() : ''
    const filled = html.replace('<!--server-->', () => rendered)
    return vite.transformIndexHtml(url, filled)
  }
  const devConfig = (): Config => sandboxConfig(sandbox())

  async function edit(file: string, from: string, to: string) {
    const text = await readFile(join(root, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} holds no ${from}`)
    await setTimeout(WATCH_PAUSE)
    await writeFile(join(root, file), text.replaceAll(from, to))
  }

  async function open(path = '/'): Promise<Opened> {
    const context = await browser().newContext()
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const said = saidBy(page)
    await page.addInitScript(`globalThis.devConfig = ${JSON.stringify(devConfig())}`)
    await page.addInitScript(walletScript(sandbox(), { expose: true }))
    await page.goto(origin + path)
    await page.waitForFunction(() => 'dev' in globalThis)
    return {
      page,
      said,
      asked: (method) =>
        page.evaluate(
          (name) =>
            (__walletkitTest?.['org.walletkit.test']?.requests ?? []).filter((request) => request.method === name),
          method,
        ),
      connect: async () => {
        await connect(page)
        await page.waitForFunction(() => dev.kit.getAccount().status === 'connected')
      },
    }
  }
  return { open, edit, sandbox }
}
