/** Checks the public relay: the kit's own client connects with the project id, and the relay accepts its pairing. */
import type { RelayClient } from '../../../runtime/remote/client.ts'
import type { Check, Keys } from './check.ts'
import { liveKit, PROJECT_ID } from './liveKit.ts'

/** A storage in memory, in place of the page's storage. */
function memory() {
  const items = new Map<string, string>()
  const parse = (text: string) => JSON.parse(text) as never
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async () => [...items].map(([key, text]): [string, never] => [key, parse(text)]),
    getItem: async (key: string) => {
      const text = items.get(key)
      return text === undefined ? undefined : parse(text)
    },
    setItem: async (key: string, value: unknown) => void items.set(key, JSON.stringify(value)),
    removeItem: async (key: string) => void items.delete(key),
  }
}

async function pairOnce(keys: Keys): Promise<void> {
  // Import these only here: they load a library that takes seconds, which a run without keys does not need.
  const { createRemote } = await import('../../../runtime/remote/createRemote.ts')
  const { createRelayClient } = await import('../../../runtime/lib/vendor/walletconnect.ts')
  const clients: RelayClient[] = []
  const remote = createRemote({
    client: async (options) => {
      const client = (await createRelayClient({ ...options, storage: memory() })) as RelayClient
      clients.push(client)
      return client
    },
  })
  try {
    const { uri, approval } = await remote.pair(liveKit(keys))
    // No wallet answers, so the promise may reject when the client is closed below. That is no failure of the relay.
    approval.catch(() => undefined)
    if (!/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/.test(uri)) throw new Error('The pairing has no URI for a wallet')
  } finally {
    for (const { client } of clients) {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    }
  }
}

export const relay: Check = { name: 'public relay', needs: [PROJECT_ID], run: pairOnce }
