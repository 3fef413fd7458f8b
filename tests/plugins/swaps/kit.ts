/**
 * A connected swap panel for unit tests: the runtime's own kit, the real sandbox with its exchange, a wallet with real
 * keys.
 */
import { onTestFinished, vi } from 'vitest'
import createApi from '../../../plugins/swaps/api.ts'
import { inputError, isLoaded } from '../../../plugins/swaps/form.ts'
import createSwapController, { type SwapController } from '../../../plugins/swaps/controller.ts'
import manifest from '../../../plugins/swaps/index.ts'
import { ROUTER } from '../../../sandbox/exchange/addresses.ts'
import type { Sandbox } from '../../../sandbox/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import type { Storage } from '../../../runtime/lib/storage.ts'
import type { InstallOptions } from '../../../runtime/test/index.ts'
import { answering, makeKit, memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'

export type Panel = Awaited<ReturnType<typeof openPanel>>
export type PanelOptions = {
  config?: Config
  /** `features.swaps`, merged over what the sandbox preset sets. */
  options?: Record<string, unknown>
  wallet?: Partial<InstallOptions>
  /** What the wallet answers instead, by method; `ask` is what it would answer by itself. */
  answers?: Record<string, (ask: () => Promise<unknown>) => unknown>
  storage?: Storage
}

/** The options that the sandbox preset sets: its networks and its router. */
export const sandboxOptions = {
  chains: ['eip155:31337', 'eip155:31338'],
  routers: ['eip155:31337', 'eip155:31338'].map((id) => `${id}:${ROUTER}`),
}

/** Connects the test wallet, and makes the panel's controller. The kit is destroyed after the test. */
export async function openPanel(
  sandbox: Sandbox,
  { config, options, wallet: own, answers = {}, storage = memoryStorage() }: PanelOptions = {},
) {
  const features = { swaps: { ...sandboxOptions, ...options } }
  const kit = makeKit({ ...sandboxConfig(sandbox), features, ...config }, { plugins: [manifest], storage })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const { wallet, connector } = testConnector(sandbox, own)
  const provider = Object.entries(answers).reduce(
    (before, [method, answer]) => answering(before, method, answer),
    wallet.provider,
  )
  await connect(kit, { ...connector, provider })
  const pluginKit: PluginKit = createPluginKit(kit, manifest)
  const service = blockchainApi(kit)
  const api = service && createApi(service)
  const make = () => createSwapController({ kit: pluginKit, api, options: kit.config.features?.['swaps'] })
  const controller = make()
  kit.state.router.history.splice(0, 99, { view: 'Account', params: undefined } as never)
  const sent = () =>
    wallet.requests
      .filter(({ method }) => method === 'eth_sendTransaction')
      .map(({ params }) => (params as Record<string, string>[])[0] ?? {})
  const heard: { event: string; properties?: unknown }[] = []
  kit.events.on('track', ({ event, properties }) => heard.push({ event, properties }))
  return { kit, wallet, pluginKit, controller, sent, heard, storage, make }
}

export const tokenOf = ({ state }: SwapController, symbol: string) => {
  const token = state.tokens.find((each) => each.symbol === symbol)
  if (!token) throw new Error(`The exchange lists no ${symbol}`)
  return { ...token, quantity: { ...token.quantity } }
}

/** Initialises the panel, chooses both tokens, and types the amount. Resolves when there is a quote. */
export async function fill({ controller }: Pick<Panel, 'controller'>, from: string, to: string, amount: string) {
  if (!isLoaded(controller)) await controller.initialise()
  controller.setToken('sourceToken', tokenOf(controller, from))
  controller.setToken('toToken', tokenOf(controller, to))
  controller.setAmount(amount)
  await quoted({ controller })
}

/** Waits until no quote is loading. */
export async function quoted({ controller }: Pick<Panel, 'controller'>) {
  for (let tries = 0; tries < 200; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    const { status, quote, failure } = controller.state
    const isAllowed = quote?.allowance !== undefined || failure?.of === 'allowance'
    if (status !== 'quoting' && (!quote || isAllowed || inputError(controller) !== undefined)) return
  }
  throw new Error('No quote came')
}

/** The sandbox's requests to this path since number `from`. */
export const asked = (sandbox: Sandbox, path: string, from = 0) =>
  sandbox
    .requests()
    .slice(from)
    .filter((each) => each.path === path)

/** The request bodies that were posted to paths with this end while `run` ran. */
export async function posted(end: string, run: () => Promise<unknown>): Promise<unknown[]> {
  const calls = vi.spyOn(globalThis, 'fetch')
  try {
    await run()
    const sent = calls.mock.calls.map(([input, init]) => new Request(input, init))
    const ours = sent.filter(({ url, method }) => method === 'POST' && new URL(url).pathname.endsWith(end))
    return await Promise.all(ours.map(async (request) => (await request.json()) as unknown))
  } finally {
    calls.mockRestore()
  }
}
