/** The events of a page, counted by name. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHosted } from '../../support/hosted.ts'

const SITE = 'https://shop.example'
const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
let hosted: Awaited<ReturnType<typeof startHosted>>
beforeAll(async () => {
  hosted = await startHosted({ sites: [SITE] })
})
afterAll(() => hosted.close())

const tell = (event: unknown, origin = SITE) =>
  fetch(`${hosted.url()}/e?projectId=x`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({
      ...{ eventId: 'id', url: `${SITE}/cart`, domain: 'shop.example', timestamp: 1 },
      props: { event, address: ADDRESS },
    }),
  })
const metrics = async () => (await fetch(`${hosted.url()}/metrics`)).text()
const countOf = async (event: string) =>
  Number(new RegExp(`^walletkit_analytics_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(await metrics())?.[1] ?? 0)

it('counts what the pages of its sites tell, and keeps neither accounts nor pages', async () => {
  const answer = await tell('CONNECT_SUCCESS')
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, SITE])
  await tell('CONNECT_SUCCESS')
  await tell('MODAL_OPEN')
  expect([await countOf('CONNECT_SUCCESS'), await countOf('MODAL_OPEN')]).toEqual([2, 1])
  const text = await metrics()
  expect(text).toContain('route="e"')
  for (const kept of [ADDRESS, 'cart', 'shop.example']) expect(text).not.toContain(kept)
})

it('refuses other pages, and what is no event', async () => {
  const before = await metrics()
  expect((await tell('MODAL_OPEN', 'https://evil.example')).status).toBe(403)
  const post = (body: string) => fetch(`${hosted.url()}/e`, { method: 'POST', headers: { origin: SITE }, body })
  expect((await post('{}')).status).toBe(400)
  expect((await post('nonsense')).status).toBe(400)
  expect((await post(' '.repeat(30_000))).status).toBe(413)
  expect(before).toContain(`walletkit_analytics_total{event="MODAL_OPEN"} ${await countOf('MODAL_OPEN')}`)
})

it('counts names that no page has together, however many there are', async () => {
  for (const event of ['x', 7, null, 'lower case', 'A'.repeat(80)]) expect((await tell(event)).status).toBe(200)
  expect(await countOf('other')).toBe(5)
  await Promise.all(Array.from({ length: 300 }, (_, at) => tell(`MADE_UP_${at}`)))
  expect(await countOf('other')).toBeGreaterThan(100)
})
