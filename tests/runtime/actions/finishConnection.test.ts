import { expect, it } from 'vitest'
import { connectingView, finishConnection } from '../../../runtime/actions/finishConnection.ts'
import type { Answer } from '../../../runtime/actions/session.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { push, reset } from '../../../runtime/state/navigate.ts'
import { recentWallets } from '../../../runtime/wallets/recent.ts'
import { makeKit } from '../../support/kit.ts'

/** A page that shows `view`, and the session of a wallet that is on `chainId`. */
function waiting(view: string, chainId = 1) {
  const kit = makeKit()
  const { modal, router } = kit.state
  modal.open = true
  if (view !== 'Connect') push(router, view)
  const answer: Answer = {
    connector: {
      id: 'one',
      name: 'One',
      type: 'INJECTED',
      chain: 'eip155',
      chains: [],
      driver: () => Promise.reject(new Error('It has connected already')),
    },
    driver: { watch: () => () => undefined } as unknown as Answer['driver'],
    session: { accounts: [{ address: `0x${'1'.repeat(40)}` }], caipNetworkId: `eip155:${chainId}`, provider: {} },
  }
  return { kit, modal, router, answer }
}

it.each(['Connect', 'ConnectingExternal', 'EmailVerifyOtp'])(
  'closes the modal when %s was waiting for the connection',
  async (view) => {
    const { kit, modal, answer } = waiting(view)
    await finishConnection(kit, [answer], { view })
    expect(modal.open).toBe(false)
    expect(connectionOf(kit, 'eip155')?.connector.id).toBe('one')
  },
)

it('keeps the modal open when another view has replaced the waiting view', async () => {
  const { kit, modal, router, answer } = waiting('ConnectingExternal')
  kit.events.on('connected', () => reset(router, 'SIWXSignMessage'))
  await finishConnection(kit, [answer], { view: 'ConnectingExternal' })
  expect([modal.open, router.view]).toEqual([true, 'SIWXSignMessage'])
})

it('shows UnsupportedChain and stays open when the wallet is on a network that the page does not list', async () => {
  const { kit, modal, router, answer } = waiting('ConnectingExternal', 56)
  await finishConnection(kit, [answer], { view: 'ConnectingExternal' })
  expect([modal.open, router.view]).toEqual([true, 'UnsupportedChain'])
})

it('replaces an open Connect view with Account when the page itself started the connection', async () => {
  const { kit, modal, router, answer } = waiting('Connect')
  await finishConnection(kit, [answer])
  expect([modal.open, router.view]).toEqual([true, 'Account'])
})

it('drops the pairing, saves the wallet as recent, and tracks one event', async () => {
  const { kit, answer } = waiting('Connect')
  const tracked: string[] = []
  kit.events.on('track', ({ event }) => void (event === 'CONNECT_SUCCESS' && tracked.push(event)))
  Object.assign(kit.state.connection, { wcUri: 'wc:0@2', wcPairingExpiry: Date.now() + 240_000 })
  const success = { method: 'browser', name: 'One' } as const
  await finishConnection(kit, [answer], { view: 'Connect', wallet: answer.connector, success })
  expect(kit.state.connection.wcUri).toBeUndefined()
  expect(recentWallets(kit).map(({ name }) => name)).toEqual(['One'])
  expect(tracked).toEqual(['CONNECT_SUCCESS'])
})

it.each([
  ['Connect', true],
  ['ConnectingWalletConnect', true],
  ['AllWallets', true],
  ['WhatIsAWallet', true],
  ['ConnectingSocial', true],
  ['EmailVerifyOtp', true],
  ['EmailVerifyDevice', true],
  ['UpdateEmailPrimaryOtp', false],
  ['Account', false],
  ['Networks', false],
])('%s waits for a connection, so a connection made in another tab closes it: %s', (view, left) => {
  const { kit } = waiting(view)
  expect(connectingView(kit)).toBe(left ? view : undefined)
})
