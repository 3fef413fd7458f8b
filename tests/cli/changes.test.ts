import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeChanges } from '../../cli/changes.ts'
import { folder } from './project.ts'

it('writes every change', async () => {
  const root = await folder({ 'a.txt': 'one' })
  await writeChanges(root, [
    { file: 'a.txt', before: 'one', after: 'two' },
    { file: 'new/b.txt', before: undefined, after: 'b' },
  ])
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('two')
  expect(await readFile(join(root, 'new/b.txt'), 'utf8')).toBe('b')
})

it('restores every file when one cannot be written', async () => {
  const root = await folder({ 'a.txt': 'one' })
  await mkdir(join(root, 'taken'))
  const changes = [
    { file: 'a.txt', before: 'one', after: 'two' },
    { file: 'b.txt', before: undefined, after: 'b' },
    { file: 'taken', before: undefined, after: 'a folder has this name' },
  ]
  await expect(writeChanges(root, changes)).rejects.toThrow(/EISDIR/)
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one')
  expect((await readdir(root)).sort()).toEqual(['a.txt', 'taken'])
})

it('restores the file of which only the beginning was written, as on a full disk', async () => {
  const root = await folder({ 'a.txt': 'one' })
  async function* half() {
    yield await Promise.resolve('tw')
    throw new Error('disk full')
  }
  const after = half() as unknown as string
  await expect(writeChanges(root, [{ file: 'a.txt', before: 'one', after }])).rejects.toThrow('disk full')
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one')
})

it('writes through no link that leads out of the project, also to nothing yet', async () => {
  const root = await folder({ 'project/a.ts': 'a', 'outside/b.ts': 'b' })
  const project = join(root, 'project')
  symlinkSync('../outside/new.json', join(project, 'dangling.json'))
  symlinkSync('../outside/b.ts', join(project, 'b.ts'))
  symlinkSync('../outside', join(project, 'src'))
  symlinkSync('a.ts', join(project, 'own.ts'))
  for (const file of ['dangling.json', 'b.ts', 'src/c.ts', 'src/deep/c.ts']) {
    const changes = [
      { file: 'a.ts', before: 'a', after: 'changed' },
      { file, before: undefined, after: 'theirs' },
    ]
    await expect(writeChanges(project, changes)).rejects.toThrow(`${file} is a link that leads out of the project`)
  }
  expect(readFileSync(join(project, 'a.ts'), 'utf8')).toBe('a')
  expect(readdirSync(join(root, 'outside'))).toEqual(['b.ts'])
  expect(readFileSync(join(root, 'outside/b.ts'), 'utf8')).toBe('b')
  // A link within the project, and a path that the person named, are written.
  await writeChanges(project, [
    { file: 'own.ts', before: 'a', after: 'own' },
    { file: '../outside/b.ts', before: 'b', after: 'asked for' },
    { file: 'new/folder/d.ts', before: undefined, after: 'd' },
  ])
  expect(readFileSync(join(project, 'a.ts'), 'utf8')).toBe('own')
  expect(readFileSync(join(root, 'outside/b.ts'), 'utf8')).toBe('asked for')
})
