import { execFileSync } from 'node:child_process'
import { readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MANIFEST, project, tarball } from '../guestProject.ts'
import { CONFIG, folder, write } from '../project.ts'

const SCHEMA = (...options: string[]) =>
  JSON.stringify({
    description: 'A coin.',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(options.map((name) => [name, { type: 'string', description: `The ${name}.` }])),
  })

it('the screen of an update says the versions, and what is new: permissions, hosts and options', async () => {
  const { root, read, walletkit } = await project(CONFIG.replace('{', '{ "$schema": "./walletkit.schema.json",'))
  await write(root, { 'made/config.schema.json': SCHEMA('side') })
  expect(await walletkit('add', await tarball(root), '--yes')).toMatchObject({ code: 0 })
  await write(root, { 'made/config.schema.json': SCHEMA('side', 'edge') })
  const more = ", identity: ['profile'] }, activate: ['onOpen'"
  const update = await tarball(root, '', '0.1.0')
  await write(root, {
    'made/index.js': MANIFEST(
      'coin-toss',
      `, permissions: { hosts: ['https://a.example', 'https://b.example'], storage: ['coin-toss']${more}]`,
    ),
  })
  const said = `coin-toss, from 0.0.1 to 0.1.0
  calls the hosts: https://a.example, https://b.example
  keeps in the browser, under @appkit/plugin.: coin-toss
  learns about your visitors: the name and picture of the account (profile)
  starts by itself: when the modal opens (onOpen)
  New:
    calls the hosts: https://b.example
    learns about your visitors: the name and picture of the account (profile)
    starts by itself: when the modal opens (onOpen)
    has the option edge: The edge.
`
  const before = await read()
  execFileSync('npm', ['pack', '--pack-destination', root], { cwd: join(root, 'made'), stdio: 'pipe' })
  expect((await walletkit('add', update)).err).toContain(said)
  expect((await walletkit('add', update, '--dry-run')).err).toContain(said)
  const asJson = await walletkit('add', update, '--dry-run', '--json')
  expect(JSON.parse(asJson.out)).toMatchObject({
    update: {
      from: '0.0.1',
      to: '0.1.0',
      permissions: { hosts: ['https://b.example'] },
      options: [{ option: 'edge' }],
    },
  })
  expect(await read()).toBe(before)
  expect((await walletkit('add', update, '--yes')).err).toContain(said)
  expect(await readFile(join(root, 'walletkit.schema.json'), 'utf8')).toContain('The edge.')
  expect(await walletkit('check')).toMatchObject({ code: 0 })
}, 60_000)

it('the screen of an update with nothing new says so, and the package is installed', async () => {
  const { root, read, walletkit } = await project()
  expect(await walletkit('add', await tarball(root), '--yes')).toMatchObject({ code: 0 })
  const before = await read()
  const update = await tarball(root, '', '0.0.2')
  const { code, err } = await walletkit('add', update, '--yes')
  expect(code, err).toBe(0)
  expect(err).toMatch(/coin-toss, from 0\.0\.1 to 0\.0\.2\n(?: {2}.*\n)+ {2}Nothing new: the config grants all/)
  expect(err).toContain('coin-toss is updated to 0.0.2; its options are features.coinToss.')
  expect(err).not.toContain('New:')
  expect(await read()).toBe(before)
  expect(JSON.parse(await readFile(join(root, 'node_modules/coin-toss/package.json'), 'utf8'))).toMatchObject({
    version: '0.0.2',
  })
}, 60_000)

it('add of a plugin that is in already needs no consent, and changes nothing', async () => {
  const { read, walletkit } = await project()
  expect(await walletkit('add', './plugins/coin', '--yes')).toMatchObject({ code: 0 })
  const before = await read()
  const again = await walletkit('add', './plugins/coin')
  expect(again).toMatchObject({ code: 0, err: expect.stringContaining('in the config already') as string })
  expect(await read()).toBe(before)
}, 40_000)

it.each([
  ['walletkit.schema.json', ['add', './plugins/coin', '--yes']],
  ['walletkit.config.json', ['add', './plugins/coin', '--yes']],
  ['walletkit.config.json', ['remove', 'receive']],
])('writes through no link %s that leads out of the project: %j', async (file, args) => {
  const { root, read, walletkit } = await project(CONFIG.replace('{', '{ "$schema": "./walletkit.schema.json",'))
  const text = file.includes('config') ? await read() : 'mine'
  const outside = await folder({ mine: text })
  await rm(join(root, file), { force: true })
  await symlink(join(outside, 'mine'), join(root, file))
  const config = await read()
  const { code, err } = await walletkit(...args)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('leads out of the project') as string })
  expect(await readFile(join(outside, 'mine'), 'utf8')).toBe(text)
  expect(await read()).toBe(config)
})
