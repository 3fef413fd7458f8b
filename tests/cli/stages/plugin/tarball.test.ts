import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { packageOfTarball, unpackTarball } from '../../../../cli/stages/plugin/tarball.ts'
import { folder } from '../../project.ts'

type Packed = { file: string; text: string; size?: string }

/** A tarball with these files, at a path. `size`: what a header says in place of the file's size. */
async function tarball(files: readonly Packed[], zeros = 1024): Promise<string> {
  const blocks = files.flatMap(({ file, text, size = `${text.length.toString(8).padStart(11, '0')} ` }) => {
    const header = Buffer.alloc(512)
    header.write(`package/${file}`, 0)
    header.write(size, 124)
    header.write('0', 156)
    const content = Buffer.alloc(Math.ceil(text.length / 512) * 512)
    content.write(text)
    return [header, content]
  })
  const path = join(await folder(), 'plugin.tgz')
  await writeFile(path, gzipSync(Buffer.concat([...blocks, Buffer.alloc(zeros)]), { level: 1 }))
  return path
}

const PACKAGE = { file: 'package.json', text: '{ "name": "bell" }' }

it('reads the package.json and unpacks the code', async () => {
  const path = await tarball([{ file: 'index.js', text: 'export {}' }, PACKAGE])
  expect(await packageOfTarball(path)).toEqual({ name: 'bell' })
  const to = await folder()
  await unpackTarball(path, to)
  expect(await readFile(join(to, 'index.js'), 'utf8')).toBe('export {}')
})

describe('a tarball that npm did not make is refused', () => {
  it.each(['-0001000', '-1', '-00000001000', '1000junk', '0x10', '1e3', '9'])('with the size %s', async (size) => {
    const path = await tarball([{ file: 'a.js', text: '', size }, PACKAGE])
    expect(await packageOfTarball(path)).toBeUndefined()
    await expect(unpackTarball(path, await folder())).rejects.toThrow(`the size ${size}`)
  })

  it('when it unpacks to more than a plugin has', { timeout: 60_000 }, async () => {
    const path = await tarball([PACKAGE], 65 * 1024 * 1024)
    expect(await packageOfTarball(path)).toBeUndefined()
    await expect(unpackTarball(path, await folder())).rejects.toThrow()
  })
})
