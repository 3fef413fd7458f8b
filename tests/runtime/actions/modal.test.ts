import { afterEach, expect, it, vi } from 'vitest'
import { close, requestClose, shake, SHAKE_DURATION } from '../../../runtime/actions/close.ts'
import { goBack } from '../../../runtime/actions/goBack.ts'
import { open } from '../../../runtime/actions/open.ts'
import { push, reset } from '../../../runtime/state/navigate.ts'
import { startSession } from '../../../runtime/actions/session.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import type { Session } from '../../../runtime/contracts/connector.ts'
import { createModalState } from '../../../runtime/state/modal.ts'
import { pageRecord } from '../../../runtime/lib/page.ts'
import { showError, showLoading, TOAST_DURATION } from '../../../runtime/state/showToast.ts'
import { makeKit } from '../../support/kit.ts'

afterEach(() => {
  vi.useRealTimers()
  pageRecord().opened = undefined
})

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const driver = { connect: vi.fn(), resume: vi.fn(), disconnect: vi.fn(), watch: () => () => {} }
const connector = {
  id: 'w',
  name: 'W',
  type: 'ANNOUNCED',
  chain: 'eip155',
  chains: [],
  driver: async () => ({ default: driver as never }),
} as const

async function connected(caipNetworkId: Session['caipNetworkId'] = 'eip155:1', config: Config = {}) {
  const kit = makeKit(config)
  const session: Session = { accounts: [{ address, type: 'eoa' }], caipNetworkId, provider: {} }
  await startSession(kit, { connector, driver, session })
  return kit
}

it('starts closed, and is open after open() [S3.modal.02]', () => {
  const kit = makeKit()
  expect(kit.state.modal).toMatchObject({ open: false, loading: false, shake: false })
  open(kit)
  expect(kit.state.modal.open).toBe(true)
})

it('keeps the namespace that it was opened with until it closes [S3.modal.04] [S4.modal.03]', () => {
  const kit = makeKit()
  open(kit, { namespace: 'solana' })
  expect(kit.state.modal.namespace).toBe('solana')
  close(kit)
  expect(kit.state.modal.namespace).toBeUndefined()
  open(kit)
  expect(kit.state.modal.namespace).toBeUndefined()
})

it('clears the loading flag on close [S4.modal.02]', () => {
  const kit = makeKit()
  open(kit)
  kit.state.modal.loading = true
  close(kit)
  expect(kit.state.modal.loading).toBe(false)
})

it('opens Connect, Account when an address is connected, or the given view', async () => {
  const kit = makeKit()
  open(kit)
  expect(kit.state.router.view).toBe('Connect')
  const other = await connected()
  open(other)
  expect(other.state.router.view).toBe('Account')
  open(other, { view: 'Networks' })
  expect(other.state.router.view).toBe('Networks')
})

it('goes back through the history [S2.back.01]', () => {
  const kit = makeKit()
  open(kit)
  push(kit.state.router, 'AllWallets')
  push(kit.state.router, 'ConnectingExternal')
  goBack(kit)
  expect(kit.state.router.view).toBe('AllWallets')
  expect(kit.state.router.history).toHaveLength(2)
})

it('closes when there is nothing to go back to [S2.back.02]', async () => {
  const kit = await connected()
  open(kit)
  expect(kit.state.router.history.map(({ view }) => view)).toEqual(['Account'])
  goBack(kit)
  expect(kit.state.modal.open).toBe(false)
})

it('closes on back when the history holds UnsupportedChain [S2.back.03]', () => {
  const kit = makeKit()
  open(kit, { view: 'UnsupportedChain' })
  push(kit.state.router, 'Connect')
  goBack(kit)
  expect(kit.state.modal.open).toBe(false)
})

it('ignores back and close while buffering', () => {
  const kit = makeKit()
  open(kit)
  kit.state.connection.buffering = true
  goBack(kit)
  expect(requestClose(kit, 'button')).toBe(false)
  expect(kit.state.modal).toMatchObject({ open: true, shake: false })
})

