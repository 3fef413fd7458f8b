/** Real WalletConnect clients for the relay's tests, of pages and of wallets. */
import { UniversalProvider } from '@walletconnect/universal-provider'
import { afterEach } from 'vitest'
import { endOnce, type Ending } from '../../runtime/remote/patches/endOnce.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { createRemoteWallet, memoryStorage, type RemoteWalletOptions } from '../support/remoteWallet.ts'

export type Dapp = Awaited<ReturnType<typeof UniversalProvider.init>>

let dapps = 0

/** A page's client in Node, with storage in memory. */
export async function openDapp({ relay }: Pick<Sandbox, 'relay'>): Promise<Dapp> {
  dapps += 1
  const made = await UniversalProvider.init({
    projectId: '0'.repeat(32),
    relayUrl: relay.url,
    logger: 'silent',
    telemetryEnabled: false,
    disableProviderPing: true,
    customStoragePrefix: `dapp${dapps}`,
    storage: memoryStorage(),
    metadata: { name: 'Dapp', description: '', url: 'http://127.0.0.1', icons: [] },
  })
  endOnce(made.client as unknown as Ending)
  return made
}

export const closeDapp = async (dapp: Dapp) => {
  dapp.client.core.heartbeat.stop()
  await dapp.client.core.relayer.transportClose()
}

/** The EVM namespace that a page requests. Reads go to the RPC URLs of the sandbox. */
export const ethereum = (chains: number[], rpcUrls: Sandbox['chains'] = []) => ({
  eip155: {
    chains: chains.map((id) => `eip155:${id}`),
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
    rpcMap: Object.fromEntries(rpcUrls.map(({ id, rpcUrl }) => [id, rpcUrl])),
  },
})

/** Relay clients, pages and wallets for the tests of one file. They are closed after each test. */
export function usePeers(sandbox: () => Sandbox) {
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    await Promise.all(undo.splice(0).map((close) => close()))
    sandbox().relay.clear()
  })
  const dapp = async () => {
    const opened = await openDapp(sandbox())
    undo.push(() => closeDapp(opened))
    return opened
  }
  const wallet = async (options: Partial<RemoteWalletOptions> = {}) => {
    const opened = await createRemoteWallet({ relayUrl: sandbox().relay.url, chains: sandbox().chains, ...options })
    undo.push(opened.close)
    return opened
  }
  /** Requests a session. Resolves with the pairing URI, and with `session`, a promise for the approved session. */
  const connect = async (opened: Dapp, optionalNamespaces: object = ethereum([31337], sandbox().chains)) => {
    const uri = new Promise<string>((resolve) => opened.once('display_uri', resolve))
    const session = opened.connect({ optionalNamespaces } as Parameters<Dapp['connect']>[0])
    session.catch(() => {})
    return { uri: await uri, session }
  }
  return { dapp, wallet, connect }
}

export async function until(holds: () => boolean, what = 'it', milliseconds = 10_000): Promise<void> {
  const end = performance.now() + milliseconds
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
