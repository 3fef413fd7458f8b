/** What `plugin validate` names in whole findings, and that `pack` stops at one. */
import { expect, it } from 'vitest'
import { examine } from '../../../../cli/commands/plugin/validate.ts'
import { call } from '../../project.ts'
import { example, found } from './example.ts'

it('names the required plugin of which no package is in the folder', async () => {
  const change = ['index.ts', "engine: '^0.1',", "engine: '^0.1',\n  requires: ['receive', 'coin@^1'],"] as const
  expect(await found([...change])).toEqual([
    {
      at: 'index.ts:16',
      path: 'requires',
      message: 'The plugin requires coin, and no package of this folder is that plugin',
      fix: 'Install the package of coin with --save-dev, and name it in peerDependencies for sites.',
      level: 'error',
    },
  ])
})

it('names the views of the plugin where a slot opens another, and none that no slot may open', async () => {
  const { findings } = await examine(await example(['index.ts', "view: 'TipJar'", "view: 'PluginReview'"]))
  expect(findings).toMatchObject([{ message: 'The plugin has no view "PluginReview"', expected: 'one of: TipJar' }])
}, 60_000)

it('does not pack an invalid plugin', async () => {
  const root = await example(['index.ts', "icon: 'coins'", "icon: 'coin'"])
  const { code, err } = await call(['plugin', 'pack'], root)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Nothing was packed') as string })
})
