/** Frames in a process's memory, which has room for some only: whoever opens many loses their own. */
import { expect, it } from 'vitest'
import { createFrames } from '../../../sandbox/login/frames.ts'
import { memoryTransient } from '../../../sandbox/login/transient.ts'

const SITE = 'https://site.example'
const frames = () => createFrames(memoryTransient(Date.now), Date.now)

it('stay while strangers open and use many more, also from ever new networks of their own', async () => {
  const all = frames()
  const home = await all.open(SITE, 'p', '192.0.2.1')
  const company = await Promise.all(Array.from({ length: 100 }, () => all.open(SITE, 'p', '192.0.2.2')))
  for (let at = 0; at < 25_000; at++) {
    const ip = `2001:db8:1:${(at % 60_000).toString(16)}::/64`
    await all.find(await all.open(SITE, 'p', ip), { ip })
  }
  expect(await all.find(home, { ip: '192.0.2.1' })).toMatchObject({ id: home })
  for (const each of company) expect(await all.find(each, { ip: '192.0.2.2' })).toBeDefined()
})

it('that are in use stay, while the same client opens more than there is room for', async () => {
  const all = frames()
  const ip = '192.0.2.1'
  const [used, unused] = [await all.open(SITE, 'p', ip), await all.open(SITE, 'p', ip)]
  for (let at = 0; at < 15_000; at++) {
    await all.open(SITE, 'p', ip)
    if (at % 1000 === 0) await all.find(used, { ip })
  }
  expect(await all.find(used, { ip })).toBeDefined()
  expect(await all.find(unused, { ip })).toBeUndefined()
})
