import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { declareModule } from '../../../cli/stages/types.ts'
import { call, folder, repository } from '../project.ts'

const cli = (args: string[], cwd: string) => call(['types', ...args], cwd)
const text = (root: string, file: string) => readFile(join(root, file), 'utf8')

it('writes the declarations once, and --check reports stale ones', async () => {
  const root = await folder({ 'src/main.ts': '' })
  expect(await cli(['--check'], root)).toMatchObject({
    code: 1,
    err: expect.stringContaining('walletkit types') as string,
  })
  expect((await cli(['--dry-run'], root)).out).toContain('+++ b/src/walletkit.d.ts')
  expect(JSON.parse((await cli(['--json'], root)).out)).toEqual({ ok: true, file: 'src/walletkit.d.ts', changed: true })
  const first = await text(root, 'src/walletkit.d.ts')
  expect(first).toContain(
    "declare module 'virtual:walletkit' {\n  export const generated: import('walletkit').Generated\n}\n",
  )
  expect((await cli(['--check'], root)).code).toBe(0)
  expect(JSON.parse((await cli(['--json'], root)).out)).toMatchObject({ changed: false })
  expect(await text(root, 'src/walletkit.d.ts')).toBe(first)
})

it('does not write beside a source file of the same name, which TypeScript would read instead', async () => {
  const root = await folder({ 'src/walletkit.ts': 'export {}' })
  expect(JSON.parse((await cli(['--json'], root)).out)).toMatchObject({ file: 'src/walletkit-env.d.ts' })
  expect((await cli(['--check'], root)).code).toBe(0)
})

it('moves the declarations out of a file that TypeScript ignores since a source file has its name', async () => {
  const root = await folder({
    'src/walletkit.ts': 'export {}',
    'src/walletkit.d.ts': declareModule(undefined),
  })
  expect((await cli(['--check'], root)).code).toBe(1)
  expect(JSON.parse((await cli(['--json'], root)).out)).toMatchObject({ file: 'src/walletkit-env.d.ts', changed: true })
  expect(await text(root, 'src/walletkit-env.d.ts')).toBe(declareModule(undefined))
  expect((await cli(['--check'], root)).code).toBe(0)
})

it('updates its own block in the file that contains it, and no other block', async () => {
  const other = "declare module '*.css?inline' {\n  const text: string\n  export default text\n}\n"
  const stale = `// mine\ndeclare module "virtual:walletkit" {\n  export const old: number\n}\n\n${other}`
  const root = await folder({ 'src/env.d.ts': stale, 'src/a.d.ts': other })
  expect((await cli(['--check'], root)).code).toBe(1)
  expect((await cli([], root)).code).toBe(0)
  expect(await text(root, 'src/env.d.ts')).toBe(
    `// mine\n${declareModule(undefined).split('\n').slice(1).join('\n')}\n${other}`,
  )
  expect(await text(root, 'src/a.d.ts')).toBe(other)
  expect((await cli(['--check', '--out', 'src/a.d.ts'], root)).code).toBe(1)
})

it('changes nothing in the React template', async () => {
  const template = await text(repository, 'templates/react/src/walletkit.d.ts')
  expect(declareModule(template)).toBe(template)
})

it('adds its block to a file with other line ends and without a final one', () => {
  const out = declareModule('declare const a: 1\r\n// end')
  expect(out.startsWith('declare const a: 1\r\n// end\r\n\r\n/**')).toBe(true)
  expect(out.replaceAll('\r\n', '')).not.toContain('\n')
  expect(declareModule(out)).toBe(out)
})
