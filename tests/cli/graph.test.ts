import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FOLDERS } from '../../cli/graph.ts'
import { repository } from './project.ts'

const runtime = join(repository, 'runtime')
const folders = readdirSync(runtime, { withFileTypes: true }).filter((entry) => entry.isDirectory())

it('every folder of the runtime has a row, and every row has a folder', () => {
  expect(Object.keys(FOLDERS).sort()).toEqual(['', ...folders.map(({ name }) => name)].sort())
})

it('every pattern of a row matches a file of the folder', () => {
  for (const [name, row] of Object.entries(FOLDERS)) {
    const files = readdirSync(join(runtime, name), { recursive: true, encoding: 'utf8' })
    for (const pattern of [row.firstOpen, row.shared, row.opener])
      if (pattern)
        expect(
          files.some((file) => pattern.test(file.replaceAll('\\', '/'))),
          `${name} ${pattern}`,
        ).toBe(true)
  }
})
