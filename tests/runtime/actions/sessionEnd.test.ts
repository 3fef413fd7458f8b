/**
 * A session that ends while the modal is open: the modal leaves every view that needs the session, and can be closed.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { requestClose } from '../../../runtime/actions/close.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { open } from '../../../runtime/actions/open.ts'
import { endConnection, endSession, onAccounts, onNetwork, startSession } from '../../../runtime/actions/session.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import type { Driver, Session } from '../../../runtime/contracts/connector.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { pageRecord } from '../../../runtime/lib/page.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { push } from '../../../runtime/state/navigate.ts'
import { coreViews } from '../../../runtime/ui/screens/index.ts'
import email from '../../../plugins/email/index.ts'
import history from '../../../plugins/history/index.ts'
import names from '../../../plugins/names/index.ts'
import onramp from '../../../plugins/onramp/index.ts'
import receive from '../../../plugins/receive/index.ts'
import send from '../../../plugins/send/index.ts'
import smartSessions from '../../../plugins/smart-sessions/index.ts'
import socials from '../../../plugins/socials/index.ts'
import swaps from '../../../plugins/swaps/index.ts'
import { makeKit, network, solana } from '../../support/kit.ts'
import solanaChain from '../../../runtime/chains/solana/index.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'

const plugins: AnyPlugin[] = [email, history, names, onramp, receive, send, smartSessions, socials, swaps]
const CORE = Object.keys(coreViews)
const VIEWS = [...CORE, ...plugins.flatMap(({ views = {} }) => Object.keys(views))]
/** The core's views that need the session for which they were opened. */
const NEED = [
  'Account',
  'Connections',
  'SwitchNetwork',
  'UnsupportedChain',
  'SIWXSignMessage',
  'ConnectingSiwe',
  'ApproveTransaction',
  'PluginReview',
]

/** The core's other views: for connecting, choosing a network, or reading. */
const FREE = /^(Connect(ing.*)?|AllWallets|Networks|WhatIs.*|GetWallet|Downloads)$/

it('knows of each of the core’s views whether it needs a session', () => {
  expect(CORE.filter((view) => NEED.includes(view) === (FREE.test(view) && view !== 'ConnectingSiwe'))).toEqual([])
})

afterEach(() => void (pageRecord().opened = undefined))

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const driver: Driver = {
  connect: () => Promise.reject(new Error('Not asked')),
  resume: async () => undefined,
  disconnect: async () => undefined,
  watch: () => () => {},
}
const connectorOf = (chain: 'eip155' | 'solana') => ({
  id: 'w',
  name: 'W',
  type: 'ANNOUNCED' as const,
  chain,
  chains: [],
  driver: async () => ({ default: driver }),
})
async function connected(caipNetworkId: Session['caipNetworkId'] = 'eip155:1'): Promise<Kit> {
  const kit = makeKit({ networks: [network(1), network(137), solana()] }, { plugins, chains: [eip155, solanaChain] })
  const session: Session = { accounts: [{ address: ADDRESS, type: 'eoa' }], caipNetworkId, provider: {} }
  await startSession(kit, { connector: connectorOf('eip155'), driver, session })
  return kit
}

const ENDS: Record<string, (kit: Kit) => unknown> = {
  'the wallet disconnects': (kit) => endSession(kit, 'eip155'),
  'the wallet reports no accounts': (kit) => onAccounts(kit, 'eip155', []),
  'the page disconnects': (kit) => disconnect(kit),
  'another tab disconnects': (kit) => endSession(kit, 'eip155', { follow: true }),
}

describe.each(Object.entries(ENDS))('when %s', (_name, end) => {
  it.each(VIEWS)('%s can be closed, and no earlier view leads back to the session', async (view) => {
    const kit = await connected()
    const { router, modal } = kit.state
    for (const before of [[], ['Account'], ['Connect']]) {
      open(kit, { view: before[0] ?? view })
      if (before.length) push(router, view)
      if (view === 'UnsupportedChain') onNetwork(kit, 'eip155:424242')
      await end(kit)
      expect(kit.state.accounts.eip155.status).toBe('disconnected')
      expect(router.history.map((each) => each.view).filter((each) => NEED.includes(each))).toEqual([])
      expect(modal.open).toBe(true)
      expect(requestClose(kit, 'escape')).toBe(true)
      expect(modal.open).toBe(false)
      await startSession(kit, {
        connector: connectorOf('eip155'),
        driver,
        session: { accounts: [{ address: ADDRESS }], caipNetworkId: 'eip155:1', provider: {} },
      })
    }
  })
})

