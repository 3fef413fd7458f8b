/** Reads the providers of Solana's wallet-adapter, by their public options. */
import { addWallet, readWalletConnect, listWallet } from './connectors.ts'
import type { Draft } from './draft.ts'
import type { Library } from './library.ts'
import { hints } from './messages.ts'
import { findElements, type FoundElement, nearest } from './setup.ts'
import { at, Call, Given, type Value } from './value.ts'

const SOURCE = /^@solana\/wallet-adapter/
const CLUSTERS: Record<string, string> = {
  'mainnet-beta': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}

export const solanaAdapter: Library = {
  call: 'WalletProvider of @solana/wallet-adapter-react',
  features: { names: true },
  packages: SOURCE,
  find: (project, reader) => findElements(project, reader, { given: 'WalletProvider', source: SOURCE }),
  read(setup, project, reader, draft) {
    const { attributes } = setup as FoundElement
    const connection = nearest(
      findElements(project, reader, { given: 'ConnectionProvider', source: SOURCE }),
      setup.file,
    )
    const endpoint = at(connection?.attributes, 'endpoint')
    draft.within(connection && `${connection.file}:${connection.line}`, () => readEndpoint(draft, endpoint))
    // Without the attribute `wallets`, the site offers only installed wallets, which announce themselves.
    let remote: boolean | undefined = false
    draft.take(attributes, {
      wallets: (value, name) => {
        remote = readWallets(draft, value, name)
      },
      autoConnect: (value, name) => draft.set('enableReconnect')(typeof value === 'boolean' ? value : true, name),
      onError: (_value, name) => draft.leave(name, 'Subscribe in code: kit.onError.'),
      localStorageKey: (_value, name) => draft.leave(name, hints.storage),
      children: () => {},
    })
    if (remote === false) draft.noRemote()
    else draft.remote()
    if (remote === undefined) draft.leave('WalletConnect', hints.remoteKept)
    draft.leave('services', 'Asked are the networks alone; name more of "services" for a wallet list and balances.')
    return [...new Set([setup.file, ...(connection ? [connection.file] : [])])]
  },
}

function readEndpoint(draft: Draft, endpoint: Value): void {
  const cluster =
    endpoint instanceof Call && endpoint.name === 'clusterApiUrl' ? clusterOf(endpoint.args[0] ?? 'devnet') : undefined
  if (cluster !== undefined) {
    draft.config.networks = [cluster]
    return
  }
  if (typeof endpoint !== 'string') return draft.lose('endpoint', draft.why(endpoint))
  const [, named = 'mainnet-beta'] = /(devnet|testnet|mainnet-beta)/.exec(endpoint) ?? []
  const id = CLUSTERS[named] ?? ''
  draft.config.networks = [id]
  if (!/^https:\/\/api\.[\w-]+\.solana\.com\/?$/.test(endpoint)) draft.write(['customRpcUrls', id], [endpoint])
}

/** The CAIP-2 id of a cluster, given by name or as `WalletAdapterNetwork.Devnet`; undefined for other values. */
function clusterOf(value: Value): string | undefined {
  const name = value instanceof Given ? value.name.toLowerCase().replace(/^mainnet$/, 'mainnet-beta') : value
  return typeof name === 'string' && Object.hasOwn(CLUSTERS, name) ? CLUSTERS[name] : undefined
}

/**
 * Reads the list of wallet adapters, and adds or notes each wallet. Returns whether WalletConnect is among them;
 * undefined if what cannot be read may contain it.
 */
export function readWallets(draft: Draft, value: Value, name: string): boolean | undefined {
  if (!Array.isArray(value)) {
    draft.lose(name, draft.why(value))
    return undefined
  }
  let [remote, isWhole] = [false, true]
  for (const each of value) {
    const wallet = each instanceof Call ? each.name.replace(/WalletAdapter$/, '') : undefined
    if (wallet === undefined) {
      isWhole = false
      draft.lose(name, draft.why(each))
    } else if (wallet === 'WalletConnect') {
      remote = true
      if (each instanceof Call) readWalletConnect(draft, each.args[0])
    } else if (!addWallet(draft, wallet.charAt(0).toLowerCase() + wallet.slice(1)) && wallet !== 'UnsafeBurner')
      listWallet(draft, wallet)
  }
  return remote || (isWhole ? false : undefined)
}
