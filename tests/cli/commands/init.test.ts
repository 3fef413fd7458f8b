import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { main as create } from '../../../cli/create/program.ts'
import { call, folder, write } from '../project.ts'

const cli = (args: string[], cwd: string) => call(['init', ...args], cwd)
const text = (root: string, file: string) => readFile(join(root, file), 'utf8')
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.test', ...args], { cwd, encoding: 'utf8' })

const VITE = "import react from '@vitejs/plugin-react'\n\nexport default { plugins: [react()] }\n"
const REACT = {
  'package.json': `{
    "name": "@acme/shop-front",
    "packageManager": "pnpm@9.0.0",
    "dependencies": { "react": "^19.1.0", "react-dom": "^19.1.0" },
    "devDependencies": { "vite": "^8.0.0" }
}
`,
  'vite.config.js': VITE,
  'tsconfig.json': '{}',
  'src/main.tsx': '',
}
const project = async (files: Record<string, string> = REACT) => {
  const root = await folder(files)
  git(root, 'init', '-q')
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'x')
  return root
}

describe('walletkit init', () => {
  it('prints a diff that git can apply, and writes nothing', async () => {
    const root = await project()
    const { code, out, err } = await cli(['--dry-run'], root)
    expect(code).toBe(0)
    expect(err).toContain('Run: pnpm install')
    expect(git(root, 'status', '--porcelain')).toBe('')
    execFileSync('git', ['apply'], { cwd: root, input: out })
    expect(git(root, 'status', '--porcelain', '-uall').split('\n').sort()).toEqual([
      '',
      ' M package.json',
      ' M vite.config.js',
      '?? src/walletkit.d.ts',
      '?? walletkit.config.json',
    ])
  })

  it.each(['""', '" "', '"@acme/"'])('names the page after its folder where the package is called %s', async (name) => {
    const root = await folder({ 'package.json': `{ "name": ${name} }`, 'index.html': '' })
    expect(await cli(['--no-install', '--yes'], root)).toMatchObject({ code: 0 })
    expect(await call(['check'], root)).toMatchObject({ code: 0 })
    const config = JSON.parse(await text(root, 'walletkit.config.json')) as { metadata: { name: string } }
    expect(config.metadata.name).toMatch(/^Walletkit /)
  })

  it('sets up vite and React, keeps the formatting, and changes nothing when run again', async () => {
    const root = await project()
    const { code, out } = await cli(['--no-install', '--json'], root)
    expect(code).toBe(0)
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      framework: 'react',
      manager: 'pnpm',
      managerFrom: 'packageManager',
      installed: false,
      files: ['walletkit.config.json', 'package.json', 'vite.config.js', 'src/walletkit.d.ts'],
    })
    expect(await text(root, 'vite.config.js')).toBe(
      VITE.replace('react()]', 'react(), walletkit()]').replace(
        "plugin-react'\n",
        "plugin-react'\nimport { walletkit } from 'walletkit/vite'\n",
      ),
    )
    expect(await text(root, 'package.json')).toMatch(
      /^ {4}"dependencies": \{ "react": "\^19\.1\.0", "react-dom": "\^19\.1\.0", "walletkit": "\d[^"]+" \},$/m,
    )
    expect((await call(['check'], root)).code).toBe(0)
    expect((await call(['types', '--check'], root)).code).toBe(0)
    const again = await cli(['--no-install', '--json'], root)
    expect(JSON.parse(again.out)).toMatchObject({ ok: true, files: [] })
  })

  it('does not ask for a second kit after import --write', async () => {
    const files = {
      ...REACT,
      'src/main.tsx':
        "import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nexport const config = getDefaultConfig({ appName: 'A', projectId: 'p', chains: [] })\n",
    }
    const root = await project(files)
    const { code, err } = await call(['import', 'rainbowkit', '.', '--write'], root)
    expect(code, err).toBe(0)
    expect(err).toContain('The places of the options are those before this change')
    expect((await call(['types', '--check'], root)).code).toBe(0)
    const { next } = JSON.parse((await cli(['--no-install', '--yes', '--json'], root)).out) as { next: string[] }
    expect(next.join('\n')).toContain('src/walletkit.ts makes the kit already')
    expect(next.join('\n')).not.toContain('createWalletKit(generated)')
    const other = await project({
      ...files,
      'package.json': '{ "dependencies": { "next": "16.0.0", "react": "19.0.0" } }',
    })
    await call(['import', 'rainbowkit', '.', '--write'], other)
    const after = JSON.parse((await cli(['--no-install', '--yes', '--json'], other)).out) as { next: string[] }
    expect(after.next.join('\n')).toContain('npx walletkit emit --out walletkit.generated.js')
  })

  it('writes the config that create-walletkit writes', async () => {
    const root = await folder({ 'package.json': '{ "name": "shop" }', 'index.html': '<p>' })
    expect((await cli(['--no-install'], root)).code).toBe(0)
    await call(['shop', '--template', 'html', '--yes', '--no-install'], root, create)
    expect(await text(root, 'walletkit.config.json')).toBe(await text(root, 'shop/walletkit.config.json'))
    const { dependencies, devDependencies } = JSON.parse(await text(root, 'package.json')) as Record<string, object>
    expect(Object.keys(dependencies ?? {})).toEqual(['react', 'react-dom', 'walletkit'])
    expect(Object.keys(devDependencies ?? {})).toEqual(['vite', 'walletkit-sandbox'])
  })

  it('rejects uncommitted changes and never replaces a config unless forced', async () => {
    const root = await project()
    await write(root, { 'walletkit.config.json': '{ "mine": true }\n' })
    const refused = await cli(['--no-install'], root)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('walletkit.config.json') as string })
    expect(refused.err).toContain('--yes')
    expect(await text(root, 'vite.config.js')).toBe(VITE)
    const kept = await cli(['--no-install', '--yes'], root)
    expect(kept).toMatchObject({ code: 0, err: expect.stringContaining('is kept as it is') as string })
    expect(await text(root, 'walletkit.config.json')).toBe('{ "mine": true }\n')
    expect((await cli(['--no-install', '--force'], root)).code).toBe(0)
    expect(await text(root, 'walletkit.config.json')).toContain('"projectId": "sandbox"')
  })

  it('prints what to add when an edit is not safe, for Next, and outside a project', async () => {
    const config = 'export default ({ mode }) => ({ plugins: list(mode) })\n'
    const unclear = await folder({
      ...REACT,
      'vite.config.js': config,
      'yarn.lock': '',
      'package.json': '{ "devDependencies": { "vite": "8.0.0", "react": "19.0.0" } }',
    })
    const { out } = await cli(['--no-install', '--json'], unclear)
    const answer = JSON.parse(out) as { manager: string; next: string[] }
    expect(answer.manager).toBe('yarn')
    expect(answer.next[1]).toContain('In vite.config.js: import { walletkit }')
    expect(await text(unclear, 'vite.config.js')).toBe(config)
    const next = await folder({
      'package.json': '{ "dependencies": { "next": "16.0.0", "react": "19.0.0", "react-dom": "19.0.0" } }',
    })
    expect(JSON.parse((await cli(['--no-install', '--json'], next)).out)).toMatchObject({ framework: 'next' })
    expect(await cli([], await folder())).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no package.json here') as string,
    })
  })

  it('runs the package manager, and exits with 1 when that fails', async () => {
    const root = await folder({
      'package.json': '{ "packageManager": "npm@10.0.0" }',
      'index.html': '<p>',
      '.npmrc': 'offline=true\n',
    })
    const { code, err } = await cli(['--source', 'nowhere'], root)
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('--source nowhere is not a folder') as string,
    })
    expect(existsSync(join(root, 'walletkit.config.json'))).toBe(false)
    // npm fails, because the packages are file URLs of broken archives.
    await write(root, { 'packs/walletkit-0.1.0.tgz': 'x', 'packs/walletkit-sandbox-0.1.0.tgz': 'x' })
    const failed = await cli(['--source', 'packs', '--json'], root)
    expect(failed.code).toBe(1)
    expect(failed.err).toContain('The packages were not installed; npm install says why, above.')
    // The advice must not name the command that has just failed.
    expect(failed.err).not.toMatch(/Run: npm install/)
    expect(JSON.parse(failed.out)).toMatchObject({ ok: false, installed: false, manager: 'npm' })
    expect(await text(root, 'package.json')).toContain('"walletkit": "file:packs/walletkit-0.1.0.tgz"')
  })

  it.each([
    [
      'react',
      { react: '^17.0.2', 'react-dom': '^17.0.2' },
      ['react 17.0.2', '18 or newer', 'npm install react@18 react-dom@18'],
    ],
    ['react, written as ^17', { react: '^17' }, ['react 17.0.0', '18 or newer', 'npm install react@18']],
    ['vite', { vite: '5.4.0' }, ['vite 5.4.0', '6, 7 or 8', 'npm install vite@8']],
    ['wagmi', { '@wagmi/core': '~1.4.0' }, ['@wagmi/core 1.4.0', '2.10.0 or newer or 3', 'npm install @wagmi/core@3']],
    ['ethers', { ethers: '^4.0.0' }, ['ethers 4.0.0', '5.7.0 or newer or 6', 'npm install ethers@6']],
  ])('rejects an older %s with a message before anything is written', async (_name, dependencies, words) => {
    const manifest = JSON.stringify({ dependencies })
    const root = await folder({ 'package.json': manifest, 'index.html': '<p>' })
    const { code, out, err } = await cli(['--yes', '--json'], root)
    for (const each of ['This project has', ...words, 'Nothing was written']) expect(err).toContain(each)
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ ok: false })
    expect(await text(root, 'package.json')).toBe(manifest)
    expect(existsSync(join(root, 'walletkit.config.json'))).toBe(false)
    await write(root, { 'walletkit.config.json': '{ "networks": ["eip155:1"] }' })
    const added = await call(['add', 'send'], root)
    expect(added).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was written') as string })
    expect(await text(root, 'walletkit.config.json')).toBe('{ "networks": ["eip155:1"] }')
  })

  it.each([
    ['an older vite, wagmi and ethers', { vite: '^6.0.0', '@wagmi/core': '^2.22.0', ethers: '^5.8.0' }],
    ['a range that several majors are in', { react: '>=18' }],
    ['what nothing is known of', { react: 'workspace:*' }],
  ])('continues with %s', async (_name, dependencies) => {
    const root = await folder({ 'package.json': JSON.stringify({ dependencies }), 'index.html': '<p>' })
    expect((await cli(['--no-install'], root)).code).toBe(0)
  })

  it.each([
    ['vue', { vue: '^3.5.0', vite: '^8.0.0' }, 'walletkit/vue'],
    ['svelte', { svelte: '^5.29.0', vite: '^8.0.0' }, 'setWalletKit(kit)'],
    ['vue', { react: '^19.0.0', vue: '^3.5.0', vite: '^8.0.0' }, 'walletkit/vue'],
    ['sveltekit', { '@sveltejs/kit': '^2.0.0', svelte: '^5.29.0', vite: '^8.0.0' }, 'walletkit emit'],
    ['nuxt', { nuxt: '^4.2.0', vue: '^3.5.0' }, 'walletkit emit'],
    ['astro', { astro: '^5.0.0' }, 'walletkit emit'],
    ['react-router', { '@react-router/dev': '^7.0.0', react: '^19.0.0', vite: '^8.0.0' }, 'walletkit emit'],
  ])('knows a project of %s, and changes no build that is not ours (%o)', async (framework, dependencies, step) => {
    const root = await project({
      'package.json': JSON.stringify({ dependencies }),
      'vite.config.js': 'export default { plugins: [] }\n',
    })
    const { code, out, err } = await cli(['--dry-run', '--json'], root)
    expect(code, err).toBe(0)
    const { next, files, ...found } = JSON.parse(out) as { next: string[]; files: string[]; framework: string }
    expect(found.framework).toBe(framework)
    expect(next.join('\n')).toContain(step)
    expect(files.includes('vite.config.js')).toBe(step !== 'walletkit emit')
  })
})
