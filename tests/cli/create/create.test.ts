import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectManager, runCommand } from '../../../cli/create/packageManager.ts'
import { main } from '../../../cli/create/program.ts'
import { allFeatures, packageName, TEMPLATES } from '../../../cli/create/scaffold.ts'
import { isObject } from '../../../schema/pieces.ts'
import { readConfig } from '../../../schema/validate.ts'
import { rules } from '../../schema/rules.ts'
import { call, folder, run, write } from '../project.ts'

const create = (args: string[], cwd: string) => call(args, cwd, main)
/** Runs create-walletkit as a process. */
const createWalletkit = (args: string[], cwd: string) => run('cli/create/index.ts', args, cwd)
const json = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, Record<string, string>>

describe('create-walletkit', () => {
  it.each([...TEMPLATES])('writes a %s project whose config passes, and prints one line about it', async (template) => {
    const root = await folder()
    const { code, out } = await create(['shop', '--template', template, '--yes', '--no-install', '--json'], root)
    expect(code).toBe(0)
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    const answer = JSON.parse(out) as { dir: string; template: string; files: string[]; next: string[] }
    expect(answer).toMatchObject({
      ok: true,
      dir: join(root, 'shop'),
      template,
      next: ['cd shop', 'npm install', 'npm run dev'],
    })
    const written = (await readdir(join(root, 'shop'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    expect(written).toHaveLength(answer.files.length)
    expect(answer.files).toEqual(expect.arrayContaining(['.npmrc', 'README.md']))
    expect(await readFile(join(root, 'shop/README.md'), 'utf8')).toContain('npm run dev')
    const text = await readFile(join(root, 'shop/walletkit.config.json'), 'utf8')
    expect(readConfig(text, 'walletkit.config.json', rules).issues).toEqual([])
    const { name, dependencies, devDependencies } = await json(join(root, 'shop/package.json'))
    expect(name).toBe('shop')
    expect(dependencies?.walletkit).toMatch(/^\d+\.\d+\.\d+$/)
    expect(devDependencies?.['walletkit-sandbox']).toBe(dependencies?.walletkit)
  })

  it('writes every feature, with false for what is not available', () => {
    const features =
      isObject(rules.schema.properties) && isObject(rules.schema.properties.features)
        ? rules.schema.properties.features.properties
        : {}
    expect(Object.keys(allFeatures()).sort()).toEqual(Object.keys(features ?? {}).sort())
    for (const { feature, available } of rules.pieces) if (!available) expect(allFeatures()[feature]).toBe(false)
  })

  it('asks nothing and exits with 0 without a terminal', async () => {
    const root = await folder()
    expect((await createWalletkit(['plain', '--no-install'], root)).code).toBe(0)
    expect(await readdir(root)).toEqual(['plain'])
  })

  it('says how to start the sandbox where the framework’s dev does not', async () => {
    const root = await folder()
    const said = async (template: string) =>
      (await create([template, '--template', template, '--yes', '--no-install'], root)).err
    expect(await said('sveltekit')).toMatch(/In another terminal[^]*npm run sandbox/)
    expect(await said('react')).not.toContain('npm run sandbox')
  })

  it('prints the tree of a dry run and writes nothing', async () => {
    const root = await folder()
    const { code, out } = await create(['shop', '--template', 'html', '--dry-run'], root)
    expect(code).toBe(0)
    expect(out).toContain('shop/\n  .gitignore\n  .npmrc\n  README.md\n  index.html\n')
    expect(await readdir(root)).toEqual([])
  })

  it('rejects a folder that is not empty, unless forced', async () => {
    const root = await folder({ 'shop/kept.txt': 'kept' })
    const refused = await createWalletkit(['shop', '--yes', '--no-install', '--json'], root)
    expect(refused).toMatchObject({
      code: 1,
      err: 'shop is not empty. Name another folder, or write into it with --force.\n',
    })
    expect(await readdir(join(root, 'shop'))).toEqual(['kept.txt'])
    expect((await create(['shop', '--yes', '--no-install', '--force'], root)).code).toBe(0)
    expect(await readFile(join(root, 'shop/kept.txt'), 'utf8')).toBe('kept')
  })

  it('merges an existing package.json, and replaces no other file without consent', async () => {
    const mine = {
      name: 'mine',
      version: '3.0.0',
      scripts: { dev: 'mine' },
      dependencies: { lodash: '4.0.0', react: '^19.1.0' },
    }
    const files = {
      'package.json': JSON.stringify(mine),
      'index.html': '<p>mine',
      'src/App.tsx': 'mine',
      '.gitignore': 'secret\n',
      'README.md': '# Mine',
    }
    const root = await folder(Object.fromEntries(Object.entries(files).map(([name, text]) => [`shop/${name}`, text])))
    const now = (name: string) => readFile(join(root, 'shop', name), 'utf8')
    const force = ['shop', '--yes', '--no-install', '--force']
    const refused = await create(force, root)
    expect(refused).toMatchObject({
      code: 1,
      err: 'shop has files that would be replaced: index.html, src/App.tsx. Nothing was written. Move them away, or add --overwrite.\n',
    })
    for (const [name, text] of Object.entries(files)) expect(await now(name)).toBe(text)
    expect(await readdir(join(root, 'shop'))).toHaveLength(5)

    expect((await create([...force, '--overwrite'], root)).code).toBe(0)
    expect(await now('index.html')).not.toContain('mine')
    expect(await now('.gitignore')).toMatch(/^secret\nnode_modules/)
    expect(await now('README.md')).toBe('# Mine')
    const merged = await json(join(root, 'shop/package.json'))
    expect(merged).toMatchObject({
      name: 'mine',
      version: '3.0.0',
      scripts: { dev: 'mine', build: 'tsc --noEmit && walletkit build' },
      dependencies: { lodash: '4.0.0', react: '^19.1.0', walletkit: expect.stringMatching(/^\d/) as string },
    })
    // `--force` may replace the files that the first run wrote.
    expect((await create(force, root)).code).toBe(0)
  })

  it('has our packages in one list of a merged package.json only', async () => {
    const mine = { devDependencies: { walletkit: '0.0.1' }, dependencies: { 'walletkit-sandbox': '0.0.1' } }
    const root = await folder({ 'shop/package.json': JSON.stringify(mine) })
    expect((await create(['shop', '--yes', '--no-install', '--force'], root)).code).toBe(0)
    const { dependencies, devDependencies } = (await json(join(root, 'shop/package.json'))) as typeof mine
    expect(Object.keys(dependencies)).toContain('walletkit')
    expect(Object.keys(devDependencies)).toContain('walletkit-sandbox')
    expect(Object.keys(dependencies).filter((name) => name in devDependencies)).toEqual([])
  })

  it('rejects a project with React 17 with a message before anything is written', async () => {
    const text = '{ "dependencies": { "react": "^17.0.2" } }'
    const root = await folder({ 'shop/package.json': text })
    const { code, err } = await create(['shop', '--yes', '--no-install', '--force'], root)
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /This project has react 17\.0\.2; walletkit needs 18 or newer\.\nNothing was written/,
      ) as string,
    })
    expect(await readdir(join(root, 'shop'))).toEqual(['package.json'])
    expect(await readFile(join(root, 'shop/package.json'), 'utf8')).toBe(text)
  })

  it('installs packages from a folder of tarballs, and leaves nothing behind when one is missing', async () => {
    const root = await folder({ 'packs/walletkit-0.1.0.tgz': '', 'packs/walletkit-sandbox-0.1.0.tgz': '' })
    expect((await create(['shop', '--yes', '--no-install', '--source', 'packs'], root)).code).toBe(0)
    const { dependencies, devDependencies } = await json(join(root, 'shop/package.json'))
    expect([dependencies?.walletkit, devDependencies?.['walletkit-sandbox']]).toEqual([
      'file:../packs/walletkit-0.1.0.tgz',
      'file:../packs/walletkit-sandbox-0.1.0.tgz',
    ])
    // Every number counts as a number: 0.10.0 is newer than 0.9.0.
    await write(root, {
      'packs/walletkit-0.9.0.tgz': '',
      'packs/walletkit-0.10.0.tgz': '',
      'packs/walletkit-0.10.0-beta.2.tgz': '',
      'packs/walletkit-0.10.0-beta.10.tgz': '',
    })
    expect((await create(['newest', '--yes', '--no-install', '--source', 'packs'], root)).code).toBe(0)
    expect((await json(join(root, 'newest/package.json'))).dependencies?.walletkit).toBe(
      'file:../packs/walletkit-0.10.0.tgz',
    )
    await rm(join(root, 'newest'), { recursive: true })
    await mkdir(join(root, 'empty'))
    expect(await create(['other', '--yes', '--no-install', '--source', 'empty'], root)).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds no walletkit-*.tgz') as string,
    })
    expect((await readdir(root)).sort()).toEqual(['empty', 'packs', 'shop'])
  })

  it.each([
    ['my shop', 'cd "my shop"'],
    ['café', 'cd café'],
    ["a'b $HOME", `cd 'a'\\''b $HOME'`],
  ])('names a step that a shell reads as the folder %s', async (dir, step) => {
    const { out } = await create([dir, '--template', 'html', '--yes', '--no-install', '--json'], await folder())
    expect((JSON.parse(out) as { next: string[] }).next[0]).toBe(step)
  })

  it('cleans up when it fails halfway', async () => {
    const root = await folder({ 'shop/kept.txt': 'kept' })
    // A folder has the name of a file that must be written.
    await mkdir(join(root, 'shop/package.json'))
    await writeFile(join(root, 'shop/package.json/x'), '')
    expect((await create(['shop', '--template', 'html', '--yes', '--no-install', '--force'], root)).code).toBe(1)
    expect((await readdir(join(root, 'shop'))).sort()).toEqual(['kept.txt', 'package.json'])
  })
})

it('makes a safe package name from any folder name', () => {
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

it('detects the package manager that ran it', () => {
  expect(detectManager('pnpm/9.1.0 npm/? node/v20')).toBe('pnpm')
  expect(detectManager('npm/11.0.0 node/v20')).toBe('npm')
  expect(detectManager('')).toBe('npm')
  expect(runCommand('yarn', 'dev')).toBe('yarn dev')
  expect(runCommand('npm', 'dev')).toBe('npm run dev')
})
