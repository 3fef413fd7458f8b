import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { call, CONFIG, folder, page, repository, typescript } from '../project.ts'

type Message = { type: string; err?: { message: string } }
type Listener = { all: Message[]; next: (type: string) => Promise<Message> }

/** A config without the sandbox, so that only vite and the config matter. */
const PLAIN = CONFIG.replace('"services": "sandbox",', '').replace('"receive": true', '"receive": false')
const LIST = PLAIN.replace('"features"', '"wallets": { "list": "wallets.json" },\n  "features"')

/** Starts `walletkit dev` as a process, which is ended after the test. */
async function dev(root: string, ...rest: string[]): Promise<{ child: ChildProcess; url: string; said: () => string }> {
  const { flags, env } = typescript()
  const command = [
    ...flags,
    join(repository, 'cli/index.ts'),
    'dev',
    '--json',
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    ...rest,
  ]
  const child = spawn(process.execPath, command, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || !child.kill('SIGTERM')) return
    await once(child, 'exit')
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.once('exit', (code) => (said += `\nended with ${code}`))
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(said))),
  ])) as [string]
  const [url = ''] = (JSON.parse(line) as { urls: string[] }).urls
  return { child, url, said: () => said }
}

/** Connects to vite's HMR server, as vite's own script in the page does. */
async function listen(url: string): Promise<Listener> {
  const client = await (await fetch(new URL('/@vite/client', url))).text()
  const [, token = ''] = /wsToken = "([^"]*)"/.exec(client) ?? []
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}?token=${token}`, 'vite-hmr')
  onTestFinished(() => socket.close())
  const all: Message[] = []
  socket.on('message', (data: Buffer) => all.push(JSON.parse(data.toString()) as Message))
  await once(socket, 'open')
  let from = 0
  const next = async (type: string) => {
    await expect.poll(() => all.slice(from).map((each) => each.type)).toContain(type)
    from = all.findIndex((each, index) => index >= from && each.type === type) + 1
    return all[from - 1] ?? { type: '' }
  }
  return { all, next }
}

const module = async (url: string, path = '') =>
  (await fetch(new URL(`/@id/__x00__virtual:walletkit${path}`, url))).text()

it('survives every broken config, reports the error, and reloads when the config is corrected', async () => {
  const root = await page({ 'walletkit.config.json': PLAIN, 'wallets.json': '[]' })
  const file = join(root, 'walletkit.config.json')
  const { child, url, said } = await dev(root)
  const { next } = await listen(url)
  const broken = async (change: () => Promise<unknown>, ...words: (string | RegExp)[]) => {
    await change()
    const { err } = await next('error')
    for (const word of words) {
      expect(err?.message).toMatch(word)
      expect(said()).toMatch(word)
    }
    // The page that is open keeps the last valid config.
    expect(await module(url, '-plugins')).toContain('"projectId":"test"')
    // A page that is loaded now gets the error too.
    expect((await (await listen(url)).next('error')).err?.message).toBe(err?.message)
  }
  const mended = async (text: string, projectId: string) => {
    await writeFile(file, text)
    await next('full-reload')
    expect(await module(url, '-plugins')).toContain(`"projectId":"${projectId}"`)
    await writeFile(file, PLAIN)
    if (text !== PLAIN) await next('full-reload')
  }
  const MINE = PLAIN.replace('"test"', '"mine"')

  await broken(
    () => writeFile(file, PLAIN.replace('"networks": [', '"networks": [,')),
    /walletkit\.config\.json:3:16/,
    /fix: +\S/,
  )
  await mended(MINE, 'mine')
  await broken(() => writeFile(file, PLAIN.replace('"networks"', '"netwroks"')), /netwroks/, /nearest: +networks/)
  // Replace one mistake by another.
  await broken(() => writeFile(file, PLAIN.replace('"eip155:31337"', '31337')), /networks/, /fix: +\S/)
  await mended(PLAIN, 'test')
  await broken(() => rm(file), 'There is no walletkit.config.json')
  await mended(MINE, 'mine')
  await broken(() => writeFile(file, ''), /walletkit\.config\.json:1:1/)
  // Write a new file and rename it over the old one, as editors do.
  await writeFile(`${file}.new`, PLAIN)
  await rename(`${file}.new`, file)
  await next('full-reload')
  // Empty the file and write it at once, as some tools do: it must be read only after that.
  await writeFile(file, '')
  await setTimeout(20)
  await mended(MINE, 'mine')
  // A file that the config names is watched too.
  await writeFile(file, LIST)
  await next('full-reload')
  await broken(() => writeFile(join(root, 'wallets.json'), '[,]'), /wallets\.json cannot be read/, /fix: +\S/)
  await writeFile(join(root, 'wallets.json'), '[]')
  await next('full-reload')
  // A change of the plugins restarts the server, here while the config is broken.
  await broken(() => writeFile(file, LIST.replace('"receive": false', '"receive": flase')), /flase|JSON/)
  await writeFile(file, LIST.replace('"receive": false', '"receive": true'))
  await expect.poll(() => module(url, '-plugins').catch(() => '')).toContain('pluginReceive')
  await writeFile(file, '{')
  expect((await (await listen(url)).next('error')).err?.message).toContain('walletkit.config.json')
  expect(child.exitCode).toBe(null)
}, 60_000)

const MINE = PLAIN.replace('"test"', '"mine"')

it('builds the page from the config that --config names, and says so', async () => {
  const root = await page({ 'walletkit.config.json': PLAIN, 'mine.json': MINE })
  const { url, said } = await dev(root, '--config', 'mine.json')
  expect(await module(url, '-plugins')).toContain('"projectId":"mine"')
  expect(said()).toContain('Config:  mine.json')
  const { next } = await listen(url)
  await writeFile(join(root, 'mine.json'), MINE.replace('"mine"', '"changed"'))
  await next('full-reload')
  expect(await module(url, '-plugins')).toContain('"projectId":"changed"')
}, 60_000)

it('makes the icons again for the networks of a changed config', async () => {
  const of = (...ids: string[]) => PLAIN.replace(/"networks": \[[^\]]*\]/, `"networks": ${JSON.stringify(ids)}`)
  const root = await page({ 'walletkit.config.json': of('eip155:1') })
  const { url } = await dev(root)
  expect(await module(url, '/icons')).not.toContain('eip155:137')
  const { next } = await listen(url)
  await writeFile(join(root, 'walletkit.config.json'), of('eip155:1', 'eip155:137'))
  await next('full-reload')
  expect(await module(url, '/icons')).toContain('eip155:137')
}, 60_000)

it('says when the page has another config than the sandbox', async () => {
  const root = await page({ 'walletkit.config.json': PLAIN, 'mine.json': MINE })
  const vite = join(root, 'vite.config.mjs')
  const text = await readFile(vite, 'utf8')
  await writeFile(vite, text.replace('walletkit()', 'walletkit({ config: "mine.json" })'))
  const { said } = await dev(root)
  await expect.poll(said).toContain('vite.config.mjs names mine.json')
  expect(said()).toContain('--config mine.json')
}, 60_000)

it('says that --config does not change a page that imports the files of walletkit emit', async () => {
  const root = await page({ 'walletkit.config.json': PLAIN, 'mine.json': MINE, 'vite.config.mjs': 'export default {}' })
  const { said } = await dev(root, '--config', 'mine.json')
  await expect.poll(said).toContain('walletkit emit --config mine.json')
}, 60_000)

it.each(['dev', 'studio'])('%s refuses a port that is none, before anything starts', async (command) => {
  const root = await folder({ 'walletkit.config.json': CONFIG })
  for (const port of ['abc', '', '80a', '1e3', '-1', '65536']) {
    const { code, err } = await call([command, `--port=${port}`], root)
    expect({ code, err }).toEqual({ code: 1, err: `--port ${port} is not a port: use a number from 0 to 65535.\n` })
  }
})
