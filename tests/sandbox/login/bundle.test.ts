/**
 * The login service in the package: its pages' script, and mail and OpenID bundled in one file without imports of
 * packages.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { bundleLoginPages, bundleLoginServer } from '../../../sandbox/login/bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'login-bundle-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('sends and takes a mail, makes a provider, and prints nothing, with no package around it', async () => {
  const { code, licences } = await bundleLoginServer()
  writeFileSync(join(folder, 'login-server.js'), code)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'use.js'),
    `import { createTransport, Provider, SMTPServer } from './login-server.js'
    const got = []
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _, done) => stream.on('data', (part) => got.push(part)).on('end', done),
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const transport = createTransport({ host: '127.0.0.1', port: server.server.address().port, ignoreTLS: true })
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'Hi', text: '123456' })
    const provider = new Provider('http://127.0.0.1:1/x', {
      jwks: { keys: [] }, cookies: { keys: ['k'] }, adapter: class {}, features: { devInteractions: { enabled: false } },
      enabledJWA: {}, clients: [],
    })
    console.log(Buffer.concat(got).includes('123456'), provider.issuer)
    server.close()
    transport.close()`,
  )
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(folder, 'use.js')])
  expect([stdout.trim(), stderr]).toEqual(['true http://127.0.0.1:1/x', ''])
  for (const name of ['nodemailer 10.6.0', 'smtp-server 3.21.6', 'oidc-provider 9.13.3', 'koa '])
    expect(licences).toContain(name)
}, 60_000)

it.each(['login', 'solana', 'pages'] as const)(
  'has a script %s without what a policy with Trusted Types forbids',
  async (script) => {
    const { code, licences } = await bundleLoginPages(script)
    expect(code).not.toMatch(/\beval\(|new Function\(|\.innerHTML\s*=|insertAdjacentHTML/)
    if (script === 'login') expect(licences).toContain('@noble/hashes ')
  },
  60_000,
)

it('has a script for approvals of at most 25 kB gzip, so that a person reads the request soon', async () => {
  const { code } = await bundleLoginPages('login')
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(25_000)
}, 60_000)

it('leaves what only Solana needs in a script of its own, which it imports by its name', async () => {
  const [login, solana] = await Promise.all([bundleLoginPages('login'), bundleLoginPages('solana')])
  expect(login.code).toMatch(/import\("\.\/login-solana\.js"\)/)
  expect(login.code).not.toContain('11111111111111111111111111111111')
  expect(solana.code).toContain('11111111111111111111111111111111')
  expect(solana.code).toMatch(/export\{\w+ as describeTransaction\}/)
}, 60_000)
