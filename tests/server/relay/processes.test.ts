/** Relays of several processes, which have their messages together, and one of a process that is killed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { until } from '../../sandbox/peers.ts'
import { masterKey, startHosted } from '../../support/hosted.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { startRedis, type TestRedis } from '../../support/redis.ts'
import { connectRelay } from '../../support/relayClient.ts'
import { spawnServer } from '../../support/serverProcess.ts'

const hasPostgres = (await findPostgres()) !== undefined
let topics = 0
const someTopic = () => (++topics).toString(16).padStart(64, '0')

describe.skipIf(!hasPostgres)(`two relays with one Redis (${POSTGRES_ADVICE})`, { timeout: 60_000 }, () => {
  type Hosted = Awaited<ReturnType<typeof startHosted>>
  let [postgres, redis]: [TestPostgres, TestRedis] = [] as never
  let [one, two]: [Hosted, Hosted] = [] as never
  let database = ''
  const open = () => startHosted({ log: 'warn' }, { WALLETKIT_DATABASE: database, WALLETKIT_REDIS_URL: redis.url })
  beforeAll(async () => {
    ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
    database = postgres.create()
    ;[one, two] = await Promise.all([open(), open()])
  }, 60_000)
  afterAll(async () => {
    await Promise.all([one?.close(), two?.close()])
    await redis?.stop()
    await postgres?.stop()
  })

  it('pass a message of a client of one to a client of the other, in order', async () => {
    const topic = someTopic()
    const [reader, writer] = [await connectRelay(one.url()), await connectRelay(two.url())]
    await reader.subscribe(topic)
    for (let at = 0; at < 20; at++) await writer.publish(topic, `message ${at}`)
    await until(() => reader.texts.length === 20, 'all messages')
    expect(reader.texts).toEqual(Array.from({ length: 20 }, (_, at) => `message ${at}`))
    await Promise.all([reader.close(), writer.close()])
  })
  it('keep a message for whoever comes to the other one later, once', async () => {
    const topic = someTopic()
    const writer = await connectRelay(one.url())
    await writer.publish(topic, 'waits')
    await expect
      .poll(async () => {
        const fetched = await (await connectRelay(two.url())).call('irn_fetchMessages', { topic })
        return (fetched as { messages: { message: string }[] }).messages.map(({ message }) => message)
      })
      .toEqual(['waits'])
    const reader = await connectRelay(two.url())
    await reader.subscribe(topic)
    await until(() => reader.texts.length === 1, 'the message')
    // The acknowledgement has to reach the other process.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const back = await connectRelay(one.url(), { key: reader.key })
    await back.subscribe(topic)
    await writer.publish(topic, 'next')
    await until(() => back.texts.length > 0, 'the next one')
    expect(back.texts).toEqual(['next'])
  })
  it('keep a message that a client published to both once', async () => {
    const topic = someTopic()
    const [reader, writer, again] = await Promise.all([one, two, one].map((each) => connectRelay(each.url())))
    if (!reader || !writer || !again) throw new Error('No client')
    await reader.subscribe(topic)
    await writer.publish(topic, 'twice')
    await until(() => reader.texts.length > 0, 'the message')
    await again.publish(topic, 'twice')
    await again.publish(topic, 'last')
    await until(() => reader.texts.includes('last'), 'the last one')
    expect(reader.texts).toEqual(['twice', 'last'])
  })
  it('tell a process that starts later what waits', async () => {
    const topic = someTopic()
    await (await connectRelay(one.url())).publish(topic, 'from before')
    const three = await open()
    onTestFinished(() => three.close())
    const reader = await connectRelay(three.url())
    await reader.subscribe(topic)
    await until(() => reader.texts.length > 0, 'the message')
    expect(reader.texts).toEqual(['from before'])
  })
  it('refuse messages while Redis is away, and have everything again afterwards', async () => {
    const topic = someTopic()
    const [reader, writer] = [await connectRelay(one.url()), await connectRelay(two.url())]
    await writer.publish(topic, 'before')
    await redis.kill()
    await expect(writer.publish(topic, 'while')).rejects.toThrow('cannot keep messages now')
    await redis.restart()
    // As a client does: it publishes again what was refused.
    await expect.poll(() => writer.publish(topic, 'while').catch(String), { timeout: 10_000 }).toBe(true)
    await reader.subscribe(topic)
    await until(() => reader.texts.length === 2, 'both messages')
    expect(reader.texts).toEqual(['before', 'while'])
    const three = await open()
    onTestFinished(() => three.close())
    const late = await connectRelay(three.url())
    await late.subscribe(topic)
    await until(() => late.texts.length === 2, 'both messages again')
  })
  it('give Redis neither an IP address nor a project id', async () => {
    const writer = await connectRelay(one.url())
    await writer.publish(someTopic(), 'a text')
    const { openRedis } = await import('../../../server/store/redis.ts')
    const opened = await openRedis(redis.address())
    onTestFinished(() => opened.close())
    const connection = await opened.connection()
    const stream = `walletkit:${connection.run.slice(0, 16)}:relay`
    const written = JSON.stringify(await connection.ask('XRANGE', stream, '-', '+'))
    expect(written).toContain('a text')
    expect(written).not.toContain('127.0.0.1')
    expect(Number(await connection.ask('PTTL', stream))).toBeGreaterThan(30 * 86_400_000)
  })
})

it('loses nothing that was answered when its process is killed', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relay-kill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'walletkit-server.json'), '{}')
  const environment = { WALLETKIT_MASTER_KEYS: masterKey('k1') }
  const first = await spawnServer(folder, environment)
  const topic = someTopic()
  const [writer, reader] = [await connectRelay(first.url), await connectRelay(first.url)]
  for (let at = 0; at < 50; at++) await writer.publish(topic, `message ${at}`)
  await reader.subscribe(topic)
  await until(() => reader.texts.length === 50, 'all messages')
  await writer.publish(topic, 'for later')
  await until(() => reader.texts.length === 51, 'the last one')
  first.child.kill('SIGKILL')
  await first.ended

  const second = await spawnServer(folder, environment)
  onTestFinished(async () => {
    second.child.kill('SIGTERM')
    await second.ended
  })
  const other = await connectRelay(second.url)
  await other.subscribe(topic)
  await until(() => other.texts.length === 51, 'all messages again')
  const back = await connectRelay(second.url, { key: reader.key })
  await back.subscribe(topic)
  await other.publish(topic, 'new')
  // The last acknowledgements may have been cut by the kill: those messages come twice, before the new one.
  await until(() => back.texts.includes('new'), 'the new one')
  expect(back.texts.at(-1)).toBe('new')
  expect(back.texts.length).toBeLessThan(10)
})
