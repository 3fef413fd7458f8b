import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { generate } from '../../schema/generate.ts'

it('has written what the base, the plugins and the network table say now', async () => {
  const stale: string[] = []
  await generate(async (name, text) => {
    const written = await readFile(new URL(`../../schema/generated/${name}`, import.meta.url), 'utf8')
    if (written !== text) stale.push(name)
  })
  expect(stale, 'run: npm run generate').toEqual([])
})
