import { expect, it } from 'vitest'
import { call } from '../../project.ts'
import { type Change, example, found } from '../../commands/plugin/example.ts'

const CONFIG = 'playground/walletkit.config.json'

it.each<[string, Change[], object]>([
  [
    'that does not grant what the manifest asks for',
    [[CONFIG, '"storage": ["tip-jar"],', '']],
    { path: 'plugins[0]', message: '../ asks for storage that it is not granted: tip-jar' },
  ],
  [
    'with an option that the schema does not have',
    [[CONFIG, '"to":', '"too":']],
    { path: 'features.tipJar.too', fix: 'Rename it to "to".' },
  ],
  ['that is no JSON', [[CONFIG, '"plugins": [', '"plugins": ']], { path: '(the whole file)' }],
])('a playground %s gets a finding in its config', async (_, changes, finding) => {
  expect(await found(...changes)).toEqual([
    expect.objectContaining({ level: 'error', at: expect.stringMatching(`^${CONFIG}:\\d+$`) as string, ...finding }),
  ])
})

it('plugin pack refuses a plugin whose playground is broken', async () => {
  const root = await example([CONFIG, '"to":', '"too":'])
  const { code, err } = await call(['plugin', 'pack'], root)
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/Rename it to "to"[^]*Nothing was packed/) as string,
  })
})
