/** Frames in a process's memory, which has room for some only: whoever opens many loses their own. */
import { expect, it } from 'vitest'
import { createFrames } from '../../../sandbox/login/frames.ts'
import { memoryTransient } from '../../../sandbox/login/transient.ts'

const SITE = 'https://site.example'
const frames = () => createFrames(memoryTransient(Date.now), Date.now)

it('stay while strangers open and use many more, also from ever new networks of their own', async () => {
  const { open, find } = frames()
  const home = await open(SITE, 'p', '192.0.2.1')
  const company = await Promise.all(Array.from({ length: 100 }, () => open(SITE, 'p', '192.0.2.2')))
  for (let at = 0; at < 25_000; at++) {
    const ip = `2001:db8:1:${(at % 60_000).toString(16)}::/64`
    await find(await open(SITE, 'p', ip), { ip })
  }
  expect(await find(home, { ip: '192.0.2.1' })).toMatchObject({ id: home })
  for (const each of company) expect(await find(each, { ip: '192.0.2.2' })).toBeDefined()
})

it('that are in use stay, while the same client opens more than there is room for', async () => {
  const { open, find } = frames()
  const ip = '192.0.2.1'
  const [used, unused] = [await open(SITE, 'p', ip), await open(SITE, 'p', ip)]
  for (let at = 0; at < 15_000; at++) {
    await open(SITE, 'p', ip)
    if (at % 1000 === 0) await find(used, { ip })
  }
  expect(await find(used, { ip })).toBeDefined()
  expect(await find(unused, { ip })).toBeUndefined()
})
