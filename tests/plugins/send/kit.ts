/** A connected send panel for unit tests: the runtime's own kit, the real sandbox, a wallet with real keys. */
import { onTestFinished } from 'vitest'
import createSendController from '../../../plugins/send/controller.ts'
import manifest from '../../../plugins/send/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { PluginTransaction } from '../../../runtime/contracts/pluginChain.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import type { InstallOptions } from '../../../runtime/test/index.ts'
import type { Sandbox } from '../../../sandbox/index.ts'
import type { Storage } from '../../../runtime/lib/storage.ts'
import { makeKit, memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'

export type Panel = Awaited<ReturnType<typeof openPanel>>

export type PanelOptions = {
  config?: Config
  wallet?: Partial<InstallOptions>
  storage?: Storage
  /** Changes each transaction on its way to the wallet. */
  onSend?: (transaction: PluginTransaction) => PluginTransaction
}

/** Connects the test wallet, and makes the panel's controller. The kit is destroyed after the test. */
export async function openPanel(
  sandbox: Sandbox,
  { config, wallet: own, storage = memoryStorage(), onSend = (transaction) => transaction }: PanelOptions = {},
) {
  const kit = makeKit({ ...sandboxConfig(sandbox), ...config }, { plugins: [manifest], storage })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const { wallet, connector } = testConnector(sandbox, own)
  await connect(kit, connector)
  const given = createPluginKit(kit, manifest)
  const { sendTransaction } = given.chain
  /** The transfers that the panel asked the chain to build. */
  const built: Parameters<PluginKit['chain']['buildTransfer']>[0][] = []
  const chain: PluginKit['chain'] = {
    ...given.chain,
    buildTransfer: (asked) => {
      built.push(asked)
      return given.chain.buildTransfer(asked)
    },
    sendTransaction: (each, note) => sendTransaction(onSend(each), note),
  }
  const pluginKit = { ...given, chain }
  const controller = createSendController({ kit: pluginKit, options: kit.config.features?.['send'] })
  const sent = () =>
    wallet.requests
      .filter(({ method }) => method === 'eth_sendTransaction')
      .map(({ params }) => (params as Record<string, string>[])[0] ?? {})
  return { kit, wallet, pluginKit, controller, built, sent, storage }
}

/** Loads tokens and fee, as the first screen does. */
export async function load({ controller }: Pick<Panel, 'controller'>) {
  await Promise.all([controller.fetchTokens(), controller.fetchGas()])
}

/** Chooses a token by its symbol. */
export function choose({ controller }: Pick<Panel, 'controller'>, symbol: string) {
  const token = controller.state.tokenBalances.find((each) => each.symbol === symbol)
  if (!token) throw new Error(`The account holds no ${symbol}`)
  controller.setToken({ ...token, quantity: { ...token.quantity } })
}

/** Fills in the whole form. */
export async function fill(panel: Pick<Panel, 'controller'>, symbol: string, amount: string, receiver: string) {
  await load(panel)
  choose(panel, symbol)
  panel.controller.setAmount(amount)
  await panel.controller.setReceiver(receiver)
}
