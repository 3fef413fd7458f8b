import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { progress } from '../../../runtime/data/progress.ts'
import { NOTICE_PAUSE, pluginProgress } from '../../../runtime/host/pluginProgress.ts'
import { showSuccess } from '../../../runtime/state/showToast.ts'
import { makeKit } from '../../support/kit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const shownOn = (view: string, plugin: AnyPlugin = { id: 'send', feature: 'send', engine: '*' }) => {
  const kit = makeKit({})
  kit.state.modal.open = true
  kit.state.router.view = view
  return { kit, ...pluginProgress(kit, plugin, new AbortController().signal) }
}
const done = { state: 'done', title: 'Transaction confirmed' } as const

describe('the progress of a plugin', () => {
  it('is a card on Account, without a toast that says the same', () => {
    const { kit, show, hide } = shownOn('Account')
    show(done)
    vi.runAllTimers()
    expect(progress(kit)).toMatchObject([{ plugin: 'send', ...done }])
    expect(kit.state.toast.open).toBe(false)
    hide()
    expect(progress(kit)).toEqual([])
  })

  it('shows the token’s own picture by network and address, which are text whatever a plugin passes', () => {
    const { kit, show } = shownOn('Account')
    const image = { name: 'ETH', network: 'eip155:1' }
    show({ ...done, image })
    expect(progress(kit)[0]?.image).toEqual(image)
    show({ ...done, image: { name: 'DAI', network: 'eip155:1', address: { toString: () => '0xdai' } as never } })
    expect(progress(kit)[0]?.image).toEqual({ name: 'DAI', network: 'eip155:1', address: '0xdai' })
  })

  it('names a third-party plugin, whose card looks like one of ours, and shows no hidden characters', () => {
    const { kit, show } = shownOn('Account', { id: 'tip-jar', feature: 'tip-jar', engine: '*', guest: true })
    show({ state: 'chain', title: 'You got\u202e 5 ETH', text: 'from a friend' })
    expect(progress(kit)).toMatchObject([{ title: 'You got 5 ETH', text: 'tip-jar · from a friend' }])
    show({ state: 'chain', title: 'Tipping' })
    expect(progress(kit)).toMatchObject([{ title: 'Tipping', text: 'tip-jar' }])
  })

  it('is a toast on another view once it is done, after the toast that is open', () => {
    const { kit, show } = shownOn('WalletSend')
    showSuccess(kit.state.toast, 'Transaction started')
    show({ state: 'chain', title: 'Sending 1 ETH' })
    show(done)
    vi.advanceTimersByTime(NOTICE_PAUSE - 100)
    expect(kit.state.toast.message).toBe('Transaction started')
    vi.advanceTimersByTime(1000)
    expect(kit.state.toast).toMatchObject({ open: true, message: done.title })
  })

  it('is a toast with a warning’s icon on another view when it warns, and any other state counts as done', () => {
    const { kit, show } = shownOn('WalletSend')
    show({ state: 'warning', title: 'Approved without a limit' })
    vi.runOnlyPendingTimers()
    expect(kit.state.toast).toMatchObject({ message: 'Approved without a limit', svg: 'warning' })
    show({ state: 'nonsense' as 'done', title: 'x' })
    expect(progress(kit)).toMatchObject([{ state: 'done' }])
  })

  it('is silent while the modal is closed: the card waits for the next visit', () => {
    const { kit, show } = shownOn('WalletSend')
    kit.state.modal.open = false
    show(done)
    vi.runAllTimers()
    expect(kit.state.toast.open).toBe(false)
    expect(progress(kit)).toHaveLength(1)
  })

  it('takes only text, and links only to https', () => {
    const { kit, show } = shownOn('Account')
    const given = { state: 'sideways', title: 7, link: { url: 'javascript:alert(1)', label: 'Look' } }
    show(given as unknown as Parameters<typeof show>[0])
    const [card] = progress(kit)
    expect(card).toMatchObject({ state: 'done', title: '7' })
    expect(card).not.toHaveProperty('link')
    show({ ...done, link: { url: 'http://explorer.example/tx/0x1', label: 'Look' } })
    expect(progress(kit)[0]).not.toHaveProperty('link')
    show({ ...done, link: { url: 'https://explorer.example/tx/0x1', label: 'Look' } })
    expect(progress(kit)[0]?.link?.url).toBe('https://explorer.example/tx/0x1')
  })
})
