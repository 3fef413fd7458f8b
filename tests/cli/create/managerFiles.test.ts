import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { managerFiles } from '../../../cli/create/managerFiles.ts'
import { main } from '../../../cli/create/program.ts'
import { call, folder } from '../project.ts'

const create = async (root: string, ...args: string[]) => {
  const { code, out } = await call(['shop', '--yes', '--no-install', '--json', ...args], root, main)
  expect(code).toBe(0)
  return JSON.parse(out) as { files: string[]; next: string[] }
}

describe('a project of pnpm', () => {
  const SETTINGS = 'pnpm-workspace.yaml'

  it('has settings without which its install fails, also in the list of a dry run', async () => {
    const root = await folder()
    expect((await create(root, '--manager', 'pnpm', '--dry-run')).files).toContain(SETTINGS)
    const { files, next } = await create(root, '--manager', 'pnpm')
    expect(files).toContain(SETTINGS)
    expect(next).toEqual(['cd shop', 'pnpm install', 'pnpm dev'])
    expect(await readFile(join(root, 'shop', SETTINGS), 'utf8')).toBe('ignoreScripts: true\n')
  })

  it('keeps settings of its own', async () => {
    const root = await folder({ [`shop/${SETTINGS}`]: 'strictDepBuilds: false\n' })
    await create(root, '--manager', 'pnpm', '--force')
    expect(await readFile(join(root, 'shop', SETTINGS), 'utf8')).toBe('strictDepBuilds: false\n')
  })

  it('stays in the workspace of a folder above', async () => {
    const root = await folder({ [SETTINGS]: 'packages: ["*"]\n' })
    expect((await create(root, '--manager', 'pnpm')).files).not.toContain(SETTINGS)
  })

  it('has none for pnpm 9, which refuses them, and none for another manager', async () => {
    expect([...managerFiles('pnpm', false, 'pnpm/9.15.9 npm/? node/v20').keys()]).toEqual([])
    expect([...managerFiles('pnpm', false, 'pnpm/10.34.9 npm/? node/v20').keys()]).toEqual([SETTINGS])
    expect((await create(await folder(), '--manager', 'bun')).files).not.toContain(SETTINGS)
  })
})

it('keeps what Yarn writes out of git', async () => {
  const root = await folder()
  await create(root, '--manager', 'yarn')
  expect((await readFile(join(root, 'shop/.gitignore'), 'utf8')).split('\n')).toEqual(
    expect.arrayContaining(['node_modules', '.pnp.*', '.yarn/*', '!.yarn/patches']),
  )
})

it('names the manager’s commands in the README and in scripts that run scripts', async () => {
  const root = await folder()
  await create(root, '--manager', 'pnpm', '--template', 'nuxt')
  const read = (file: string) => readFile(join(root, 'shop', file), 'utf8')
  expect(await read('README.md')).toMatch(/`pnpm dev`[^]*`pnpm sandbox`[^]*`pnpm start`/)
  expect((JSON.parse(await read('package.json')) as { scripts: { dev: string } }).scripts.dev).toBe(
    'pnpm generate && nuxt dev',
  )
  for (const file of ['README.md', 'package.json']) expect(await read(file)).not.toMatch(/\bnpm (?:run|start|install)/)
})
