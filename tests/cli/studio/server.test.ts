/** The studio's server: which requests it accepts, and what it writes. */
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import * as vite from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startStudio } from '../../../cli/studio/server.ts'
import type { Checked, StudioState } from '../../../cli/studio/server.ts'
import { folder } from '../project.ts'

const TEXT = `{
  "projectId": "test",
  "networks": ["eip155:1"],
  "theme": {   "mode": "light" },


  "features": { "send": true, "swaps": false }
}
`

async function studio() {
  const root = await folder({ 'walletkit.config.json': TEXT })
  const file = join(root, 'walletkit.config.json')
  const { url, stop } = await startStudio(vite, root, file, 0)
  onTestFinished(stop)
  const { origin } = new URL(url)
  const own = { origin, 'content-type': 'application/json' }
  return {
    url,
    file,
    origin,
    own,
    ask: (name: string, body: object = {}) => call(new URL(name, url), { headers: own, body }),
  }
}

type Asked = { headers?: Record<string, string>; body?: object; method?: string }

/** Sends a request without `fetch`, which does not allow another Host header. */
function call(url: URL, { headers = {}, body, method = body ? 'POST' : 'GET' }: Asked = {}) {
  return new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

const valueOf = async (ask: Awaited<ReturnType<typeof studio>>['ask']) =>
  JSON.parse((await ask('state')).text) as StudioState

describe('who may use it', () => {
  it('only who has the whole address, with its token', async () => {
    const { url, origin, own } = await studio()
    expect((await call(new URL(url))).status).toBe(200)
    const wrong = url.replace(/.\/$/, (end) => (end === 'A/' ? 'B/' : 'A/'))
    for (const address of [`${origin}/`, `${origin}/state`, wrong, `${wrong}studio.js`, `${url}../state`])
      expect((await call(new URL(address))).status, address).toBe(403)
    expect((await call(new URL(`${wrong}state`), { headers: own, body: {} })).status).toBe(403)
  })

  it('no site whose name leads to this computer (DNS rebinding)', async () => {
    const { url, own } = await studio()
    for (const host of [
      'evil.example',
      `evil.example:${new URL(url).port}`,
      '127.0.0.1',
      `localhost:${new URL(url).port}`,
    ]) {
      expect((await call(new URL(url), { headers: { host } })).status, host).toBe(403)
      expect((await call(new URL('state', url), { headers: { ...own, host }, body: {} })).status, host).toBe(403)
    }
  })

  it('no other page that sends a request (CSRF): neither its origin nor a form', async () => {
    const { url, own, file } = await studio()
    const { hash, value } = await valueOf((name, body = {}) => call(new URL(name, url), { headers: own, body }))
    const body = { value: { ...value, projectId: 'stolen' }, hash }
    const others = [
      { ...own, origin: 'https://evil.example' },
      { ...own, origin: 'null' },
      { 'content-type': 'application/json' },
      { ...own, 'content-type': 'text/plain' },
      { ...own, 'content-type': 'application/x-www-form-urlencoded' },
    ]
    for (const headers of others)
      expect((await call(new URL('save', url), { headers, body })).status, JSON.stringify(headers)).toBe(403)
    expect(await readFile(file, 'utf8')).toBe(TEXT)
  })

  it('its page runs under a policy that allows its own files and frames only the preview', async () => {
    const { url, origin } = await studio()
    const { headers } = await call(new URL(url))
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/frame-src http:\/\/127\.0\.0\.1:\d+;/)
    expect(policy).not.toContain(origin)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('refuses bodies that are no object or too large, and goes on', async () => {
    const { ask, url, own } = await studio()
    expect((await ask('check', { value: 1 })).status).toBe(409)
    expect((await ask('check', { value: { big: 'x'.repeat(2_000_000) } })).status).toBe(409)
    expect((await call(new URL('toString', url), { headers: own, body: {} })).status).toBe(403)
    expect((await ask('state')).status).toBe(200)
  })
})

describe('what it writes', () => {
  it('is the change alone: spaces, order and empty lines stay, and the diff shows it before', async () => {
    const { ask, file } = await studio()
    const { value, hash } = await valueOf(ask)
    const next = { ...value, features: { send: true, swaps: false, onramp: false } }
    const { diff, issues } = JSON.parse((await ask('check', { value: next })).text) as Checked
    expect(issues).toEqual([])
    expect(diff).toContain(
      '-  "features": { "send": true, "swaps": false }\n+  "features": { "send": true, "swaps": false, "onramp": false }',
    )
    expect(await readFile(file, 'utf8')).toBe(TEXT)
    expect((await ask('save', { value: next, hash })).status).toBe(200)
    expect(await readFile(file, 'utf8')).toBe(TEXT.replace('"swaps": false', '"swaps": false, "onramp": false'))
  })

  it('is refused when the file changed on the disk', async () => {
    const { ask, file } = await studio()
    const { value, hash } = await valueOf(ask)
    const theirs = TEXT.replace('"test"', '"theirs"')
    await writeFile(file, theirs)
    const { status, text } = await ask('save', { value: { ...value, projectId: 'mine' }, hash })
    expect(status).toBe(409)
    expect(text).toContain('walletkit.config.json changed on the disk')
    expect(await readFile(file, 'utf8')).toBe(theirs)
  })

  it('is refused while the config has problems, which it names with a fix', async () => {
    const { ask, file } = await studio()
    const { value, hash } = await valueOf(ask)
    const wrong = { ...value, networks: [] }
    const { issues } = JSON.parse((await ask('check', { value: wrong })).text) as Checked
    expect(issues[0]).toMatchObject({ path: 'networks', fix: expect.stringMatching(/\S/) as string })
    expect((await ask('save', { value: wrong, hash })).status).toBe(409)
    expect(await readFile(file, 'utf8')).toBe(TEXT)
  })

  it('warns of colours that visitors cannot read, as walletkit check does', async () => {
    const { ask } = await studio()
    const { value } = await valueOf(ask)
    const faint = { ...value, theme: { variables: { '--wk-text-1': '#eeeeee' } } }
    const { notes } = JSON.parse((await ask('check', { value: faint })).text) as Checked
    expect(notes.join()).toContain('--wk-text-1 on --wk-surface-0 has a contrast of')
  })
})
