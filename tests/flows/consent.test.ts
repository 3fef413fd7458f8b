/** Analytics events that are not sent: the feature is off, the browser opts out, or consent is missing. */
import { describe, expect, it } from 'vitest'
import type { Features } from '../../runtime/contracts/config.ts'
import { defaultConfig, useFlow, type Visit, type Visited } from '../support/flow.ts'
import { later, traces, useEvents } from '../support/tracked.ts'

const flow = useFlow()
const { received, names, arrived, arrivedOnce } = useEvents(flow.sandbox)

const visit = (setup: Visit = {}) => flow.visit({ analytics: true, ...setup })
const withFeatures = (features: Features) => ({ features: { ...defaultConfig(flow.sandbox()).features, ...features } })
const rows = ({ modal }: Visited) => modal.getByRole('button', { name: /Test wallet/ })

describe('nothing is sent or downloaded', () => {
  const getter = (name: string, value: string) =>
    `Object.defineProperty(Navigator.prototype, '${name}', { get: () => ${value}, configurable: true })`
  const silent: [string, () => Visit][] = [
    ['where the feature is off', () => ({ config: withFeatures({ analytics: false }) })],
    ['where no service is named', () => ({ config: { services: withoutAnalytics() }, analytics: false })],
    ['where only the part is there', () => ({ config: { services: { ...withoutAnalytics(), analytics: '' } } })],
    ['with Do Not Track', () => ({ script: getter('doNotTrack', `'1'`) })],
    ['with Global Privacy Control', () => ({ script: getter('globalPrivacyControl', 'true') })],
    ['without the consent that is required', () => ({ config: withFeatures({ analytics: { consent: 'required' } }) })],
  ]
  const withoutAnalytics = () => defaultConfig(flow.sandbox()).services ?? {}

  it.each(silent)('%s', async (_name, setup) => {
    const shown = await visit(setup())
    await useIt(shown)
    expect(await shown.page.evaluate(() => events.length)).toBeGreaterThan(4)
    expect(traces(shown)).toEqual([])
    expect(received()).toEqual([])
  })

  it('while the feature is off, and again after the site turns it off [S1.feat.09]', async () => {
    const off = await visit({ config: withFeatures({ analytics: false }) })
    await useIt(off)
    expect(traces(off)).toEqual([])
    expect(received()).toEqual([])
    const on = await visit({ config: withFeatures({ analytics: true }) })
    await on.open()
    await arrivedOnce('INITIALIZE', 'MODAL_OPEN')
    await on.page.evaluate(() => kit.updateFeatures({ analytics: false }))
    const before = received().length
    await on.page.evaluate(() => kit.close())
    await later(500)
    expect(received()).toHaveLength(before)
  })

  it('until the visitor consents, then events are sent, until the visitor withdraws consent', async () => {
    const shown = await visit({ config: withFeatures({ analytics: { consent: 'required' } }) })
    await shown.open()
    await rows(shown).waitFor()
    await later(500)
    expect(traces(shown)).toEqual([])
    await shown.page.evaluate(() => kit.setConsent(true))
    await later(500)
    expect(received()).toEqual([])
    await shown.page.evaluate(() => kit.close())
    await arrived('MODAL_CLOSE')
    expect(names()).toEqual(['MODAL_CLOSE'])

    await shown.page.evaluate(() => kit.setConsent(false))
    await shown.open()
    await shown.page.evaluate(() => kit.close())
    await later(700)
    expect(names()).toEqual(['MODAL_CLOSE'])

    await shown.page.evaluate(() => kit.setConsent(true))
    await shown.open()
    await arrived('MODAL_OPEN')
    // Consent applies to this page load only, so the next one needs it again.
    await shown.page.reload()
    const count = received().length
    await useIt(shown)
    expect(received()).toHaveLength(count)
    expect(await shown.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
      /consent/i,
    )
  })

  it('after a visitor has declined, even if consent is not required', async () => {
    const shown = await visit()
    await shown.page.evaluate(() => kit.setConsent(false))
    await useIt(shown)
    expect(traces(shown)).toEqual([])
    expect(received()).toEqual([])
  })
})

/** Causes events of every kind: opens, connects, opens again, switches the network, disconnects. */
async function useIt(shown: Visited) {
  await shown.connectInModal()
  await shown.open()
  await shown.page.keyboard.press('Escape')
  await shown.page.evaluate(() => kit.disconnect())
  await later(1200)
}
