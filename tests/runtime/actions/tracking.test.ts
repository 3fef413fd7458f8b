/** Analytics events before they are sent. The part that sends is replaced by a recorder. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setConsent } from '../../../runtime/actions/index.ts'
import { close } from '../../../runtime/actions/close.ts'
import { open } from '../../../runtime/actions/open.ts'
import { tracking } from '../../../runtime/actions/tracking.ts'
import type { TrackedEvent } from '../../../runtime/contracts/events.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import { makeKit } from '../../support/kit.ts'

const visitor = (about: object = {}) => vi.stubGlobal('navigator', { userAgent: '', ...about })
beforeEach(() => visitor())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A kit that counts how often its analytics part is loaded. `fails` makes the loading fail. */
function setup(config: Config = {}, fails = false) {
  const sent: TrackedEvent[] = []
  let fetched = 0
  const analytics = async () => {
    fetched++
    if (fails) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: { send: async (_kit: unknown, event: TrackedEvent) => void sent.push(event) } }
  }
  const kit = makeKit({ services: { analytics: 'http://127.0.0.1:9' }, ...config }, { parts: { analytics } })
  return { kit, names: () => sent.map(({ event }) => event), sent, fetched: () => fetched }
}
/** Lets all pending promises settle. */
const settle = async () => {
  for (let at = 0; at < 10; at++) await Promise.resolve()
}

describe('an event', () => {
  it('waits while the wallet list loads, and is sent when the list shows', async () => {
    const { kit, names, fetched } = setup()
    open(kit)
    await settle()
    expect(fetched()).toBe(0)
    tracking(kit).send()
    await settle()
    expect(names()).toEqual(['MODAL_OPEN'])
    kit.track('CLICK_WALLET_HELP')
    await settle()
    expect(names()).toEqual(['MODAL_OPEN', 'CLICK_WALLET_HELP'])
    expect(fetched()).toBe(1)
  })

  it('of a second opening waits for the list too, and another event takes it along', async () => {
    const { kit, names } = setup()
    open(kit)
    tracking(kit).send()
    close(kit)
    await settle()
    expect(names()).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
    open(kit)
    await settle()
    expect(names()).toHaveLength(2)
    tracking(kit).send()
    await settle()
    expect(names().slice(2)).toEqual(['MODAL_OPEN'])
    close(kit)
    open(kit)
    kit.track('CLICK_WALLET_HELP')
    await settle()
    expect(names().slice(3)).toEqual(['MODAL_CLOSE', 'MODAL_OPEN', 'CLICK_WALLET_HELP'])
  })

  it('of another first screen is sent a second later, also when the modal closes before', async () => {
    vi.useFakeTimers()
    const { kit, names } = setup()
    open(kit, { view: 'Networks' })
    await vi.advanceTimersByTimeAsync(900)
    expect(names()).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(names()).toEqual(['MODAL_OPEN'])

    const second = setup()
    open(second.kit, { view: 'Networks' })
    await settle()
    close(second.kit)
    await settle()
    expect(second.fetched()).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(second.names()).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
  })

  it('without the modal is sent at once together with INITIALIZE, which alone triggers no request', async () => {
    const { kit, names, sent, fetched } = setup()
    // The kit remembers an event that happened before anybody listened.
    kit.lastEvent = { event: 'INITIALIZE', properties: { networks: [] }, timestamp: 42 }
    tracking(kit)
    await settle()
    expect(fetched()).toBe(0)
    kit.track('SWITCH_NETWORK', { network: 'eip155:1' })
    await settle()
    expect(names()).toEqual(['INITIALIZE', 'SWITCH_NETWORK'])
    expect(sent[0]).toMatchObject({ timestamp: 42 })
  })

  it('has the address at the time of the event', async () => {
    const { kit, sent } = setup()
    tracking(kit)
    kit.state.networks.activeChain = 'eip155'
    kit.state.accounts.eip155.address = '0x1'
    kit.track('CLICK_NETWORKS')
    kit.state.accounts.eip155.address = '0x2'
    kit.track('CLICK_NETWORKS')
    await settle()
    expect(sent.map(({ address }) => address)).toEqual(['0x1', '0x2'])
  })

  it('is dropped when the tracking module cannot be loaded, which is tried once', async () => {
    const { kit, names, fetched } = setup({}, true)
    tracking(kit)
    for (let at = 0; at < 3; at++) {
      kit.track('CLICK_NETWORKS')
      await settle()
    }
    expect([fetched(), names()]).toEqual([1, []])
  })

  it('is dropped when the site turns the feature off while the module loads', async () => {
    const { kit, names, fetched } = setup()
    tracking(kit)
    kit.track('CLICK_NETWORKS')
    tracking(kit).send()
    kit.state.options.features = { analytics: false }
    await settle()
    expect([fetched(), names()]).toEqual([1, []])
  })

  it('is ignored once the kit is destroyed', async () => {
    const { kit, fetched } = setup()
    open(kit)
    kit.teardown.splice(0).forEach((stop) => stop())
    kit.state.modal.open = false
    kit.track('CLICK_NETWORKS')
    await settle()
    tracking(kit).send()
    expect(fetched()).toBe(0)
  })
})

describe('without tracking, no event is stored or sent', () => {
  const refused: [string, Config, object][] = [
    ['with the feature off', { features: { analytics: false } }, {}],
    ['without a service', { services: {} }, {}],
    ['with Do Not Track', {}, { doNotTrack: '1' }],
    ['with Global Privacy Control', {}, { globalPrivacyControl: true }],
    ['before a consent that is required', { features: { analytics: { consent: 'required' } } }, {}],
  ]
  it.each(refused)('when %s', async (_name, config, about) => {
    visitor(about)
    const { kit, fetched } = setup(config)
    open(kit)
    kit.track('CLICK_NETWORKS')
    await settle()
    // The event is not sent later either, after the reason is gone: it was not kept.
    visitor()
    kit.state.options.features = {}
    tracking(kit).send()
    await settle()
    expect(fetched()).toBe(0)
  })

  it.each([
    ['0', false],
    [null, undefined],
    ['unspecified', false],
  ])('but with doNotTrack %s it is sent', async (doNotTrack, globalPrivacyControl) => {
    visitor({ doNotTrack, globalPrivacyControl })
    const { kit, names } = setup()
    tracking(kit)
    kit.track('CLICK_NETWORKS')
    await settle()
    expect(names()).toEqual(['CLICK_NETWORKS'])
  })
})

describe('consent', () => {
  it('applies from the time it is given: earlier events are never sent', async () => {
    const { kit, names } = setup({ features: { analytics: { consent: 'required' } } })
    kit.lastEvent = { event: 'INITIALIZE', timestamp: 1 }
    open(kit)
    setConsent(kit, true)
    tracking(kit).send()
    kit.track('CLICK_NETWORKS')
    tracking(kit).send()
    await settle()
    expect(names()).toEqual(['CLICK_NETWORKS'])
  })

  it('that is withdrawn drops waiting events at once, even while the module loads', async () => {
    const { kit, names } = setup()
    tracking(kit)
    kit.track('CLICK_NETWORKS')
    tracking(kit).send()
    setConsent(kit, false)
    kit.track('CLICK_NETWORKS')
    await settle()
    expect(names()).toEqual([])
    setConsent(kit, true)
    kit.track('CLICK_WALLET_HELP')
    await settle()
    expect(names()).toEqual(['CLICK_WALLET_HELP'])
  })
})
