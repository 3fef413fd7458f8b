/** What a relay does with its journal: what it writes down, and what clients get before that is done. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Guard } from '../../sandbox/relay/client.ts'
import { limits } from '../../sandbox/relay/frame.ts'
import { createKeeper } from '../../sandbox/relay/keeper.ts'
import { keyOf, type Place } from '../../sandbox/relay/kept.ts'
import { createMailboxes } from '../../sandbox/relay/mailbox.ts'
import { createRelay, type Journal } from '../../sandbox/relay/relay.ts'
import { connectRelay } from '../support/relayClient.ts'
import { until } from './peers.ts'

const TOPIC = 'a'.repeat(64)
const NOTHING: Journal = {
  keep: async () => {},
  arrive: () => {},
  forget: () => {},
  follow: async () => {},
  close: () => {},
}

async function start(journal: Partial<Journal>) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const relay = createRelay({ url: `${url.replace('http', 'ws')}/relay`, journal: { ...NOTHING, ...journal } })
  server.on('upgrade', (request, socket, head) => relay.accept(request, socket, head))
  onTestFinished(() => {
    relay.close()
    server.close()
  })
  return url
}
/** A writing whose end the test decides. */
function hold() {
  let [done, fail] = [() => {}, (_error: Error) => {}]
  const written = new Promise<void>((resolve, reject) => {
    ;[done, fail] = [resolve, reject]
  })
  return { written, done: () => done(), fail: () => fail(new Error('The disk is full')) }
}
const textsOf = (fetched: unknown) =>
  (fetched as { messages: { message: string }[] }).messages.map(({ message }) => message)

describe('a relay with a journal', () => {
  it('writes down that a message arrived once for each client, and for so many clients only', async () => {
    const written: string[] = []
    const url = await start({ arrive: (_, client) => written.push(client) })
    await (await connectRelay(url)).publish(TOPIC, 'for all')
    const readers = await Promise.all(Array.from({ length: limits.arrived + 3 }, () => connectRelay(url)))
    // The first ones are forgotten meanwhile, so that they get it again and again.
    for (const reader of [...readers, ...readers])
      expect(textsOf(await reader.call('irn_fetchMessages', { topic: TOPIC }))).toEqual(['for all'])
    expect(written).toHaveLength(limits.arrived)
    expect(new Set(written).size).toBe(limits.arrived)
  })
  it('gives a message to nobody before it is written, and to each reader once', async () => {
    const { written, done } = hold()
    const url = await start({ keep: () => written })
    const [writer, reader] = [await connectRelay(url), await connectRelay(url)]
    const published = writer.publish(TOPIC, 'one')
    // Answered after what the writer sent before it.
    await writer.call('irn_unsubscribe', { topic: TOPIC })
    expect(textsOf(await reader.call('irn_fetchMessages', { topic: TOPIC }))).toEqual([])
    await reader.subscribe(TOPIC)
    await reader.call('irn_unsubscribe', { topic: 'b'.repeat(64) })
    expect(reader.texts).toEqual([])
    done()
    await published
    await writer.publish(TOPIC, 'two')
    await until(() => reader.texts.includes('two'), 'the last one')
    expect(reader.texts).toEqual(['one', 'two'])
  })
})

describe('a message of another process', () => {
  const message = { topic: TOPIC, message: 'text', ttl: 60, tag: 0 }
  const kept = { ...message, key: keyOf(message), from: 'one', at: 0, until: 60_000 }
  it.each([
    ['that has ended', 60_000, 100],
    ['for which there is no room', 0, 3],
  ])('%s is not kept, and not kept in the journal either', (_, now, most) => {
    const dropped: Place[] = []
    const boxes = createMailboxes(
      () => now,
      most,
      1,
      (place) => dropped.push(place),
    )
    expect(boxes.restore(kept, 'owner')).toBe(true)
    expect([boxes.has(kept), dropped]).toEqual([false, [{ topic: TOPIC, key: kept.key }]])
  })
})

describe('a message that is written', () => {
  it('is not answered to who publishes it again before it is written', async () => {
    const { written, done } = hold()
    const keeper = createKeeper(
      createMailboxes(() => 0),
      { ...NOTHING, keep: () => written },
    )
    const answered: string[] = []
    const publish = (who: string) => {
      const batch = keeper.open(who, who)
      batch.put({ topic: TOPIC, message: 'again', ttl: 60, tag: 0 })
      return batch.write()?.then(() => answered.push(who))
    }
    const both = [publish('me'), publish('you')]
    await new Promise(setImmediate)
    expect(answered).toEqual([])
    done()
    await Promise.all(both.map(async (each) => each))
    expect(answered.sort()).toEqual(['me', 'you'])
    expect(publish('me')).toBeUndefined()
  })
})

describe('messages that are being written', () => {
  it('take no more memory of an owner than those that are kept', async () => {
    const { written, done } = hold()
    const guard = { keptCharacters: 1_000, keptShare: 0.1 } as Guard
    const boxes = createMailboxes(() => 0, guard.keptCharacters, guard.keptShare)
    const keeper = createKeeper(boxes, { ...NOTHING, keep: () => written }, guard)
    const publish = (owner: string, message: string) => {
      const batch = keeper.open(owner, owner)
      batch.put({ topic: TOPIC, message: message.repeat(50), ttl: 60, tag: 0 })
      return batch.write()
    }
    const all = [publish('me', '1'), publish('me', '2')]
    expect(() => publish('me', '3')).toThrow('cannot keep messages so fast')
    all.push(publish('you', '4'))
    done()
    await Promise.all(all.map(async (each) => each))
    await publish('me', '3')
  })
})

describe('a message that is written twice at once', () => {
  it('stays if the second writing is done, although the first one failed', async () => {
    const holds = [hold(), hold()]
    const boxes = createMailboxes(() => 0)
    const writings = holds.values()
    const keep = () => writings.next().value?.written ?? Promise.resolve()
    const keeper = createKeeper(boxes, { ...NOTHING, keep })
    const publish = () => {
      const batch = keeper.open('me', 'me')
      batch.put({ topic: TOPIC, message: 'again', ttl: 60, tag: 0 })
      return batch.write()
    }
    const first = publish()
    // Its owner's room is needed.
    const [kept] = boxes.waiting(TOPIC, 'you')
    if (kept) boxes.drop(kept)
    const second = publish()
    holds[0]?.fail()
    await expect(first).rejects.toThrow('full')
    holds[1]?.done()
    await second
    expect(boxes.waiting(TOPIC, 'you')).toHaveLength(1)
  })
})
