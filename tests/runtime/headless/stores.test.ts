/** The stores for pages without the modal, with a real kit, a real wallet and a real node. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { createAccounts } from '../../../runtime/headless/accounts.ts'
import { createConnect } from '../../../runtime/headless/connect.ts'
import { createDisconnect } from '../../../runtime/headless/disconnect.ts'
import { createSend } from '../../../runtime/headless/send.ts'
import { createSignIn } from '../../../runtime/headless/signIn.ts'
import { createAction, loadActions, type Store } from '../../../runtime/headless/store.ts'
import { createSwap } from '../../../runtime/headless/swap.ts'
import { createWallets } from '../../../runtime/headless/wallets.ts'
import { createWalletKit } from '../../../runtime/index.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { makeInstance } from '../../support/instance.ts'
import { memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

function made(options: Parameters<typeof makeInstance>[1] = {}) {
  const own = makeInstance(sandbox(), options)
  ends.push(own.kit.destroy)
  return own
}
/** The statuses of a store, without repeats. */
function statusesOf(store: Store<{ status: string }>): string[] {
  const seen = [store.get().status]
  ends.push(store.subscribe(() => void (seen.at(-1) !== store.get().status && seen.push(store.get().status))))
  return seen
}

it('lists the wallets of the page once somebody looks, and says which one is connected', async () => {
  const { kit, connect } = made()
  const wallets = createWallets(kit)
  expect(wallets.get()).toMatchObject({ status: 'idle', data: [] })
  const seen = statusesOf(wallets)
  await expect.poll(() => wallets.get().status).toBe('success')
  expect(seen).toEqual(['idle', 'searching', 'success'])
  expect(wallets.get().data).toMatchObject([{ name: 'Test wallet', namespaces: ['eip155'], isConnected: false }])
  expect(wallets.get()).toBe(wallets.get())
  await connect()
  expect(wallets.get().data).toMatchObject([{ isConnected: true }])
})

it('connects, and names the account', async () => {
  const { kit } = made()
  const connect = createConnect(kit)
  const seen = statusesOf(connect)
  const [{ id } = { id: '' }] = (await listed(kit)) ?? []
  const account = await connect.actions.connect({ id })
  expect(account?.address).toBe(kit.getAddress())
  expect(connect.get()).toMatchObject({ status: 'success', error: undefined, data: { isConnected: true } })
  expect(seen).toEqual(['idle', 'connecting', 'success'])
})

const listed = async (kit: Parameters<typeof createWallets>[0]) => {
  const wallets = createWallets(kit)
  await wallets.actions.search()
  return wallets.get().data
}

it('says why a wallet did not connect, and reports it once', async () => {
  const { kit } = made({ wallet: { switches: { answer: 'reject' } } })
  const reported: string[] = []
  kit.onError(({ code }) => reported.push(code))
  const connect = createConnect(kit)
  const [{ id } = { id: '' }] = (await listed(kit)) ?? []
  expect(await connect.actions.connect({ id })).toBeUndefined()
  expect(connect.get()).toMatchObject({
    status: 'error',
    error: { code: 'USER_REJECTED', message: 'Connection failed' },
  })
  expect(reported).toEqual(['CONNECT_FAILED'])
  await connect.actions.connect({ id: 'nobody' })
  expect(connect.get().error).toMatchObject({ code: 'ADAPTER_NOT_FOUND', message: 'Adapter not found' })
})

it('forgets an attempt that the visitor gave up, also when the wallet answers later', async () => {
  const { kit, wallet } = made({ wallet: { switches: { answer: 'hold' } } })
  const connect = createConnect(kit)
  const [{ id } = { id: '' }] = (await listed(kit)) ?? []
  const attempt = connect.actions.connect({ id })
  await expect.poll(() => wallet.pending()).toBe(1)
  connect.actions.cancel()
  wallet.settle('approve')
  await attempt
  expect(connect.get()).toMatchObject({ status: 'idle', error: undefined })
  expect(kit.getAccount().isConnected).toBe(false)
})

it('lists the accounts, switches between them, and ends the session', async () => {
  const { kit, connect } = made()
  const accounts = createAccounts(kit)
  await connect()
  const first = accounts.get().data ?? []
  expect(first[0]).toMatchObject({ namespace: 'eip155', isActive: true, address: kit.getAddress() })
  for (const { connection } of first.slice(0, 1))
    await accounts.actions.switchAccount({ address: '0x0000000000000000000000000000000000000001', connection })
  expect(accounts.get()).toMatchObject({ status: 'error', error: { code: 'ACCOUNT_NOT_FOUND' } })
  const disconnect = createDisconnect(kit)
  await disconnect.actions.disconnect({ namespace: 'eip155' })
  expect(disconnect.get()).toMatchObject({ status: 'success', error: undefined })
  expect(accounts.get().data).toEqual([])
})

it('says what to write in the config when a build lacks a feature or sign-in', async () => {
  const { kit, connect } = made()
  await connect()
  const send = createSend(kit)
  await send.actions.send({ to: '0x0', amount: '1' })
  expect(send.get()).toMatchObject({ status: 'error', error: { code: 'FEATURE_OFF' } })
  expect(send.get().error?.message).toContain('"features": { "send": true }')
  const swap = createSwap(kit)
  await swap.actions.quote({ from: 'ETH', to: 'USDC', amount: '1' })
  expect(swap.get().error).toMatchObject({ code: 'FEATURE_OFF' })
  const signIn = createSignIn(kit)
  await signIn.actions.signIn()
  expect(signIn.get()).toMatchObject({ status: 'error', error: { code: 'SIWX_NOT_ENABLED' } })
})

it('follows sign-in while somebody listens, also if the last listener leaves while its code loads', async () => {
  const { connector } = testConnector(sandbox())
  const kit = createWalletKit(
    {
      config: { ...sandboxConfig(sandbox()), siwx: { domain: 'app.example', uri: 'https://app.example' } },
      chains: [eip155],
      parts: {
        siwx: () => import('../../../runtime/siwx/index.ts'),
        verifiers: { eip155: () => import('../../../runtime/siwx/verify/eip155.ts') },
      },
    },
    { storage: memoryStorage(), connectors: [connector] },
  )
  ends.push(kit.destroy)
  void kit.connect(connector.id)
  await expect.poll(() => kit.getAccount().isConnected).toBe(true)
  const signIn = createSignIn(kit)
  signIn.subscribe(() => {})()
  await (await loadActions(kitOf(kit))).signInOf(kitOf(kit))
  await wait(50)
  expect(signIn.get().status).toBe('off')
  ends.push(signIn.subscribe(() => {}))
  await expect.poll(() => signIn.get().status).toBe('needed')
})

it('a newer call wins over an older one, and reset forgets it', async () => {
  const { kit } = made()
  const send = createSend(kit)
  const call = send.actions.send({ to: '0x0', amount: '1' })
  send.actions.reset()
  await call
  expect(send.get()).toEqual({ status: 'idle', error: undefined, data: undefined })
})

it('the result of an older call, or of one before a reset, changes nothing', async () => {
  const { kit } = made()
  const action = createAction<'busy', string>(kitOf(kit))
  const after = (ms: number, data: string) =>
    action.run('busy', async () => (await wait(ms), data), { fallback: 'SEND_FAILED' })
  const both = [after(40, 'old'), after(20, 'new')]
  expect(await Promise.all(both)).toEqual(['old', 'new'])
  expect(action.get()).toMatchObject({ status: 'success', data: 'new' })
  const late = after(20, 'late')
  action.reset()
  await late
  expect(action.get()).toEqual({ status: 'idle', error: undefined, data: undefined })
})
