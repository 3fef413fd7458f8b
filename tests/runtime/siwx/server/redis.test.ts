/** The server-side sign-in with a real Redis and two server processes. */
import { type ChildProcess, fork } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisStore } from '../../../../runtime/siwx/server/index.ts'
import { startRedis, type TestRedis } from '../../../support/redis.ts'
import { evm, signIn } from '../signers.ts'
import { openTab } from './http.ts'

const children: ChildProcess[] = []
let port = 0
let redis: TestRedis | undefined
let client: Redis

/** Resolves with the first match of the expression in a child's output. */
const printed = (child: ChildProcess, expression: RegExp) =>
  new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = expression.exec(text)
      if (found) resolve(found[1] ?? '')
    })
    child.once('exit', (code) => reject(new Error(`ended (${code}): ${text}`)))
  })

describe('Redis', () => {
  const prefix = 'test:siwx:'
  let urls: string[] = []

  beforeAll(async () => {
    redis = await startRedis()
    port = redis.address().port
    client = new Redis({ port, host: '127.0.0.1' })
    const file = fileURLToPath(new URL('./process.ts', import.meta.url))
    const servers = [0, 1].map(() =>
      fork(file, [String(port), prefix], { execArgv: ['--import', 'tsx'], silent: true }),
    )
    children.push(...servers)
    urls = await Promise.all(servers.map(async (server) => `http://127.0.0.1:${await printed(server, /port (\d+)/)}`))
  })
  afterAll(async () => {
    client?.disconnect()
    for (const child of children) child.kill()
    await redis?.stop()
  })

  it('accepts 1 of 1,000 concurrent claims of a nonce from two processes', async () => {
    const [one = '', other = ''] = urls
    const nonce = await openTab(one).nonce()
    const session = await signIn(evm(), { nonce })
    const claims = Array.from({ length: 1_000 }, async (_, index) => {
      const { status, body } = await openTab(index % 2 ? one : other).ask('/siwx/verify', { body: session })
      return status === 200 ? 'accepted' : (body.error as { code: string }).code
    })
    const codes = await Promise.all(claims)
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1)
    expect(codes.filter((code) => code === 'nonce')).toHaveLength(999)
  }, 60_000)

  it('shares sessions and their ends between two processes', async () => {
    const [one = '', other = ''] = urls
    const [tab, elsewhere] = [openTab(one), openTab(other)]
    // A nonce of one process is valid at the other.
    const session = await signIn(evm(), { nonce: await elsewhere.nonce() })
    expect((await tab.ask('/siwx/verify', { body: session })).status).toBe(200)
    elsewhere.cookie = tab.cookie
    const who = async (from: typeof tab) =>
      ((await from.ask('/siwx/session')).body.session as { address: string } | null)?.address
    expect([await who(tab), await who(elsewhere)]).toEqual([evm().address, evm().address])
    const kept = tab.cookie
    expect((await elsewhere.ask('/siwx/sign-out', { body: {} })).status).toBe(200)
    tab.cookie = elsewhere.cookie = kept
    expect([await who(tab), await who(elsewhere)]).toEqual([undefined, undefined])
  })

  it('expires every entry, and leaves size limits to Redis', async () => {
    const nonce = await openTab(urls[0] ?? '').nonce()
    const left = await client.ttl(`${prefix}nonce:${nonce}`)
    expect(left).toBeGreaterThan(590)
    expect(left).toBeLessThanOrEqual(600)
    for (const key of await client.keys('*')) expect(await client.ttl(key), key).toBeGreaterThan(0)
  })

  it.each(['ioredis', 'node-redis'])(
    'returns a value to one of 1,000 takes with a client shaped like %s',
    async (form) => {
      const raw = form === 'node-redis' ? await openRaw(port) : undefined
      const store = redisStore(raw ?? client, { prefix: `${form}:` })
      await store.set('a:b', 'value "with" \n all', 60)
      expect(await store.get('a:b')).toBe('value "with" \n all')
      expect(await store.get('a:c')).toBeUndefined()
      const taken = await Promise.all(Array.from({ length: 1_000 }, () => store.take('a:b')))
      expect(taken.filter((value) => value !== undefined)).toEqual(['value "with" \n all'])
      expect(await store.get('a:b')).toBeUndefined()
      raw?.close()
    },
  )
})

/** A minimal Redis client (RESP protocol) with the method `sendCommand`, as node-redis 4 and newer have it. */
async function openRaw(at: number) {
  const socket: Socket = await new Promise((resolve) => {
    const opened = connect(at, '127.0.0.1', () => resolve(opened))
  })
  const waiting: ((answer: string | null) => void)[] = []
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    for (;;) {
      const [whole, kind, head = ''] = /^([+$])([^\r]*)\r\n/.exec(text) ?? []
      if (!whole) return
      const length = kind === '$' ? Number(head) : -1
      if (length >= 0 && text.length < whole.length + length + 2) return
      waiting.shift()?.(kind === '+' ? head : length < 0 ? null : text.slice(whole.length, whole.length + length))
      text = text.slice(whole.length + (length >= 0 ? length + 2 : 0))
    }
  })
  return {
    sendCommand: (words: string[]) =>
      new Promise<unknown>((resolve) => {
        waiting.push(resolve)
        socket.write(
          `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`,
        )
      }),
    close: () => socket.destroy(),
  }
}
