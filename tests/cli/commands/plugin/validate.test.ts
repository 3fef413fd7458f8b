import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examine } from '../../../../cli/commands/plugin/validate.ts'
import { call, folder, write } from '../../project.ts'
import { example, found } from './example.ts'

it('reports nothing for the example', async () => {
  expect(await found()).toEqual([])
})

describe('an invalid plugin gets a finding with the place, the problem and one fix', () => {
  it.each<[string, [file: string, from: string, to: string], object]>([
    [
      'an id in capitals',
      ['index.ts', "id: 'tip-jar'", "id: 'TipJar'"],
      { at: 'index.ts:13', path: 'id', fix: 'Write it in small letters.' },
    ],
    ['an id like ours', ['index.ts', "id: 'tip-jar'", "id: 'recieve'"], { at: 'index.ts:13', path: 'id' }],
    [
      'a feature of ours',
      ['index.ts', "feature: 'tipJar'", "feature: 'send'"],
      { at: 'index.ts:14', fix: 'Write "tipJar".' },
    ],
    ['an engine that is past', ['index.ts', "'^0.1'", "'^0.0'"], { at: 'index.ts:15', fix: 'Write "^0.1".' }],
    ['an engine that is no range', ['index.ts', "'^0.1'", "'>=0.1'"], { at: 'index.ts:15', fix: 'Write "^0.1".' }],
    ['a key that no manifest has', ['index.ts', 'views: {', 'veiws: {'], { at: 'index.ts:26', fix: 'Write views.' }],
    [
      'a host with a path',
      ['index.ts', "['http://localhost:5173']", "['https://a.example/b']"],
      { at: 'index.ts:18', path: 'permissions.hosts[0]', fix: 'Write "https://a.example".' },
    ],
    [
      'an option that names a host, and is not in the schema',
      ['index.ts', "['http://localhost:5173']", "['http://localhost:5173', { option: 'url' }]"],
      {
        path: 'permissions.hosts[1].option',
        message: 'There is no option "url"',
        fix: 'Write "url": { "type": "string", "visibility": "page" } in config.schema.json.',
      },
    ],
    [
      'an event of walletkit',
      ['index.ts', "events: ['TIP_SENT']", "events: ['TIP_SENT', 'CONNECT_SUCCESS']"],
      { path: 'events[1]', message: 'walletkit itself tracks CONNECT_SUCCESS' },
    ],
    [
      'an event that the code tracks for walletkit',
      ['controller.ts', "kit.track('TIP_SENT', { amount })", "kit.track('CLICK_NETWORKS')"],
      { message: 'walletkit itself tracks CLICK_NETWORKS', fix: 'Track an event of your own.' },
    ],
    [
      'a host without TLS',
      ['index.ts', "['http://localhost:5173']", "['http://a.example']"],
      { at: 'index.ts:18', fix: 'Write "https://a.example", or an address of this computer.' },
    ],
    [
      'a host for all',
      ['index.ts', "['http://localhost:5173']", "['https://*.example']"],
      { at: 'index.ts:18', fix: 'Name each host.' },
    ],
    [
      'a kind of permissions',
      ['index.ts', 'storage: [', 'storages: ['],
      { at: 'index.ts:19', path: 'permissions.storages', fix: 'Write storage.' },
    ],
    [
      'a storage key of the kit',
      ['index.ts', "storage: ['tip-jar']", "storage: ['tip-jar', 'connection_status']"],
      { at: 'index.ts:19', path: 'permissions.storage[1]', fix: 'Write "tip-jar.connection_status".' },
    ],
    [
      'a storage key with our prefix',
      ['index.ts', "storage: ['tip-jar']", "storage: ['tip-jar', '@appkit/x']"],
      { at: 'index.ts:19', path: 'permissions.storage[1]', fix: 'Leave @appkit/ out.' },
    ],
    [
      'a method that is none',
      ['index.ts', "methods: ['eth_", "methods: ['sendTransaction', 'eth_"],
      { at: 'index.ts:17', path: 'permissions.methods[0]' },
    ],
    [
      'a slot',
      ['index.ts', 'walletFeatures: [', 'walletFeature: ['],
      { at: 'index.ts:28', path: 'slots.walletFeature', fix: 'Write "walletFeatures".' },
    ],
    [
      'an icon',
      ['index.ts', "icon: 'coins'", "icon: 'coin'"],
      { at: 'index.ts:29', path: 'slots.walletFeatures[0].icon', fix: 'Write "coins".' },
    ],
    [
      'a view of a slot',
      ['index.ts', "view: 'TipJar'", "view: 'TipJars'"],
      { path: 'slots.walletFeatures[0].view', fix: 'Write "TipJar".' },
    ],
    [
      'a view of a slot that opens only with parameters',
      ['index.ts', "view: 'TipJar'", "view: 'SwitchNetwork'"],
      { path: 'slots.walletFeatures[0].view', message: 'The plugin has no view "SwitchNetwork"' },
    ],
    [
      'a view of a slot that is ours',
      ['index.ts', "view: 'TipJar'", "view: 'Networks'"],
      {
        path: 'slots.walletFeatures[0].view',
        message: 'The plugin has no view "Networks"',
      },
    ],
    [
      'a misspelt option that names a host',
      ['index.ts', "['http://localhost:5173']", "['http://localhost:5173', { option: 'tp' }]"],
      { path: 'permissions.hosts[1].option', fix: 'Write "to".' },
    ],
    ['no engine', ['index.ts', "engine: '^0.1',", ''], { message: 'The manifest has no engine' }],
    [
      'a package without a version',
      ['package.json', '"version": "0.1.0",', ''],
      { path: 'version', message: 'The package has no version', fix: 'Write "version": "0.1.0".' },
    ],
    [
      'a package with a version that npm refuses',
      ['package.json', '"version": "0.1.0"', '"version": "1.0"'],
      { path: 'version', message: '"1.0" is no version' },
    ],
    [
      'a method that the manifest misspells',
      ['index.ts', "methods: ['eth_sendTransaction']", "methods: ['eth_sendTransacton']"],
      { at: 'controller.ts:31', fix: "Write methods: ['eth_sendTransaction'] in the manifest's permissions." },
    ],
    [
      'a misspelt method',
      ['controller.ts', "kit.track('TIP_SENT', { amount })", "void kit.chain.request('eth_chainIdd', [])"],
      {
        message: '"eth_chainIdd" is not a method that we know',
        fix: `Write "eth_chainId", and methods: ['eth_sendTransaction', 'eth_chainId'] in the manifest's permissions.`,
      },
    ],
    [
      'a key of features that is ours',
      ['index.ts', "feature: 'tipJar'", "feature: 'analytics'"],
      { path: 'feature', message: "features.analytics is walletkit's own", fix: 'Write "tipJar".' },
    ],
    [
      'a view that is ours',
      ['index.ts', 'views: { TipJar:', 'views: { ApproveTransaction:'],
      { path: 'views.ApproveTransaction', message: "The view ApproveTransaction is walletkit's own" },
    ],
    [
      'a view of a slot whose own parameters it needs',
      ['index.ts', 'TipJar: undefined', 'TipJar: { amount: string }'],
      {
        at: 'index.ts:29',
        path: 'slots.walletFeatures[0].view',
        message: 'The view TipJar needs parameters, and a slot gives none',
      },
    ],
    [
      'a method that only plugins of walletkit may ask for',
      ['index.ts', "methods: ['eth_", "methods: ['wallet_grantPermissions', 'eth_"],
      { path: 'permissions.methods[0]', fix: 'Remove it: no site can grant it.' },
    ],
    ['a label', ['index.ts', "label: 'Tip'", "label: ' '"], { path: 'slots.walletFeatures[0].label' }],
    [
      'a namespace',
      ['index.ts', "['eip155']", "['eip115']"],
      { path: 'slots.walletFeatures[0].namespaces[0]', fix: 'Write "eip155".' },
    ],
    [
      'a namespace that CAIP-2 forbids',
      ['index.ts', "['eip155']", "['Tezos!']"],
      { path: 'slots.walletFeatures[0].namespaces[0]', level: 'error' },
    ],
    [
      'a namespace that only a site can add',
      ['index.ts', "['eip155']", "['tezos']"],
      { path: 'slots.walletFeatures[0].namespaces[0]', level: 'warning' },
    ],
    [
      'a file of a view',
      ['index.ts', "'./views/TipJarView.tsx'", "'./views/TipView.tsx'"],
      { at: 'index.ts:26', path: 'views.TipJar.load', message: 'There is no file views/TipView.tsx' },
    ],
    [
      'an import that is no code',
      ['controller.ts', 'import ', "import './tip.css'\nimport "],
      { at: 'controller.ts:1', path: './tip.css', message: 'This is not code: no package would hold it' },
    ],
    [
      'a part without default export',
      ['controller.ts', 'export default function', 'export function'],
      { at: 'index.ts:25', path: 'controller', message: 'controller.ts has no default export' },
    ],
    [
      'options that the schema refuses',
      ['index.ts', "amount: '0.001'", "amount: 'much'"],
      { at: 'index.ts:24', path: 'options.amount' },
    ],
    [
      'an event that is not declared',
      ['index.ts', "events: ['TIP_SENT']", 'events: []'],
      { at: 'controller.ts:33', fix: "Write events: ['TIP_SENT'] in the manifest." },
    ],
    [
      'a method that is not declared',
      ['index.ts', "methods: ['eth_sendTransaction'],", ''],
      { at: 'controller.ts:31', message: 'The manifest does not declare the method eth_sendTransaction' },
    ],
    [
      'a storage key that is not declared',
      ['controller.ts', 'kit.storage.set(KEY,', "kit.storage.set('tip-jar.all',"],
      { at: 'controller.ts:32', message: 'The manifest does not declare the storage key tip-jar.all' },
    ],
    [
      'a storage key that no site can grant',
      ['controller.ts', 'kit.storage.set(KEY,', "kit.storage.set('tips',"],
      { at: 'controller.ts:32', message: '"tips" is not a key of its own', fix: 'Write "tip-jar.tips".' },
    ],
    [
      'a host that no site can grant',
      ['api.ts', 'kit.fetch(url)', "kit.fetch('http://a.example/note')"],
      { at: 'api.ts:5', message: '"http://a.example" is not https' },
    ],
    [
      'a request that asks the wallet',
      ['controller.ts', 'kit.storage.set(KEY,', "void kit.chain.request('personal_sign')\n    kit.storage.set(KEY,"],
      { at: 'controller.ts:32', path: 'personal_sign', fix: 'Use kit.chain.signMessage.' },
    ],
    [
      'a host that is not declared',
      ['api.ts', 'kit.fetch(url)', 'kit.fetch(`https://a.example/${url}`)'],
      { at: 'api.ts:5', message: 'The manifest does not declare the host https://a.example' },
    ],
    [
      'a text that is missing',
      ['views/TipJarView.tsx', "'tipJar.title'", "'tipJar.titel'"],
      { at: 'views/TipJarView.tsx:16', path: 'tipJar.titel', fix: 'Write "tipJar.title".' },
    ],
    [
      'a deep import',
      ['api.ts', "'walletkit/plugin'", "'walletkit/dist/runtime/kit/createKit.js'"],
      { at: 'api.ts:1', message: 'This is not an entry point for plugins' },
    ],
    [
      'a package that it does not name',
      [
        'views/TipJarView.tsx',
        "import messages from '../messages.ts'",
        "import messages from '../messages.ts'\nimport 'lodash'",
      ],
      { at: 'views/TipJarView.tsx:5', fix: 'Run: npm install lodash' },
    ],
    [
      'an import out of the folder',
      ['api.ts', "'walletkit/plugin'", "'../kit.ts'"],
      { at: 'api.ts:1', message: 'The import leaves the folder of the plugin' },
    ],
    [
      'a visibility',
      ['config.schema.json', '"visibility": "page"', '"visibility": "pages"'],
      { at: 'config.schema.json:9', path: 'properties.to.visibility', fix: 'Write "page".' },
    ],
    [
      'a schema that is none',
      ['config.schema.json', '"type": "string"', '"type": "text"'],
      { at: 'config.schema.json:1', fix: 'Correct what it names.' },
    ],
    ['a schema that is no JSON', ['config.schema.json', '"page",', '"page"'], { at: 'config.schema.json:10' }],
    [
      'a package that a page could not import',
      ['package.json', '".": "./dist/index.js"', '".": "./dist/main.js"'],
      { path: 'exports', fix: 'Write "exports": { ".": "./dist/index.js" }.' },
    ],
    [
      'a package of which some bundlers read another file',
      ['package.json', '  "type": "module",', '  "type": "module",\n  "module": "./dist/other.js",'],
      { path: 'module', fix: 'Remove "module".' },
    ],
    [
      'a package that replaces files in a page',
      [
        'package.json',
        '  "type": "module",',
        '  "type": "module",\n  "browser": { "./dist/index.js": "./dist/other.js" },',
      ],
      { path: 'browser', fix: 'Remove "browser", and import what a browser needs.' },
    ],
    ['a package without its build', ['package.json', '"dist",\n', ''], { path: 'files', fix: 'Add "dist" to files.' }],
  ])('%s', async (_, change, expected) => {
    const all = await found(change)
    expect(all).toEqual(expect.arrayContaining([expect.objectContaining({ level: 'error', ...expected })]))
    expect(all.every(({ fix }) => fix.length > 5)).toBe(true)
  })

  it('an event of the core is walletkit’s to track, and an unknown event needs a row in the manifest', async () => {
    const track = (event: string) =>
      found(['views/TipJarView.tsx', 'const t = useText(', `kit.track('${event}')\n  const t = useText(`])
    expect(await track('SIWX_AUTH_SUCCESS')).toEqual([
      expect.objectContaining({ message: 'walletkit itself tracks SIWX_AUTH_SUCCESS' }),
    ])
    expect(await track('SIWX_AUTH_SUCCES')).toEqual([expect.objectContaining({ level: 'error' })])
  })

  it('an unknown method is a warning, not a failure', async () => {
    const root = await example(
      ['index.ts', "methods: ['eth_", "methods: ['personal_sing', 'eth_"],
      ['playground/walletkit.config.json', '"methods": [', '"methods": ["personal_sing", '],
    )
    const { code, err } = await call(['plugin', 'validate'], root)
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^warning: index\.ts:17[^]*Write "personal_sign"/) as string,
    })
  })
})

