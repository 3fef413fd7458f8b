import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from '../../cli/filesBelow.ts'
import { folder } from './project.ts'

it('lists the files of a folder and of all folders in it, with their whole paths', async () => {
  const root = await folder({ 'b.ts': '', 'a/z/c.ts': '', 'a/.hidden': '' })
  expect(await filesBelow(root)).toEqual(['a/.hidden', 'a/z/c.ts', 'b.ts'].map((file) => join(root, file)))
})

it('leaves out folders by their name, but not the one that it is asked for', async () => {
  const root = await folder({ 'node_modules/tips/index.js': '', 'node_modules/tips/node_modules/a/b.js': '' })
  const below = await filesBelow(join(root, 'node_modules'), ['node_modules'])
  expect(below).toEqual([join(root, 'node_modules/tips/index.js')])
})

it('fails for a folder that does not exist', async () => {
  await expect(filesBelow(join(await folder(), 'none'))).rejects.toThrow(/ENOENT/)
})
