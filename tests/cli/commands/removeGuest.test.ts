import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MANIFEST, project, tarball } from '../guestProject.ts'
import { write } from '../project.ts'

const SLOT = (id: string, extra = '') =>
  MANIFEST(
    id,
    `, slots: { walletFeatures: [{ key: '${id}', label: 'Coin', icon: 'coins', order: 1, view: 'Networks' }] }${extra}`,
  )

it('remove takes order lists and texts that name the plugin with it, once the user agrees', async () => {
  const { root, read, walletkit } = await project()
  await write(root, { 'plugins/coin/index.js': SLOT('coin') })
  await walletkit('add', './plugins/coin', '--yes')
  const config = JSON.parse(await read()) as { features: object }
  const named = JSON.stringify(
    {
      ...config,
      features: { ...config.features, walletFeaturesOrder: ['coin', 'send'] },
      messages: { 'coin.toss': 'Werfen', 'feature.coin': 'Münze', 'send.title': 'Senden' },
    },
    null,
    2,
  )
  await writeFile(join(root, 'walletkit.config.json'), named)
  expect(await walletkit('check')).toMatchObject({ code: 0 })
  const alone = await walletkit('remove', 'coin')
  expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('features.walletFeaturesOrder: coin') as string })
  expect(alone.err).toContain('walletkit remove ./plugins/coin --yes')
  expect(await read()).toBe(named)
  expect(await walletkit('remove', 'coin', '--yes')).toMatchObject({ code: 0 })
  expect(JSON.parse(await read())).toMatchObject({
    features: { walletFeaturesOrder: ['send'] },
    messages: { 'send.title': 'Senden' },
  })
  expect(await read()).not.toMatch(/coin/)
  expect(await walletkit('check')).toMatchObject({ code: 0 })
}, 60_000)

it('remove refuses what another plugin requires, and names that plugin', async () => {
  const { root, read, walletkit } = await project()
  await write(root, { 'plugins/toss/index.js': MANIFEST('toss', ", requires: ['coin']") })
  expect(await walletkit('add', './plugins/coin', '--yes')).toMatchObject({ code: 0 })
  expect(await walletkit('add', './plugins/toss', '--yes')).toMatchObject({ code: 0 })
  const both = await read()
  const { code, err } = await walletkit('remove', 'coin', '--yes')
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /\.\/plugins\/toss needs the plugin coin\. Remove it first\. Nothing was removed/,
    ) as string,
  })
  expect(await read()).toBe(both)
  expect(await walletkit('remove', 'toss', '--yes')).toMatchObject({ code: 0 })
  const removed = await walletkit('remove', 'coin', '--yes')
  expect(removed).toMatchObject({ code: 0, err: expect.stringContaining('@appkit/plugin.coin') as string })
}, 60_000)

it('removes a plugin whose files no longer exist', async () => {
  const { read, walletkit } = await project('{ "projectId": "test", "networks": ["eip155:1"], "plugins": ["./gone"] }')
  expect(await walletkit('check')).toMatchObject({ code: 1 })
  expect(await walletkit('remove', './gone')).toMatchObject({ code: 0 })
  expect(await read()).toBe('{ "projectId": "test", "networks": ["eip155:1"] }')
  expect(await walletkit('check')).toMatchObject({ code: 0 })
}, 40_000)

it('remove without a terminal names the command that uninstalls, and with --yes uninstalls what the config no longer names', async () => {
  const { root, walletkit } = await project()
  expect(await walletkit('add', await tarball(root), '--yes')).toMatchObject({ code: 0 })
  const removed = await walletkit('remove', 'coin-toss')
  expect(removed).toMatchObject({ code: 0 })
  expect(removed.err).toMatch(/coin-toss stays installed\. To uninstall it, run: npm uninstall .*coin-toss/)
  expect(await walletkit('remove', 'coin-toss')).toMatchObject({ code: 1 })
  expect(existsSync(join(root, 'node_modules/coin-toss'))).toBe(true)
  expect(await walletkit('remove', 'coin-toss', '--yes')).toMatchObject({ code: 0 })
  expect(existsSync(join(root, 'node_modules/coin-toss'))).toBe(false)
  const gone = await walletkit('remove', 'coin-toss', '--yes')
  expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('There is no feature') as string })
}, 60_000)