describe('validate reports', () => {
  it.each([
    ["void fetch('/x')", 'fetch', 'kit.fetch'],
    ["void window.fetch('/x')", 'window.fetch', 'kit.fetch'],
    ['new XMLHttpRequest()', 'XMLHttpRequest', 'kit.fetch'],
    ["new WebSocket('wss://a.example')", 'WebSocket', 'kit.fetch'],
    ["navigator.sendBeacon('/x')", 'navigator.sendBeacon', 'kit.fetch'],
    ["localStorage.setItem('a', 'b')", 'localStorage', 'kit.storage'],
    ["globalThis['sessionStorage'].clear()", 'globalThis.sessionStorage', 'kit.storage'],
    ["document.cookie = 'a'", 'document.cookie', 'kit.storage'],
    ['void window.ethereum', 'window.ethereum', 'kit.chain'],
    ['void (window as any).ethereum', 'window.ethereum', 'kit.chain'],
    ['void (window as { ethereum?: unknown })?.ethereum', 'window.ethereum', 'kit.chain'],
    ["new Image().src = 'https://a.example/pixel'", 'new Image', 'kit.fetch'],
    ["new window.Audio('https://a.example/a.mp3')", 'new Audio', 'kit.fetch'],
    ["window.open('https://a.example')", 'window.open', 'Draw a link'],
    ["open('https://a.example')", 'open', 'Draw a link'],
    ["location.href = 'https://a.example'", 'location', 'Draw a link'],
    ["(window as any).location = 'https://a.example'", 'location', 'Draw a link'],
    ["document.location.href = 'https://a.example'", 'location', 'Draw a link'],
    ["window.location.assign('https://a.example')", 'location.assign', 'Draw a link'],
    ["eval('1')", 'eval', 'Write the code'],
    ["new Function('1')", 'Function', 'Write the code'],
    ["document.body.innerHTML = ''", 'innerHTML', 'JSX'],
    ["document.write('')", 'document.write', 'JSX'],
    ["export const Bold = () => <b dangerouslySetInnerHTML={{ __html: '' }} />", 'dangerouslySetInnerHTML', 'JSX'],
  ])('%s', async (code, name, verb) => {
    const root = await example()
    await write(root, { 'views/more.tsx': `${code}\n` })
    const { findings } = await examine(root)
    expect(findings).toEqual([expect.objectContaining({ path: name, file: 'views/more.tsx', line: 1 })])
    expect(findings[0]?.fix).toContain(verb)
  })

  it("ignores the plugin's own names, members and types", async () => {
    const root = await example()
    await write(root, {
      'more.ts': `import { fetch } from './mine.ts'
        export type Reads = { localStorage: Storage; eval: typeof globalThis.eval }
        export const read = ({ caches }: { caches: string[] }) => [fetch(), caches, { fetch: 1 }.fetch]
        export const here = () => [location.href, 'a'.replace('a', 'b'), Object.assign({}, {})]
        export const ask = (kit: { fetch: (url: string) => void }) => kit.fetch('http://localhost:5173/a')`,
      'mine.ts': 'export const fetch = () => 1',
    })
    expect((await examine(root)).findings).toEqual([])
  })

  it('skips tests, the playground and build output', async () => {
    const root = await example()
    const code = "localStorage.setItem('a', 'b')"
    await write(root, { 'a.test.ts': code, 'playground/a.ts': code, 'dist/a.js': code, 'vitest.config.ts': code })
    expect((await examine(root)).findings).toEqual([])
  })
})

it('reads a manifest without running it, and reports one that needs to run code', async () => {
  const root = await example([
    'index.ts',
    'import { definePlugin }',
    "import './controller.ts'\nimport { definePlugin }",
  ])
  const { findings } = await examine(root)
  expect(findings[0]?.message).toMatch(/imports \.\/controller\.ts; a manifest imports nothing but definePlugin/)
})

it('reports a folder that is not a plugin, and answers in JSON', async () => {
  const root = await folder()
  expect(await call(['plugin', 'validate'], root)).toMatchObject({
    code: 1,
    err: expect.stringContaining('walletkit plugin new') as string,
  })
  const broken = await example(['index.ts', "icon: 'coins'", "icon: 'coin'"])
  await rm(join(broken, 'README.md'))
  const { code, out } = await call(['plugin', 'validate', '--json'], broken)
  expect({ code, answer: JSON.parse(out) as unknown }).toEqual({
    code: 1,
    answer: expect.objectContaining({
      ok: false,
      id: 'tip-jar',
      findings: [expect.objectContaining({ level: 'error', file: 'index.ts', line: 29, nearest: 'coins' })],
    }) as unknown,
  })
}, 40_000)
