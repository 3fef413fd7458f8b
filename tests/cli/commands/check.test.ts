import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, CONFIG, folder, run } from '../project.ts'

const cli = (args: string[], cwd: string) => call(args, cwd)
const lines = (text: string) => text.trimEnd().split('\n')

describe('walletkit check', () => {
  it('exits with 0 and prints what the build will include', async () => {
    // Run the CLI as a process here; the other tests call it.
    const root = await folder({ 'walletkit.config.json': CONFIG })
    const { code, out, err } = await run('cli/index.ts', ['check', '--json'], root)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(lines(out)).toHaveLength(1)
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      plugins: ['receive'],
      chains: ['eip155'],
      networks: ['eip155:31337'],
      issues: [],
    })
  })

  it('lists what is on by default, as info does, and what QR codes still need', async () => {
    const config = {
      projectId: 'p',
      networks: ['eip155:1'],
      services: { analytics: 'https://a.test' },
      features: { send: true, swaps: false },
    }
    const root = await folder({ 'walletkit.config.json': JSON.stringify(config) })
    const { err } = await cli(['check'], root)
    expect(err).toMatch(/^On by default, without being named in the config: .*receive.*analytics\. Write/m)
    expect(err).toMatch(/^No QR codes and no phone wallets: the config names no services\.relay/m)
    const { byDefault } = JSON.parse((await cli(['check', '--json'], root)).out) as { byDefault: string[] }
    expect(byDefault).toContain('receive')
    for (const named of ['send', 'swaps', 'legalCheckbox']) expect(byDefault).not.toContain(named)
    expect((await cli(['info'], root)).out).toMatch(/^on by default +.*receive/m)
    const whole = {
      ...config,
      enableWalletConnect: false,
      features: Object.fromEntries(['send', ...byDefault].map((name) => [name, true])),
    }
    const written = await folder({ 'walletkit.config.json': JSON.stringify(whole) })
    expect((await cli(['check'], written)).err).not.toMatch(/On by default|No QR codes/)
  })

  it('exits with 1 and prints file, line, path, caret, expectation, nearest key and one fix', async () => {
    const { code, out, err } = await cli(
      ['check'],
      await folder({ 'walletkit.config.json': CONFIG.replace('receive', 'recieve') }),
    )
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(
      'walletkit.config.json:7:5  features.recieve\n  7 |     "recieve": true,\n    |     ^\n  Unknown key "recieve"\n  expected: one of: ',
    )
    expect(err).toContain('  nearest:  receive\n  fix:      Rename it to "receive".')
  })

  it('prints what to do without a config and for an unknown command', async () => {
    const empty = await folder()
    expect(await cli(['check'], empty)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no walletkit.config.json') as string,
    })
    expect(await cli(['chekc'], empty)).toMatchObject({ code: 1, err: expect.stringContaining('check') as string })
  })
})

describe('walletkit emit', () => {
  it('prints the module, or writes it to a file', async () => {
    const root = await folder({ 'walletkit.config.json': CONFIG })
    const { code, out } = await cli(['emit'], root)
    expect(code).toBe(0)
    expect(out).toMatch(
      /^import chainEip155 from 'walletkit\/chains\/eip155'\nimport pluginReceive from 'walletkit\/plugins\/receive'\n/,
    )
    expect(out).not.toContain('send')
    expect((await cli(['emit', '--out', 'src/kit.js'], root)).code).toBe(0)
    // The module imports its icons from a file next to it, which is named like the module.
    expect(out).toContain("import('./walletkit.icons.json')")
    const text = await readFile(join(root, 'src/kit.js'), 'utf8')
    expect(text).toBe(out.replace('./walletkit.icons.json', './kit.icons.json'))
    expect(JSON.parse(await readFile(join(root, 'src/kit.icons.json'), 'utf8'))).toMatchObject({
      networks: { 'eip155:31337': 'own/sandbox-one' },
    })
  })

  it('with --dry-run prints what would be written, and writes nothing', async () => {
    const root = await folder({ 'walletkit.config.json': CONFIG })
    const path = join(root, 'src/kit.js')
    const shown = await cli(['emit', '--out', 'src/kit.js', '--dry-run'], root)
    expect(shown).toMatchObject({ code: 0, err: '' })
    expect(shown.out).toMatch(/^--- \/dev\/null\n\+\+\+ b\/src\/kit\.js\n@@/)
    expect(shown.out).toContain("\n+import pluginReceive from 'walletkit/plugins/receive'\n")
    const { out } = await cli(['emit', '--out', 'src/kit.js', '--dry-run', '--json'], root)
    expect(lines(out)).toHaveLength(1)
    expect(JSON.parse(out)).toEqual({ ok: true, out: path, changed: true, dryRun: true, diff: shown.out })
    await expect(readFile(path)).rejects.toThrow('ENOENT')

    await cli(['emit', '--out', 'src/kit.js'], root)
    expect(await cli(['emit', '--out', 'src/kit.js', '--dry-run'], root)).toEqual({ code: 0, out: '', err: '' })
    await writeFile(path, 'mine\n')
    expect((await cli(['emit', '--out', 'src/kit.js', '--dry-run'], root)).out).toContain('\n-mine\n')
    expect(await readFile(path, 'utf8')).toBe('mine\n')
  })
})

