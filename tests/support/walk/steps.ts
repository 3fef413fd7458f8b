/**
 * The steps of random walks: what a visitor, a site, a wallet or another tab may do. `at` is a random number that
 * chooses a variant of a step: which wallet, account, network, view or answer.
 */
import { switchAccount, switchConnection } from '../../../runtime/actions/switchConnection.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { open } from '../../../runtime/actions/open.ts'
import { requestClose } from '../../../runtime/actions/close.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { allConnections } from '../../../runtime/state/entries.ts'
import type { Site, Tab } from './site.ts'
import { NETWORKS, UNLISTED } from './wallets.ts'

export type Step = { name: string; tab: number; at: number }
type Act = (site: Site, tab: Tab, at: number) => void

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]
const VIEWS = ['Account', 'Connections', 'Networks', 'Connect', 'SwitchNetwork']

export const STEPS: Record<string, Act> = {
  connect: (site, tab, at) => site.connect(tab, at),
  leave: (site, { kit }) => site.start(() => disconnect(kit)),
  leaveNamespace: (site, { kit }, at) => site.start(() => disconnect(kit, at % 2 ? 'eip155' : 'solana')),
  leaveOne: (site, { kit }, at) => {
    const entry = pick(allConnections(kit), at)
    if (entry) site.start(() => disconnect(kit, { connection: entry.shown }))
  },
  use: (site, { kit }, at) => {
    const entry = pick(allConnections(kit), at)
    if (entry) site.start(() => switchConnection(kit, { connection: entry.shown }))
  },
  useAccount: (site, { kit }, at) => {
    const account = pick(connectionOf(kit, kit.state.networks.activeChain)?.shown.accounts ?? [], at)
    if (account) site.start(() => switchAccount(kit, account))
  },
  switchNetwork: (site, { kit }, at) => {
    const network = pick(NETWORKS, at)
    if (network) site.start(() => switchNetwork(kit, network.caipNetworkId))
  },
  openView: (_site, { kit }, at) => void open(kit, { view: pick(VIEWS, at) ?? 'Account' }),
  close: (_site, { kit }) => void requestClose(kit, 'button'),
  reload: (site, _tab, at) => site.reload(at % site.tabs.length),
  openTab: (site) => void (site.tabs.length < 2 && site.open(1)),
  sign: (site, { kit }) => {
    const { address } = kit.state.accounts.eip155
    const { request } = (connectionOf(kit, 'eip155')?.provider ?? {}) as {
      request?: (asked: object) => Promise<unknown>
    }
    if (address && request) site.start(() => request({ method: 'personal_sign', params: ['0x', address] }))
  },
  walletAccount: (site, _tab, at) => {
    const wallet = pick(site.evm, at)
    if (!wallet) return
    wallet.accounts.reverse()
    if (wallet.isAuthorised) wallet.emit('accountsChanged', [...wallet.accounts])
  },
  walletNetwork: (site, _tab, at) => {
    const wallet = pick(site.evm, at)
    if (!wallet) return
    wallet.chain = pick([1, 137, UNLISTED], at >> 1) ?? 1
    wallet.emit('chainChanged', `0x${wallet.chain.toString(16)}`)
  },
  walletRevokes: (site, _tab, at) => {
    const wallet = pick(site.evm, at)
    if (!wallet) return
    wallet.isAuthorised = false
    wallet.emit('accountsChanged', [])
  },
  walletNonsense: (site, _tab, at) =>
    pick(site.evm, at)?.emit(at % 2 ? 'accountsChanged' : 'chainChanged', pick([null, 'x', [7], {}, -1], at)),
  walletMood: (site, _tab, at) => {
    const wallet = pick([...site.evm, site.remote], at)
    if (wallet) wallet.mood = pick(['answer', 'mute', 'refuse'] as const, at >> 2) ?? 'answer'
  },
  remoteEnds: (site) => site.remote.end(),
  remoteMoves: (site, _tab, at) => {
    const id = pick(['eip155:1', 'eip155:137'] as const, at)
    for (const { chain, on } of [...site.remote.heard]) if (id && chain === 'eip155') on.network(id)
  },
  wake: (site) => site.wake(),
}
export const NAMES = Object.keys(STEPS)
