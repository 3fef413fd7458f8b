import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectManager, runCommand } from '../../../cli/create/packageManager.ts'
import { allFeatures, packageName } from '../../../cli/create/scaffold.ts'
import { isObject } from '../../../schema/pieces.ts'
import { readConfig } from '../../../schema/validate.ts'
import { rules } from '../../schema/rules.ts'
import { folder, run } from '../project.ts'

const create = (args: string[], cwd: string) => run('cli/create/index.ts', args, cwd)
const json = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, Record<string, string>>

describe('create-walletkit', () => {
  it.each(['react', 'next', 'html'])(
    'writes a %s project whose config passes, and says so in one line',
    async (template) => {
      const root = await folder()
      const { code, out } = await create(['shop', '--template', template, '--yes', '--no-install', '--json'], root)
      expect(code).toBe(0)
      expect(out.trimEnd().split('\n')).toHaveLength(1)
      const answer = JSON.parse(out) as { dir: string; template: string; files: string[]; next: string[] }
      expect(answer).toMatchObject({
        dir: join(root, 'shop'),
        template,
        next: ['cd shop', 'npm install', 'npm run dev'],
      })
      const written = (await readdir(join(root, 'shop'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      )
      expect(written).toHaveLength(answer.files.length)
      expect(answer.files).toContain('.npmrc')
      const text = await readFile(join(root, 'shop/walletkit.config.json'), 'utf8')
      expect(readConfig(text, 'walletkit.config.json', rules).issues).toEqual([])
      const { name, dependencies, devDependencies } = await json(join(root, 'shop/package.json'))
      expect(name).toBe('shop')
      expect(dependencies?.walletkit).toMatch(/^\d+\.\d+\.\d+$/)
      expect(devDependencies?.['walletkit-sandbox']).toBe(dependencies?.walletkit)
    },
  )

  it('writes every feature: what is not built is false', () => {
    const features =
      isObject(rules.schema.properties) && isObject(rules.schema.properties.features)
        ? rules.schema.properties.features.properties
        : {}
    expect(Object.keys(allFeatures()).sort()).toEqual(Object.keys(features ?? {}).sort())
    for (const { feature, available } of rules.pieces) if (!available) expect(allFeatures()[feature]).toBe(false)
  })

  it('asks nothing and ends with 0 without a terminal', async () => {
    const root = await folder()
    expect((await create(['plain', '--no-install'], root)).code).toBe(0)
    expect(await readdir(root)).toEqual(['plain'])
  })

  it('prints the tree of a dry run and writes nothing', async () => {
    const root = await folder()
    const { code, out } = await create(['shop', '--template', 'html', '--dry-run'], root)
    expect(code).toBe(0)
    expect(out).toContain('shop/\n  .gitignore\n  .npmrc\n  index.html\n')
    expect(await readdir(root)).toEqual([])
  })

  it('refuses a folder that is not empty, unless it is forced', async () => {
    const root = await folder({ 'shop/kept.txt': 'kept' })
    const refused = await create(['shop', '--yes', '--no-install', '--json'], root)
    expect(refused).toMatchObject({
      code: 1,
      err: 'shop is not empty. Name another folder, or write into it with --force.\n',
    })
    expect(await readdir(join(root, 'shop'))).toEqual(['kept.txt'])
    expect((await create(['shop', '--yes', '--no-install', '--force'], root)).code).toBe(0)
    expect(await readFile(join(root, 'shop/kept.txt'), 'utf8')).toBe('kept')
  })

  it('takes the packages from a folder of tarballs, and leaves nothing behind when one is missing', async () => {
    const root = await folder({ 'packs/walletkit-0.1.0.tgz': '', 'packs/walletkit-sandbox-0.1.0.tgz': '' })
    expect((await create(['shop', '--yes', '--no-install', '--source', 'packs'], root)).code).toBe(0)
    const { dependencies, devDependencies } = await json(join(root, 'shop/package.json'))
    expect([dependencies?.walletkit, devDependencies?.['walletkit-sandbox']]).toEqual([
      'file:../packs/walletkit-0.1.0.tgz',
      'file:../packs/walletkit-sandbox-0.1.0.tgz',
    ])
    await mkdir(join(root, 'empty'))
    expect(await create(['other', '--yes', '--no-install', '--source', 'empty'], root)).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds no walletkit-*.tgz') as string,
    })
    expect((await readdir(root)).sort()).toEqual(['empty', 'packs', 'shop'])
  })

  it('cleans up when it fails half way', async () => {
    const root = await folder({ 'shop/kept.txt': 'kept' })
    // A folder stands where a file has to go.
    await mkdir(join(root, 'shop/package.json'))
    await writeFile(join(root, 'shop/package.json/x'), '')
    expect((await create(['shop', '--template', 'html', '--yes', '--no-install', '--force'], root)).code).toBe(1)
    expect((await readdir(join(root, 'shop'))).sort()).toEqual(['kept.txt', 'package.json'])
  })
})

it('makes a safe package name of any folder', () => {
  expect(['My Shop', './a/b_c', 'Ünïcode', '..', '日本', 'walletkit', '-x-'].map(packageName)).toEqual([
    'my-shop',
    'b-c',
    'u-ni-code',
    expect.stringMatching(/^my-page-[0-9a-f]{6}$/),
    expect.stringMatching(/^my-page-/),
    expect.stringMatching(/^my-page-/),
    'x',
  ])
})

it('knows the package manager that ran it', () => {
  expect(detectManager('pnpm/9.1.0 npm/? node/v20')).toBe('pnpm')
  expect(detectManager('npm/11.0.0 node/v20')).toBe('npm')
  expect(detectManager('')).toBe('npm')
  expect(runCommand('yarn', 'dev')).toBe('yarn dev')
  expect(runCommand('npm', 'dev')).toBe('npm run dev')
})
