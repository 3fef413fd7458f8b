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

/** The finding for a call that the controller makes beside its own, with these methods in the manifest. */
const foundFor = (line: string, methods: readonly string[]) =>
  found(
    ['controller.ts', "kit.track('TIP_SENT', { amount })", `kit.track('TIP_SENT', { amount })\n    ${line}`],
    ['index.ts', "methods: ['eth_sendTransaction']", `methods: ${JSON.stringify(['eth_sendTransaction', ...methods])}`],
    [
      'playground/walletkit.config.json',
      '"methods": ["eth_sendTransaction"]',
      `"methods": ${JSON.stringify(['eth_sendTransaction', ...methods])}`,
    ],
  )

it.each([
  ['await kit.chain.signMessage(note)', 'solana_signMessage', 'personal_sign'],
  ['await kit.chain.switchNetwork(note)', 'polkadot_switchNetwork', 'wallet_switchEthereumChain'],
  ['await kit.connect(note)', 'solana_connect', 'eth_requestAccounts'],
  ['kit.offer(note)', 'solana_connect', 'eth_requestAccounts'],
  ["kit.present('TipJar')", 'solana_connect', 'eth_requestAccounts'],
])(
  'takes %s with %s alone, and asks for %s without either',
  async (line, ofNamespace, ofEvm) => {
    expect(await foundFor(line, [ofNamespace])).toEqual([])
    expect(await foundFor(line, [])).toMatchObject([{ message: `The manifest does not declare the method ${ofEvm}` }])
  },
  60_000,
)

it.each([['await kit.chain.followCalls(note)', 'wallet_getCallsStatus']])(
  'names the method that %s needs: %s',
  async (line, method) => {
    expect(await foundFor(line, [])).toMatchObject([{ message: `The manifest does not declare the method ${method}` }])
  },
)

it('names the method that kit.chain.runCalls needs', async () => {
  const changed = await found(
    [
      'controller.ts',
      'state.hash = await kit.chain.sendTransaction({ to: receiver, value })',
      'await kit.chain.runCalls([{ to: receiver, value }])',
    ],
    ['index.ts', "methods: ['eth_sendTransaction'],", ''],
    ['playground/walletkit.config.json', '"methods": ["eth_sendTransaction"],', ''],
  )
  expect(changed).toMatchObject([{ message: 'The manifest does not declare the method eth_sendTransaction' }])
})

it('does not pack an invalid plugin', async () => {
  const root = await example(['index.ts', "icon: 'coins'", "icon: 'coin'"])
  const { code, err } = await call(['plugin', 'pack'], root)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Nothing was packed') as string })
})
