import { expect, it } from 'vitest'
import { call, CONFIG, folder } from '../project.ts'

const cli = (args: string[], cwd: string) => call(['info', ...args], cwd)

it('prints versions, features, networks and hosts', async () => {
  const root = await folder({
    'package.json': '{ "dependencies": { "react": "19.0.0" }, "devDependencies": { "vite": "8.0.0" } }',
    'bun.lock': '',
    'node_modules/react/package.json': '{ "version": "19.9.1" }',
    'walletkit.config.json': CONFIG,
  })
  const { code, out } = await cli(['--json'], root)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    versions: {
      walletkit: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      node: process.versions.node,
      react: '19.9.1',
    },
    packageManager: 'bun',
    framework: 'react',
    config: { file: 'walletkit.config.json', issues: 0 },
    features: {
      on: ['receive'],
      off: expect.arrayContaining(['send', 'swaps', 'names']) as string[],
      leftOut: [],
    },
    plugins: ['receive'],
    networks: ['eip155:31337'],
    hosts: {
      connect: ['http://127.0.0.1:4747', 'ws://127.0.0.1:4747'],
      images: ['http://127.0.0.1:4747'],
      frames: [],
    },
  })
  const text = (await cli([], root)).out
  expect(text).toMatch(/^react +19\.9\.1$/m)
  expect(text).toMatch(/^vite +not installed$/m)
  expect(text).toMatch(/^features on +receive$/m)
})

it('takes the absolute path of a config', async () => {
  const root = await folder({ 'site.json': CONFIG })
  const { out } = await cli(['--config', `${root}/site.json`, '--json'], root)
  expect(JSON.parse(out)).toMatchObject({ config: { issues: 0 }, plugins: ['receive'] })
})

it('prints what it can for a folder without a config or with an invalid one', async () => {
  const root = await folder({ 'bad.json': '{ "projectid": "x" }' })
  expect((await cli([], root)).out).toMatch(/^config +none$/m)
  const { code, out } = await cli(['--config', 'bad.json', '--json'], root)
  const answer = JSON.parse(out) as { config: { issues: number }; features?: unknown }
  expect(code).toBe(0)
  expect(answer.config.issues).toBeGreaterThan(1)
  expect(answer.features).toBeUndefined()
})
