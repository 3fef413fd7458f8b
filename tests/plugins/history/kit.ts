/** A connected activity panel for unit tests: the runtime's own kit, the real sandbox, a wallet with real keys. */
import { onTestFinished } from 'vitest'
import type { HistoryRow, Sandbox } from '../../../sandbox/index.ts'
import createApi from '../../../plugins/history/api.ts'
import createHistoryController from '../../../plugins/history/controller.ts'
import manifest from '../../../plugins/history/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import type { Storage } from '../../../runtime/lib/storage.ts'
import { makeKit, memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'

/**
 * Connects the test wallet (unless told not to), and makes the panel's controller. The kit is destroyed after the test.
 */
export async function openHistory(
  sandbox: Sandbox,
  {
    config,
    connected = true,
    storage = memoryStorage(),
  }: { config?: Config; connected?: boolean; storage?: Storage } = {},
) {
  const kit = makeKit({ ...sandboxConfig(sandbox), ...config }, { plugins: [manifest], storage })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  if (connected) await connect(kit, testConnector(sandbox).connector)
  const tracked: { event: string; properties: unknown }[] = []
  kit.events.on('track', ({ event, properties }) => void tracked.push({ event, properties }))
  const service = blockchainApi(kit)
  const pluginKit = createPluginKit(kit, manifest)
  const controller = createHistoryController({ kit: pluginKit, api: service && createApi(service) })
  return { kit, pluginKit, controller, state: controller.state, tracked }
}

/** The requests to the history since the sandbox's log of requests was cleared. */
export const askedOf = (sandbox: Sandbox) => sandbox.requests().filter(({ path }) => path.endsWith('/history'))

export const ONE = 'eip155:31337'

/** A row as the service sends it. A number as `minedAt` is in seconds since 1970. */
export function rowAt(id: string, minedAt: string | number, more: Partial<HistoryRow['metadata']> = {}): HistoryRow {
  const time = typeof minedAt === 'number' ? new Date(minedAt * 1000).toISOString() : minedAt
  const somebody = '0x00000000000000000000000000000000000b0b00'
  return {
    id,
    metadata: {
      operationType: 'receive',
      hash: `0x${Buffer.from(id).toString('hex').padStart(64, '0').slice(-64)}`,
      chain: ONE,
      minedAt: time,
      sentFrom: somebody,
      sentTo: somebody,
      status: 'confirmed',
      nonce: 0,
      ...more,
    },
    transfers: [
      {
        direction: 'in',
        quantity: { numeric: '1.5' },
        price: 1,
        value: 1.5,
        fungible_info: { name: 'Sandbox Dai', symbol: 'DAI', icon: { url: 'data:image/svg+xml;base64,' } },
      },
    ],
  }
}
