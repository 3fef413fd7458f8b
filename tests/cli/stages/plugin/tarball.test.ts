import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { packageOfTarball, unpackTarball } from '../../../../cli/stages/plugin/tarball.ts'
import { folder } from '../../project.ts'

type Packed = { file: string; text: string; size?: string; type?: string; path?: string; sum?: number }

/** A tarball with these files, at a path. `size`, `type`, `path`, `sum`: what a header says in place of the file's. */
async function tarball(files: readonly Packed[], zeros = 1024): Promise<string> {
  const blocks = files.flatMap(({ file, text, type = '0', path = `package/${file}`, sum = 0, ...rest }) => {
    const header = Buffer.alloc(512)
    header.write(path, 0)
    header.write(rest.size ?? `${text.length.toString(8).padStart(11, '0')} `, 124)
    header.write('        ', 148)
    header.write(type, 156)
    header.write('ustar\u000000', 257)
    const total = header.reduce((all, byte) => all + byte, sum)
    header.write(`${total.toString(8).padStart(6, '0')}\0 `, 148)
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

  it.each<[string, Packed[]]>([
    [
      'with a file twice',
      [
        { file: 'index.js', text: 'a' },
        { file: 'index.js', text: 'b' },
      ],
    ],
    [
      'with a file twice, in another case',
      [
        { file: 'index.js', text: 'a' },
        { file: 'INDEX.js', text: 'b' },
      ],
    ],
    ['with a file twice, in another folder', [{ file: '', text: '', path: 'other/package.json' }]],
    ['with a path that has a dot', [{ file: './index.js', text: 'a' }]],
    ['with a path that leads out', [{ file: '../index.js', text: 'a' }]],
    ['with a path from the root', [{ file: '', text: 'a', path: '/package/index.js' }]],
    ['with a header that renames the next file', [{ file: 'x', text: '25 path=package/index.js\n', type: 'x' }]],
    ['with a global header that has a size', [{ file: 'x', text: '9 size=1\n', type: 'g' }]],
    ['with a long name of GNU', [{ file: 'x', text: 'package/index.js', type: 'L' }]],
    ['with a link', [{ file: 'index.js', text: '', type: '2' }]],
    ['with a folder that has content', [{ file: 'src/', text: 'a', type: '5' }]],
    ['with a wrong checksum', [{ file: 'index.js', text: 'a', sum: 1 }]],
  ])('%s', async (_, files) => {
    const path = await tarball([PACKAGE, ...files])
    expect(await packageOfTarball(path)).toBeUndefined()
    await expect(unpackTarball(path, await folder())).rejects.toThrow(/tarball/)
  })

  it('when it goes on after its end', async () => {
    const path = await tarball([PACKAGE], 1024)
    const two = Buffer.concat([gunzipSync(await readFile(path)), gunzipSync(await readFile(path))])
    await writeFile(path, gzipSync(two))
    expect(await packageOfTarball(path)).toBeUndefined()
  })
})

it('takes folders, and the comment of git', async () => {
  const path = await tarball([
    { file: '', text: '14 comment=ab\n', type: 'g', path: 'pax_global_header' },
    { file: 'src/', text: '', type: '5' },
    PACKAGE,
  ])
  expect(await packageOfTarball(path)).toEqual({ name: 'bell' })
})