it.each(['button', 'escape', 'overlay'] as const)(
  'shakes instead of closing UnsupportedChain by %s, while an account is on such a network',
  async (reason) => {
    vi.useFakeTimers()
    const kit = await connected('eip155:424242')
    open(kit, { view: 'UnsupportedChain' })
    expect(requestClose(kit, reason)).toBe(false)
    expect(kit.state.modal).toMatchObject({ open: true, shake: true })
    const lenient = await connected('eip155:424242', { allowUnsupportedChain: true })
    open(lenient, { view: 'UnsupportedChain' })
    expect(requestClose(lenient, reason)).toBe(true)
    const nobody = makeKit()
    open(nobody, { view: 'UnsupportedChain' })
    expect(requestClose(nobody, reason)).toBe(true)
  },
)

it('shakes while a guard refuses the close', () => {
  vi.useFakeTimers()
  const guard = { key: 'lock', order: 1, mayClose: ({ view }: { view: string }) => view !== 'Connect' }
  const kit = makeKit({}, { plugins: [{ id: 'lock', feature: 'lock', engine: '^0.1', slots: { guards: [guard] } }] })
  open(kit)
  expect(requestClose(kit, 'escape')).toBe(false)
  expect(kit.state.modal).toMatchObject({ open: true, shake: true })
  reset(kit.state.router, 'Networks')
  expect(requestClose(kit, 'escape')).toBe(true)
})

it('shakes for 500 ms [S4.modal.05]', () => {
  vi.useFakeTimers()
  const modal = createModalState()
  shake(modal)
  expect(SHAKE_DURATION).toBe(500)
  vi.advanceTimersByTime(499)
  expect(modal.shake).toBe(true)
  vi.advanceTimersByTime(1)
  expect(modal.shake).toBe(false)
})

it('shakes for 500 ms in total, however often a close is refused during that time [S3.modal.03]', async () => {
  vi.useFakeTimers()
  const kit = await connected('eip155:424242')
  open(kit, { view: 'UnsupportedChain' })
  expect(kit.state.modal.shake).toBe(false)
  requestClose(kit, 'escape')
  expect(kit.state.modal.shake).toBe(true)
  vi.advanceTimersByTime(300)
  requestClose(kit, 'escape')
  expect(kit.state.modal.shake).toBe(true)
  vi.advanceTimersByTime(199)
  expect(kit.state.modal.shake).toBe(true)
  vi.advanceTimersByTime(1)
  expect(kit.state.modal.shake).toBe(false)
  // A second refusal shakes the modal again.
  vi.advanceTimersByTime(100)
  requestClose(kit, 'escape')
  expect(kit.state.modal.shake).toBe(true)
  vi.advanceTimersByTime(500)
  expect(kit.state.modal.shake).toBe(false)
})

it('lets only one kit of a page be open at a time', () => {
  const [one, two] = [makeKit(), makeKit()]
  open(one)
  open(two)
  expect([one.state.modal.open, two.state.modal.open]).toEqual([false, true])
  // A modal that is closed is no modal that another kit has to close.
  close(two)
  expect(pageRecord().opened).toBeUndefined()
})

it('stays open when embedded, and shows Account or Connect', async () => {
  const kit = makeKit({ embedded: true })
  open(kit, { view: 'AllWallets' })
  close(kit)
  expect(kit.state.router.view).toBe('Connect')
  expect(kit.state.modal.open).toBe(true)
})

it('tracks opening and closing', () => {
  const kit = makeKit()
  const seen: string[] = []
  kit.events.on('track', ({ event }) => void seen.push(event))
  open(kit)
  open(kit)
  close(kit)
  close(kit)
  expect(seen).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
})

it('shows an alert when the project id is missing', () => {
  const kit = makeKit({ projectId: '' })
  open(kit)
  expect(kit.state.alert).toMatchObject({
    open: true,
    code: 'PROJECT_ID_MISSING',
    message: 'Project ID Not Configured',
  })
})

it('opens without a message from long before, which nobody could see', () => {
  vi.useFakeTimers()
  const shown = (show: (kit: ReturnType<typeof makeKit>) => void, ms: number) => {
    const kit = makeKit()
    show(kit)
    vi.advanceTimersByTime(ms)
    open(kit)
    return kit.state.toast.open
  }
  const fail = ({ state }: ReturnType<typeof makeKit>) => showError(state.toast, 'No')
  expect(shown(fail, TOAST_DURATION + 1)).toBe(false)
  expect(shown(fail, TOAST_DURATION)).toBe(true)
  expect(shown(({ state }) => showLoading(state.toast, 'Wait'), 60_000)).toBe(true)
})
