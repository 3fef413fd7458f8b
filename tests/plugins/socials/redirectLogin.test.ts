import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { push } from '../../../runtime/state/navigate.ts'
import { openSocials, REDIRECT, RESULT, type Socials, type SocialsOptions } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const provider = 'google'
const event = (name: string) => ({ event: name, properties: { provider } })

/** Chooses a provider, and waits until the window was sent to it. */
async function started(options?: SocialsOptions) {
  const socials = await openSocials(options)
  socials.controller.choose(provider)
  await socials.settle()
  socials.frame.ready()
  await socials.settle()
  return socials
}
const stage = ({ controller }: Socials) => controller.redirect.state.stage

describe('choosing a provider', () => {
  it('opens an empty window in the click, in the middle, before anything else', async () => {
    const { controller, opened, frame, kit } = await openSocials()
    controller.choose(provider)
    expect(opened).toHaveLength(1)
    expect(opened[0]?.features).toBe('popup,width=600,height=800,left=400,top=100')
    expect(frame.sent).toEqual([])
    expect(kit.state.router).toMatchObject({ view: 'ConnectingSocial', params: { provider } })
    expect(controller.redirect.state.stage).toEqual({ name: 'waiting' })
  })

  it('goes through the window to an account [S3.account.18] [S3.account.19]', async () => {
    const socials = await started()
    const { kit, frame, popup, post, settle, account, heard } = socials
    expect(frame.asked('GET_SOCIAL_REDIRECT_URI')[0]?.payload).toEqual({ provider })
    expect(popup().location.href).toBe(REDIRECT)
    expect(account()).toMatchObject({ socialProvider: provider })
    expect(account().socialWindow).toBe(popup())
    post(popup(), { resultUri: RESULT })
    await settle()
    expect(frame.asked('CONNECT_SOCIAL').map(({ payload }) => payload)).toEqual([{ uri: RESULT }])
    await waitFor(() => expect(account().status).toBe('connected'))
    expect(account()).toMatchObject({ socialProvider: provider, socialWindow: undefined })
    expect(popup().closed).toBe(true)
    await waitFor(() => expect(heard.at(-1)?.event).toBe('SUCCESS'))
    expect(heard).toEqual([event('STARTED'), event('REQUEST_USER_DATA'), event('SUCCESS')])
    expect(kit.state.modal.open).toBe(false)
    expect(socials.errors).toEqual([])
  })

  it('names the account by what the provider calls the visitor', async () => {
    const { popup, post, settle, storage, account } = await started()
    post(popup(), { resultUri: RESULT })
    await settle()
    await waitFor(() => expect(account().status).toBe('connected'))
    expect(storage.get('@appkit-wallet/SOCIAL_USERNAME')).toBe('Alice')
  })

  it('shows the window again', async () => {
    const { controller, popup } = await started()
    controller.redirect.showWindow()
    expect(popup().focused).toBe(1)
  })
})

describe('a window', () => {
  it('that is closed takes the visitor back', async () => {
    const socials = await started()
    socials.popup().closed = true
    await vi.advanceTimersByTimeAsync(1000)
    expect(socials.kit.state.router.view).toBe('Connect')
    expect(socials.heard).toEqual([event('STARTED'), event('CANCELED')])
    expect(socials.account()).toMatchObject({ socialProvider: undefined, socialWindow: undefined })
    expect(socials.errors).toEqual([])
  })

  it('that is blocked says so, and opens on the next click', async () => {
    const socials = await openSocials({ blocked: true })
    socials.controller.choose(provider)
    expect(stage(socials)).toEqual({ name: 'blocked' })
    expect(socials.kit.state.router.view).toBe('ConnectingSocial')
    await socials.settle()
    expect(socials.frame.sent).toEqual([])
    expect(socials.errors).toEqual(['SOCIAL_BLOCKED: The browser blocked the login window'])
    socials.browser.blocked = false
    socials.controller.redirect.begin(provider)
    expect(stage(socials)).toEqual({ name: 'waiting' })
    expect(socials.popups).toHaveLength(1)
  })

  it('of another page is not heard', async () => {
    const socials = await started()
    socials.post({}, { resultUri: RESULT })
    await socials.settle()
    expect(socials.frame.asked('CONNECT_SOCIAL')).toEqual([])
    expect(stage(socials)).toEqual({ name: 'waiting' })
  })

  it.each([
    ['speaks from', RESULT, 'https://evil.example'],
    ['names a result of', 'https://evil.example/social/result', undefined],
  ])('that %s another origin is not trusted', async (_, resultUri, origin) => {
    const socials = await started()
    const { kit, popup, post, settle, frame, heard } = socials
    post(popup(), { resultUri }, origin)
    await settle()
    expect(kit.state.toast).toMatchObject({ message: 'Untrusted Origin', variant: 'error' })
    expect(kit.state.router.view).toBe('Connect')
    expect(popup().closed).toBe(true)
    expect(frame.asked('CONNECT_SOCIAL')).toEqual([])
    expect(heard).toEqual([event('STARTED'), event('ERROR')])
  })

  it('that ends in 45 s is too late: the site is alerted once, and the visitor may try again', async () => {
    const socials = await started()
    await vi.advanceTimersByTimeAsync(44_999)
    expect(stage(socials)).toEqual({ name: 'waiting' })
    await vi.advanceTimersByTimeAsync(1)
    expect(stage(socials)).toEqual({ name: 'timeout' })
    expect(socials.kit.state.router.view).toBe('ConnectingSocial')
    expect(socials.popup().closed).toBe(true)
    expect(socials.errors).toEqual(['SOCIAL_TIMEOUT: Social Login Timed Out'])
    expect(socials.heard).toEqual([event('STARTED'), event('ERROR')])
    socials.controller.redirect.begin(provider)
    expect(socials.popups).toHaveLength(2)
    // Each login opens a new window, because the first one's may still be open.
    expect(socials.opened.map(({ name }) => name)).toEqual(['_blank', '_blank'])
  })
})

