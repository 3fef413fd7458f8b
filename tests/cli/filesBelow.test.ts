import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from '../../cli/filesBelow.ts'
import { folder } from './project.ts'

it('lists the files of a folder and of all folders in it, with their whole paths', async () => {
  const root = await folder({ 'b.ts': '', 'a/z/c.ts': '', 'a/.hidden': '' })
  expect(await filesBelow(root)).toEqual(['a/.hidden', 'a/z/c.ts', 'b.ts'].map((file) => join(root, file)))
})

it('fails for a folder that does not exist', async () => {
  await expect(filesBelow(join(await folder(), 'none'))).rejects.toThrow(/ENOENT/)
})
