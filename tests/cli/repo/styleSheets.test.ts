import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { styleModule, writeStyleModules } from '../../../cli/repo/styleSheets.ts'

const text = (css: string) => /^export default '(.*)' as string$/m.exec(styleModule('a.css', css))?.[1]

it('every style sheet has its minified module (run `npm run generate` if not)', async () => {
  expect(await writeStyleModules(true)).toEqual([])
})

it('writes outdated modules, and removes a module without a sheet', async () => {
  const root = await mkdtemp(join(tmpdir(), 'walletkit-styles-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'runtime/ui'), { recursive: true })
  await mkdir(join(root, 'plugins'))
  await mkdir(join(root, 'sandbox/dist'), { recursive: true })
  await writeFile(join(root, 'sandbox/dist/built.css'), '.a { color: red; }')
  const module = (name: string) => join('runtime', 'ui', `${name}.css.ts`)
  const [fresh, stale, orphan] = [module('fresh'), module('stale'), module('orphan')]
  const css = '.a { color: red; }'
  await writeFile(join(root, 'runtime/ui/fresh.css'), css)
  await writeFile(join(root, 'runtime/ui/stale.css'), css)
  await writeFile(join(root, fresh), styleModule('fresh.css', css))
  await writeFile(join(root, stale), styleModule('stale.css', '.a { color: blue; }'))
  await writeFile(join(root, orphan), styleModule('orphan.css', css))
  expect(await writeStyleModules(true, root)).toEqual([stale, orphan])
  expect(await writeStyleModules(false, root)).toEqual([stale, orphan])
  expect((await readdir(join(root, 'runtime/ui'))).sort()).toEqual([
    'fresh.css',
    'fresh.css.ts',
    'stale.css',
    'stale.css.ts',
  ])
  expect(await writeStyleModules(true, root)).toEqual([])
})

it('minifies, and keeps what a right-to-left page needs', () => {
  expect(text(`:dir(rtl) > .a { padding-inline: calc(2 * var(--r)) 4px; }`)).toBe(
    ':dir(rtl)>.a{padding-inline:calc(2*var(--r)) 4px}',
  )
  expect(text(`/* why */ .a::after { content: 'x, * y'; }`)).toBe('.a:after{content:"x, * y"}')
})

it('escapes quotes and backslashes', () => {
  expect(text(String.raw`.a { content: "it's"; } .\@b { color: red; }`)).toBe(
    String.raw`.a{content:"it\'s"}.\\@b{color:red}`,
  )
})

it('names the sheet and the position of an error', () => {
  expect(() => styleModule('runtime/ui/a.css', '.a { color red }')).toThrow(/Unexpected|Invalid|Expected/i)
})