describe('the service', () => {
  it('that does not say where to go within 30 s is too late', async () => {
    const socials = await openSocials()
    delete socials.frame.replies.GET_SOCIAL_REDIRECT_URI
    socials.controller.choose(provider)
    await socials.settle()
    socials.frame.ready()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(stage(socials)).toEqual({ name: 'waiting' })
    await vi.advanceTimersByTimeAsync(1)
    expect(stage(socials)).toEqual({ name: 'timeout' })
    expect(socials.errors).toEqual(['SOCIAL_TIMEOUT: Social Login Timed Out'])
  })

  it('that refuses is quoted', async () => {
    const socials = await started({ replies: { GET_SOCIAL_REDIRECT_URI: new Error('Google  is\nclosed today') } })
    expect(stage(socials)).toEqual({ name: 'failed', message: 'Google is closed today' })
    expect(socials.popup().closed).toBe(true)
    expect(socials.errors).toEqual(['SOCIAL_FAILED: Google is closed today'])
    expect(socials.heard).toEqual([event('STARTED'), event('ERROR')])
  })

  it('that is not reached is said so, in words for a visitor', async () => {
    const socials = await started({ replies: { GET_SOCIAL_REDIRECT_URI: new Error('Failed to fetch') } })
    expect(stage(socials)).toEqual({ name: 'failed', message: 'The login service cannot be reached' })
  })

  it('that cannot be loaded is said so', async () => {
    const socials = await openSocials()
    socials.controller.choose(provider)
    await socials.settle()
    socials.frame.fail()
    await socials.settle()
    expect(stage(socials)).toEqual({ name: 'failed', message: undefined })
    expect(socials.kit.state.toast.message).toBe('Unable to load email login dependency')
  })
})

describe('leaving', () => {
  it('closes the window, and what comes late changes nothing', async () => {
    const socials = await started()
    const { controller, popup, post, settle, frame, account, heard } = socials
    controller.redirect.leave()
    expect(popup().closed).toBe(true)
    post(popup(), { resultUri: RESULT })
    await settle()
    frame.answer('CONNECT_SOCIAL', {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(account().status).not.toBe('connected')
    expect(socials.kit.state.router.view).toBe('ConnectingSocial')
    expect(stage(socials)).toEqual({ name: 'idle' })
    expect(heard).toEqual([event('STARTED'), event('CANCELED')])
    expect(socials.errors).toEqual([])
  })

  it('before the login is there asks nothing', async () => {
    const { controller, settle, frame, popup } = await openSocials()
    controller.choose(provider)
    controller.redirect.leave()
    await settle()
    expect(frame.sent).toEqual([])
    expect(popup().closed).toBe(true)
  })

  it('for another provider starts that one alone', async () => {
    const socials = await started()
    push(socials.kit.state.router, 'ConnectSocials')
    socials.controller.choose('github')
    await socials.settle()
    expect(socials.popups.map(({ closed }) => closed)).toEqual([true, false])
    expect(socials.frame.asked('GET_SOCIAL_REDIRECT_URI').map(({ payload }) => payload)).toEqual([
      { provider: 'google' },
      { provider: 'github' },
    ])
    await vi.advanceTimersByTimeAsync(2000)
    expect(stage(socials)).toEqual({ name: 'waiting' })
    expect(socials.kit.state.router.params).toEqual({ provider: 'github', name: 'GitHub' })
    expect(socials.account()).toMatchObject({ socialProvider: 'github', socialWindow: socials.popup() })
  })

  it('once the provider has answered does not undo the login', async () => {
    const socials = await started()
    delete socials.frame.replies.GET_USER
    socials.post(socials.popup(), { resultUri: RESULT })
    await socials.settle()
    socials.controller.redirect.leave()
    expect(socials.heard.map(({ event: name }) => name)).toEqual(['STARTED', 'REQUEST_USER_DATA'])
    socials.frame.answer('GET_USER', new Error('Not today'))
    await socials.settle()
    expect(socials.kit.state.toast).toMatchObject({ message: 'Not today', variant: 'error' })
  })
})

it('without a network opens no window', async () => {
  const socials = await openSocials()
  socials.browser.onLine = false
  socials.controller.choose(provider)
  await socials.settle()
  expect(socials.opened).toEqual([])
  expect(stage(socials)).toEqual({ name: 'idle' })
  expect(socials.kit.state.router.view).toBe('ConnectingSocial')
})

it('in Telegram sends the page itself, with the way back', async () => {
  const socials = await started({
    telegram: true,
    replies: { GET_SOCIAL_REDIRECT_URI: { uri: `${REDIRECT}?state=s` } },
  })
  expect(socials.opened).toEqual([])
  expect(stage(socials)).toEqual({ name: 'leaving' })
  expect(socials.gone).toHaveLength(1)
  expect(new URL(socials.gone[0] ?? '').searchParams.get('state')).toBe('s--https://shop.example/cart?a=1')
})
