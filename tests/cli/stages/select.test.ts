import { expect, it } from 'vitest'
import { checkText } from '../../../cli/stages/load.ts'
import { select } from '../../../cli/stages/select.ts'

const chosen = async (config: object) => {
  const text = JSON.stringify({ projectId: 'p', networks: ['eip155:1'], ...config })
  return select(await checkText(text, '/site/walletkit.config.json', 'walletkit.config.json'))
}
const analytics = 'https://events.shop.example'

it('selects the analytics module when a service is configured and the feature is not disabled', async () => {
  const parts = async (config: object) => (await chosen(config))?.parts
  expect(await parts({ services: { analytics } })).toEqual(['analytics'])
  expect(await parts({ services: { analytics }, features: { analytics: {} } })).toEqual(['analytics'])
  expect(await parts({ services: { analytics }, features: { analytics: false } })).toEqual([])
  expect(await parts({ services: { api: analytics } })).toEqual([])
  expect(await parts({ services: 'sandbox' })).toEqual(['remote', 'analytics', 'auth'])
})

it('selects the login module when a login plugin, a service and a supported chain are configured', async () => {
  const parts = async (config: object) => (await chosen(config))?.parts
  const services = { secureSite: 'https://login.shop.example' }
  expect(await parts({ services })).toEqual(['auth'])
  expect(await parts({ services, features: { email: false, socials: true } })).toEqual(['auth'])
  expect(await parts({ services, features: { email: false, socials: false } })).toEqual([])
  expect(await parts({ services, networks: ['bip122:000000000019d6689c085ae165831e93'] })).toEqual([])
  expect(await parts({ features: { email: true } })).toEqual([])
})

it('lists no analytics host when analytics is disabled, and keeps the other hosts', async () => {
  const api = 'https://api.shop.example'
  const off = await chosen({ services: { analytics, api }, features: { analytics: false } })
  expect(off?.config.services).toEqual({ api })
  const only = await chosen({ services: { analytics }, features: { analytics: false } })
  expect(only?.config.services).toBeUndefined()
})

it('reports when analytics has no service', async () => {
  const note = 'features.analytics can use services.analytics, which the config does not name.'
  expect((await chosen({}))?.notes).toContain(note)
  expect((await chosen({ services: { analytics } }))?.notes).not.toContain(note)
  expect((await chosen({ features: { analytics: false } }))?.notes).not.toContain(note)
})

it('selects the sign-in module when the config enables it, and prints nothing about it otherwise', async () => {
  expect((await chosen({ siwx: true }))?.parts).toEqual(['siwx'])
  expect((await chosen({ siwx: true }))?.config.siwx).toEqual({})
  expect((await chosen({ siwx: { required: false } }))?.config.siwx).toEqual({ required: false })
  expect((await chosen({ siweConfig: true }))?.parts).toEqual(['siwx'])
  expect((await chosen({ siweConfig: true }))?.config.siweConfig).toEqual({})
  const off = await chosen({ siwx: false, siweConfig: false })
  expect(off?.parts).toEqual([])
  expect(off?.config).not.toHaveProperty('siwx')
  expect(off?.config).not.toHaveProperty('siweConfig')
})
