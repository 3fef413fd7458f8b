import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FARCASTER, openSocials, type SocialsOptions } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const event = (name: string) => ({ event: name, properties: { provider: 'farcaster' } })

/** Opens the Farcaster view and starts the login. */
async function shown(options?: SocialsOptions) {
  const socials = await openSocials(options)
  socials.controller.choose('farcaster')
  void socials.controller.farcaster.start()
  await socials.settle()
  socials.frame.ready()
  await socials.settle()
  return socials
}

it('opens its own screen, and no window', async () => {
  const { kit, opened, controller } = await shown()
  expect(kit.state.router.view).toBe('ConnectingFarcaster')
  expect(opened).toEqual([])
  expect(controller.farcaster.state.url).toBe(FARCASTER)
})

it('keeps the link with the account [S3.account.20]', async () => {
  const { account } = await shown()
  expect(account().farcasterUrl).toBe(FARCASTER)
})

it('waits for the approval, and goes on to an account', async () => {
  const { kit, frame, account, storage, heard, controller, settle } = await shown()
  expect(frame.asked('CONNECT_FARCASTER')).toHaveLength(1)
  frame.answer('CONNECT_FARCASTER', { userName: 'olivia' })
  await waitFor(() => expect(heard.at(-1)?.event).toBe('SUCCESS'))
  expect(account()).toMatchObject({ status: 'connected', socialProvider: 'farcaster' })
  expect(storage.get('@appkit-wallet/SOCIAL_USERNAME')).toBe('olivia')
  expect(heard).toEqual([event('STARTED'), event('REQUEST_USER_DATA'), event('SUCCESS')])
  expect(kit.state.modal.open).toBe(false)
  controller.farcaster.leave()
  await vi.advanceTimersByTimeAsync(1000)
  await settle()
  expect(frame.asked('RELOAD')).toEqual([])
})

describe('leaving', () => {
  it('reloads the frame after 100 ms, not before [S9.time.07]', async () => {
    const { controller, frame, heard, errors } = await shown()
    controller.farcaster.leave()
    await vi.advanceTimersByTimeAsync(99)
    expect(frame.asked('RELOAD')).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(frame.asked('RELOAD')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(frame.asked('RELOAD')).toHaveLength(1)
    expect(heard).toEqual([event('STARTED'), event('CANCELED')])
    expect(errors).toEqual([])
  })

  it('leaves a late approval without an effect', async () => {
    const { controller, frame, account, settle } = await shown()
    controller.farcaster.leave()
    frame.answer('CONNECT_FARCASTER', { userName: 'olivia' })
    await settle()
    await vi.advanceTimersByTimeAsync(1000)
    expect(account().status).not.toBe('connected')
    expect(frame.asked('GET_USER')).toEqual([])
  })

  it('and coming back at once asks for a code after the reload', async () => {
    const { controller, frame, settle } = await shown()
    controller.farcaster.leave()
    void controller.farcaster.start()
    await vi.advanceTimersByTimeAsync(99)
    expect(frame.asked('GET_FARCASTER_URI')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await settle()
    expect(frame.sent.map(({ type }) => type).slice(-3)).toEqual([
      '@w3m-app/RELOAD',
      '@w3m-app/GET_FARCASTER_URI',
      '@w3m-app/CONNECT_FARCASTER',
    ])
  })
})

it.each([
  ['no code', { GET_FARCASTER_URI: new Error('Farcaster is away') }, 'Farcaster is away'],
  ['a code that is no link', { GET_FARCASTER_URI: { url: 'javascript:alert(1)' } }, 'The login service gave no link'],
  ['no approval', { CONNECT_FARCASTER: new Error('This sign-in has ended') }, 'This sign-in has ended'],
])('with %s goes back and says why', async (_, replies, message) => {
  const { kit, frame, controller, heard, errors } = await shown({ replies })
  expect(kit.state.router.view).toBe('Connect')
  expect(kit.state.toast).toMatchObject({ message, variant: 'error' })
  expect(errors).toEqual([`SOCIAL_FAILED: ${message}`])
  expect(heard).toEqual([event('STARTED'), event('ERROR')])
  controller.farcaster.leave()
  await vi.advanceTimersByTimeAsync(100)
  expect(frame.asked('RELOAD')).toHaveLength(1)
  expect(heard).toHaveLength(2)
})
