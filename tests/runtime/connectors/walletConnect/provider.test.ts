/** What a page may ask a remote wallet, and what follows when it asks for more (spec sections 4 and 6). */
import { expect, it, vi } from 'vitest'
import { SESSION_EVENT_TABLE } from '../../../../runtime/connectors/walletConnect/events.ts'
import { REFUSAL_DELAY } from '../../../../runtime/actions/refuse.ts'
import { until } from '../../../cli/sandbox/peers.ts'
import { type Page, useRemote } from '../../../support/remote.ts'

const { page, wallet, connected, provider, sandbox } = useRemote()

/** The library's own events, as the relay's messages make it emit them. */
const emit = ({ clients }: Page, name: string) => {
  const { client, session } = clients[0] as unknown as {
    client: { events: { emit: (name: string, event: object) => void } }
    session: { topic: string }
  }
  client.events.emit(name, { topic: session.topic, params: {} })
}

it('follows the table when the relay says that the session is over [S4.other.01]', async () => {
  const opened = await page()
  await connected(opened, await wallet({ policy: 'approve' }))
  emit(opened, 'session_ping')
  emit(opened, 'session_extend')
  expect(opened.account().status).toBe('connected')
  emit(opened, 'session_expire')
  expect(opened.account().status).toBe('disconnected')
})

it('follows another table where a site brings one', async () => {
  const opened = await page(undefined, { events: { ...SESSION_EVENT_TABLE, session_expire: () => undefined } })
  await connected(opened, await wallet({ policy: 'approve' }))
  emit(opened, 'session_expire')
  expect(opened.account().status).toBe('connected')
})

it('refuses a method that nobody listed: the modal opens, the notice follows after 300 ms, what waits is given up [S4.other.04]', async () => {
  const opened = await page()
  const { kit } = opened
  const remote = await wallet()
  const asked = connected(opened, remote)
  await remote.next()
  await remote.approve()
  await asked
  await until(() => !kit.state.modal.open, 'the modal to close')
  const { request } = provider(opened)
  const waiting = request({ method: 'personal_sign', params: ['0x6869', opened.account().address] })
  waiting.catch(() => undefined)
  await remote.next()

  const toasts: string[] = []
  const began = performance.now()
  await expect(request({ method: 'eth_mine' })).rejects.toThrow('Requested RPC call is not allowed')
  expect(kit.state.modal.open).toBe(true)
  await expect(waiting).rejects.toThrow('Requested RPC call is not allowed')
  expect(kit.state.toast.open).toBe(false)
  await until(() => kit.state.toast.open, 'the notice')
  toasts.push(kit.state.toast.message)
  expect(performance.now() - began).toBeGreaterThanOrEqual(REFUSAL_DELAY - 5)
  expect(toasts).toEqual(['Action not allowed'])
})

it('shows the notice 300 ms after the refusal, not one earlier [S4.other.03]', async () => {
  const { kit } = await page()
  vi.useFakeTimers()
  try {
    kit.events.emit('refused', { method: 'eth_mine' })
    await vi.advanceTimersByTimeAsync(299)
    expect(kit.state.toast.open).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(kit.state.toast).toMatchObject({ open: true, message: 'Action not allowed' })
  } finally {
    vi.useRealTimers()
  }
})

it('keeps the hash of a transaction that the wallet sends after it was given up', async () => {
  const opened = await page()
  const remote = await wallet()
  const asked = connected(opened, remote)
  await remote.next()
  await remote.approve()
  await asked
  const { request } = provider(opened)
  const hashes: string[] = []
  opened.kit.events.on('transaction', ({ hash, caipNetworkId }) => void hashes.push(`${caipNetworkId} ${hash}`))
  const [from, to] = sandbox().accounts.map(({ address }) => address)
  const sent = request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
  sent.catch(() => undefined)
  await remote.next()
  await expect(request({ method: 'eth_mine' })).rejects.toThrow()
  await expect(sent).rejects.toThrow()
  await remote.approve()
  await until(() => hashes.length === 1, 'the hash')
  expect(hashes[0]).toMatch(/^eip155:31337 0x[0-9a-f]{64}$/)
})

it('ends a session once, however often the relay brings the goodbye', async () => {
  const opened = await page()
  await connected(opened, await wallet({ policy: 'approve' }))
  const { client, session } = opened.clients[0] ?? {}
  const { topic } = session as { topic: string }
  const end = () => client?.engine?.deleteSession?.({ topic })
  await Promise.all([end(), end()])
  await expect(end()).resolves.toBeUndefined()
  await until(() => opened.account().status === 'disconnected', 'the end')
})

it('refuses everything once the session is over', async () => {
  const opened = await page()
  const remote = await wallet({ policy: 'approve' })
  await connected(opened, remote)
  const { request } = provider(opened)
  await remote.disconnect()
  await until(() => opened.account().status === 'disconnected', 'the end')
  await expect(request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
})