describe('walletkit add and remove', () => {
  it('turn a feature on and off with the smallest edit', async () => {
    const root = await folder({ 'walletkit.config.json': CONFIG })
    const text = () => readFile(join(root, 'walletkit.config.json'), 'utf8')
    expect((await cli(['add', 'send'], root)).code).toBe(0)
    expect(await text()).toBe(CONFIG.replace('"send": false', '"send": true'))
    expect((await cli(['remove', 'send'], root)).code).toBe(0)
    expect(await text()).toBe(CONFIG)
    expect((await cli(['remove', 'send', '--json'], root)).out).toContain('"changed":false')
  })

  it('print the change as a diff and write nothing in a dry run', async () => {
    const root = await folder({ 'walletkit.config.json': CONFIG })
    const dry = await cli(['add', 'send', '--dry-run'], root)
    expect(dry).toMatchObject({ code: 0, err: '' })
    expect(dry.out).toContain('-    "send": false,\n+    "send": true,\n')
    const none = JSON.parse((await cli(['remove', 'send', '--dry-run', '--yes', '--json'], root)).out) as object
    expect(none).toEqual({ ok: true, feature: 'send', on: false, changed: false, dryRun: true, diff: '' })
    expect(await readFile(join(root, 'walletkit.config.json'), 'utf8')).toBe(CONFIG)
  })

  it('reject an unknown feature', async () => {
    const root = await folder({ 'walletkit.config.json': CONFIG })
    expect(await cli(['add', 'sned'], root)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Did you mean "send"?') as string,
    })
    expect(await readFile(join(root, 'walletkit.config.json'), 'utf8')).toBe(CONFIG)
  })
})

describe('an address without encryption', () => {
  const NETWORKS = '"networks": ["eip155:1"]'
  const at = (config: string) => folder({ 'walletkit.config.json': `{ "projectId": "p", ${NETWORKS}, ${config} }` })

  it.each([
    ['"services": { "secureSite": "http://login.example" }', 'services.secureSite', 'https://login.example'],
    [
      '"services": { "secureSite": "https://login.example" }, "hostRules": [{ "timezones": ["Asia/Shanghai"], "services": { "secureSite": "http://other.example" } }]',
      'hostRules[0].services.secureSite',
      'https://other.example',
    ],
  ])('is refused for the login service: %s', async (config, path, fix) => {
    const root = await at(config)
    const { code, out } = await call(['check', '--json'], root)
    const { issues } = JSON.parse(out) as { issues: object[] }
    expect({ code, issues }).toMatchObject({ code: 1, issues: [{ path, fix: `Write "${fix}".` }] })
    expect((await call(['csp'], root)).code).toBe(1)
  })

  it.each([
    ['"services": { "api": "http://api.example" }', 'services.api is http://api.example'],
    ['"services": { "relay": "ws://relay.example" }', 'services.relay is ws://relay.example'],
    ['"customRpcUrls": { "eip155:1": ["http://rpc.example"] }', 'the RPC of eip155:1 is http://rpc.example'],
    ['"siwx": { "storage": "server", "endpoint": "http://a.example/siwx" }', 'siwx.endpoint is http://a.example/siwx'],
  ])('is a warning of check, csp and doctor elsewhere: %s', async (config, said) => {
    const root = await at(config)
    expect(await call(['check'], root)).toMatchObject({ code: 0, err: expect.stringContaining(said) as string })
    expect(await call(['csp'], root)).toMatchObject({ code: 0, err: expect.stringContaining(said) as string })
    expect((await call(['doctor'], root)).out).toContain(said)
  })

  it('is fine on this computer, and https is everywhere', async () => {
    const root = await at(
      '"services": { "secureSite": "http://localhost:4748", "api": "http://127.0.0.1:1", "rpc": "https://rpc.example", "relay": "ws://[::1]:4" }',
    )
    const { code, out } = await call(['check', '--json'], root)
    expect(code).toBe(0)
    expect(out).not.toContain('without encryption')
  })
})