describe('when one of two sessions ends', () => {
  const both = async (view: string) => {
    const kit = await connected()
    const address = 'Awpd4GndSZBuXLWUsHmD5VbAFSVP3ce2JztFr6PFmFro'
    const session: Session = {
      accounts: [{ address }],
      caipNetworkId: solana().caipNetworkId,
      provider: {},
    }
    await startSession(kit, { connector: connectorOf('solana'), driver, session })
    open(kit, { view })
    return kit
  }

  it('shows the other account if the active session ended', async () => {
    const kit = await both('WalletSend')
    push(kit.state.router, 'WalletSendPreview')
    endSession(kit, 'solana')
    expect(kit.state.router.history.map(({ view }) => view)).toEqual(['Account'])
    expect(kit.state.networks.activeChain).toBe('eip155')
    expect(requestClose(kit, 'button')).toBe(true)
  })

  it('leaves the view alone if the other session ended', async () => {
    const kit = await both('WalletSend')
    push(kit.state.router, 'WalletSendPreview')
    endSession(kit, 'eip155')
    expect(kit.state.router.view).toBe('WalletSendPreview')
  })

  it('leaves a switch of the network that the ended session waited for', async () => {
    const kit = await both('Account')
    push(kit.state.router, 'SwitchNetwork', { network: network(137) })
    endSession(kit, 'eip155')
    expect(kit.state.router.view).toBe('Account')
  })
})

it('shows the account of the wallet that takes over when one of two wallets of a namespace ends', async () => {
  const kit = await connected()
  const second = { ...connectorOf('eip155'), id: 'second', name: 'Second' }
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const session: Session = { accounts: [{ address }], caipNetworkId: 'eip155:1', provider: {} }
  await startSession(kit, { connector: second, driver, session })
  open(kit, { view: 'WalletSend' })
  push(kit.state.router, 'WalletSendPreview')
  endConnection(kit, second)
  expect(kit.state.accounts.eip155.address).toBe(ADDRESS)
  expect(kit.state.router.history.map(({ view }) => view)).toEqual(['Account'])
})

it('does not interrupt a visitor who is connecting another wallet, or choosing a network', async () => {
  for (const view of ['Connect', 'ConnectingExternal', 'AllWallets', 'WhatIsAWallet', 'Networks', 'WhatIsANetwork']) {
    const kit = await connected()
    open(kit, { view })
    endSession(kit, 'eip155')
    expect(kit.state.router.view).toBe(view)
  }
  const kit = await connected()
  open(kit, { view: 'Account' })
  for (const view of ['Connect', 'EmailVerifyOtp']) push(kit.state.router, view)
  endSession(kit, 'eip155')
  expect(kit.state.router.history.map(({ view }) => view)).toEqual(['Connect', 'EmailVerifyOtp'])
})

it('ignores a switch of the network that the wallet answers after its session ended', async () => {
  let answer: (() => void) | undefined
  const provider = { request: () => new Promise<null>((resolve) => (answer = () => resolve(null))) }
  const kit = await connected()
  await startSession(kit, {
    connector: { ...connectorOf('eip155'), id: 'slow' },
    driver,
    session: { accounts: [{ address: ADDRESS }], caipNetworkId: 'eip155:1', provider },
  })
  const switching = switchNetwork(kit, 'eip155:137').catch((error: unknown) => error)
  await expect.poll(() => answer).toBeDefined()
  endSession(kit, 'eip155')
  const before = kit.state.networks.eip155.caipNetwork?.caipNetworkId
  answer?.()
  expect(await switching).toMatchObject({ code: 4900 })
  expect(kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe(before)
  expect(kit.state.accounts.eip155.address).toBeUndefined()
})

it('does not open a closed modal', async () => {
  const kit = await connected()
  endSession(kit, 'eip155')
  expect(kit.state.modal.open).toBe(false)
})
