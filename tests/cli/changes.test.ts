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
