import { expect, it } from 'vitest'
import { eventBody } from '../../../runtime/analytics/body.ts'

const event = { event: 'MODAL_OPEN', properties: { connected: true }, timestamp: 1700000000000, address: '0xabc' }
const bodyOn = (page: string) => eventBody(event, page)

it('is the event with the address, its own time, and a page without query, hash and password', () => {
  expect(bodyOn('https://me:word@shop.test:8443/cart/?token=1#part')).toEqual({
    eventId: expect.any(String) as string,
    url: 'https://shop.test:8443/cart/',
    domain: 'shop.test',
    timestamp: 1700000000000,
    props: { event: 'MODAL_OPEN', properties: { connected: true }, address: '0xabc' },
  })
  expect(bodyOn('file:///home/page.html?x=1#y').url).toBe('file:///home/page.html')
})

it('has a random UUID of version 4 for each event', () => {
  const ids = Array.from({ length: 500 }, () => bodyOn('https://shop.test/').eventId)
  expect(new Set(ids).size).toBe(500)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('has no properties where the event has none', () => {
  const { props } = eventBody({ event: 'CLICK_NETWORKS', timestamp: 1, address: undefined }, 'https://shop.test/')
  expect(JSON.stringify(props)).toBe('{"event":"CLICK_NETWORKS"}')
})
