import { expect, it } from 'vitest'
import { checkText } from '../../../cli/stages/load.ts'
import { select } from '../../../cli/stages/select.ts'

const chosen = async (config: object) => {
  const text = JSON.stringify({ projectId: 'p', networks: ['eip155:1'], ...config })
  return select(await checkText(text, '/site/walletkit.config.json', 'walletkit.config.json'))
}
const analytics = 'https://events.shop.example'

it('takes the part for analytics where a service is named and the feature is not off', async () => {
  const parts = async (config: object) => (await chosen(config))?.parts
  expect(await parts({ services: { analytics } })).toEqual(['analytics'])
  expect(await parts({ services: { analytics }, features: { analytics: {} } })).toEqual(['analytics'])
  expect(await parts({ services: { analytics }, features: { analytics: false } })).toEqual([])
  expect(await parts({ services: { api: analytics } })).toEqual([])
  expect(await parts({ services: 'sandbox' })).toEqual(['remote', 'analytics'])
})

it('names no host for analytics that is off, and no other host less', async () => {
  const api = 'https://api.shop.example'
  const off = await chosen({ services: { analytics, api }, features: { analytics: false } })
  expect(off?.config.services).toEqual({ api })
  const only = await chosen({ services: { analytics }, features: { analytics: false } })
  expect(only?.config.services).toBeUndefined()
})

it('says when there is no service for it', async () => {
  const note = 'features.analytics can use services.analytics, which the config does not name.'
  expect((await chosen({}))?.notes).toContain(note)
  expect((await chosen({ services: { analytics } }))?.notes).not.toContain(note)
  expect((await chosen({ features: { analytics: false } }))?.notes).not.toContain(note)
})

it('takes the part for sign-in where the config asks for it, and says nothing of it where it is off', async () => {
  expect((await chosen({ siwx: true }))?.parts).toEqual(['siwx'])
  expect((await chosen({ siwx: true }))?.config.siwx).toEqual({})
  expect((await chosen({ siwx: { required: false } }))?.config.siwx).toEqual({ required: false })
  const off = await chosen({ siwx: false })
  expect(off?.parts).toEqual([])
  expect(off?.config).not.toHaveProperty('siwx')
})
