/** Runs a page's side of WalletConnect in Node: the kit's part with the relay client, with storage in memory. */
import { createRemote, type RemoteOptions } from '../../runtime/remote/createRemote.ts'
import type { RelayClient } from '../../runtime/remote/client.ts'
import eip155 from '../../runtime/chains/eip155/index.ts'
import type { Config, Generated, Parts } from '../../runtime/contracts/config.ts'
import { discover } from '../../runtime/actions/discover.ts'
import { invite } from '../../runtime/actions/pair.ts'
import type { Kit } from '../../runtime/contracts/kit.ts'
import type { Storage } from '../../runtime/lib/storage.ts'
import { until } from '../sandbox/peers.ts'
import { makeKit, memoryStorage as pageStorage, sandboxConfig } from './kit.ts'
import { useSandbox } from './sandbox.ts'
import { createRelayClient } from '../../runtime/lib/vendor/walletconnect.ts'
import {
  type ClientStorage,
  createRemoteWallet,
  memoryStorage,
  type RemoteWallet,
  type RemoteWalletOptions,
} from './remoteWallet.ts'
import { afterEach } from 'vitest'
import { connectionOf } from '../../runtime/state/connections.ts'

let pages = 0

/** Makes the kit's part for WalletConnect for one page. A second one with the same `storage` acts as after a reload. */
export function remotePart({
  storage = memoryStorage(),
  ...options
}: RemoteOptions & { storage?: ClientStorage } = {}): {
  parts: Parts
  clients: RelayClient[]
} {
  const clients: RelayClient[] = []
  const prefix = prefixes.get(storage) ?? `page${++pages}`
  prefixes.set(storage, prefix)
  const remote = createRemote({
    client: async (asked) => {
      const made = createRelayClient({ ...asked, storage, customStoragePrefix: prefix })
      const client = await (made as Promise<RelayClient>)
      clients.push(client)
      return client
    },
    ...options,
  })
  return { parts: { remote: async () => ({ default: remote }) }, clients }
}
const prefixes = new WeakMap<ClientStorage, string>()

/** Closes a page's client: its timers and its socket. */
export async function closePage(clients: readonly RelayClient[]): Promise<void> {
  for (const { client } of clients) {
    const core = client.core as unknown as {
      heartbeat: { stop: () => void }
      relayer: { transportClose: () => Promise<void> }
    }
    core.heartbeat.stop()
    await core.relayer.transportClose()
  }
}

export type Page = {
  kit: Kit
  events: { event: string; properties?: unknown }[]
  account: () => Kit['state']['accounts']['eip155']
  clients: RelayClient[]
}

/** Pages and wallets for the tests of one file, on their own sandbox. They are closed after each test. */
export function useRemote() {
  const sandbox = useSandbox()
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
    sandbox().relay.clear()
  })

  /** Opens a page. A second one with the same two storages acts as the page after a reload. */
  async function page(
    storages = { page: pageStorage() as Storage, client: memoryStorage() },
    options: RemoteOptions = {},
    config: Config = {},
    chains: Generated['chains'] = [eip155],
  ): Promise<Page> {
    const { parts, clients } = remotePart({ storage: storages.client, ...options })
    const kit = makeKit({ ...sandboxConfig(sandbox()), ...config }, { chains, parts, storage: storages.page })
    const events: Page['events'] = []
    kit.events.on('track', (event) => void events.push(event))
    undo.push(
      () => closePage(clients),
      () => kit.teardown.forEach((stop) => stop()),
    )
    await discover(kit)()
    return { kit, events, account: () => kit.state.accounts.eip155, clients }
  }

  async function wallet(options: Partial<RemoteWalletOptions> = {}): Promise<RemoteWallet> {
    const opened = await createRemoteWallet({ relayUrl: sandbox().relay.url, chains: sandbox().chains, ...options })
    undo.push(opened.close)
    return opened
  }

  /** Opens the modal with the pairing URI, and returns the URI. */
  async function show(kit: Kit): Promise<string> {
    Object.assign(kit.state.modal, { open: true })
    kit.state.router.view = 'ConnectingWalletConnect'
    await invite(kit)
    return kit.state.connection.wcUri ?? ''
  }

  const connected = async ({ kit, account }: Page, remote: RemoteWallet) => {
    await remote.pair(await show(kit))
    await until(() => account().status === 'connected', 'the session')
  }
  const provider = ({ kit }: Page) =>
    connectionOf(kit, 'eip155')?.provider as {
      request: (request: { method: string; params?: unknown }) => Promise<unknown>
    }

  const atEnd = (step: () => unknown) => void undo.push(step)
  return { sandbox, page, wallet, show, connected, provider, atEnd, pageStorage, clientStorage: memoryStorage }
}
