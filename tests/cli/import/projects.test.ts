import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../schema/pieces.ts'
import type { LibraryName } from '../../../cli/import/library.ts'
import { call, folder, repository } from '../project.ts'

/**
 * What a set-up in `projects/` must become. Each is in the style of its library's documentation. `config` is the config
 * without `features` and `customWallets`' wallets; `lost` lists everything that visitors lose.
 */
type Expected = {
  library: LibraryName
  root?: string
  path?: string
  config: JsonObject
  features: JsonObject
  customWallets?: string[]
  lost: string[]
  left: string[]
  notes: string[]
}
type Left = { name: string; at?: string; lost?: true }
type Answer = { config: JsonObject & { wallets?: { custom?: { name: string }[] } }; left: Left[]; notes: string[] }

const PROJECTS = join(repository, 'tests/cli/import/projects')

it.each(await readdir(PROJECTS))('imports %s whole', async (name) => {
  const expected = JSON.parse(await readFile(join(PROJECTS, name, 'expected.json'), 'utf8')) as Expected
  const copy = await folder()
  await cp(join(PROJECTS, name), copy, { recursive: true })
  const root = join(copy, expected.root ?? '.')
  const { code, out, err } = await call(['import', expected.library, expected.path ?? '.', '--json'], root)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const { config, left, notes } = JSON.parse(out) as Answer

  const { $schema: _schema, features, ...rest } = config
  if (expected.customWallets) {
    expect(rest.wallets?.custom?.map((each) => each.name)).toEqual(expected.customWallets)
    delete rest.wallets
  }
  // The expected config may leave out the default project id.
  expect(rest).toEqual({ projectId: 'your-project-id', ...expected.config })
  expect(features).toMatchObject(expected.features)
  const lost = left.filter((each) => each.lost)
  expect(lost.map((each) => `${each.name} (${each.at})`).sort()).toEqual([...expected.lost].sort())
  // Lost parts come first in the list, and every part has a place in the source.
  expect(left.slice(0, lost.length)).toEqual(lost)
  expect(left.map((each) => each.name)).toEqual(expect.arrayContaining(expected.left))
  for (const note of expected.notes) expect(notes).toContainEqual(expect.stringContaining(note))
  // The check accepts the new config.
  expect(await call(['check'], root)).toMatchObject({ code: 0 })
})
