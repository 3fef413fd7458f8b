/** The relay's journals: in a file, and in a Redis. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Kept, keyOf } from '../../../sandbox/relay/kept.ts'
import type { Fact, Journal } from '../../../sandbox/relay/relay.ts'
import { journalPath, openFileJournal, openJournalFile } from '../../../server/relay/fileJournal.ts'
import { openRedisJournal } from '../../../server/relay/redisJournal.ts'
import { openRedis } from '../../../server/store/redis.ts'
import { until } from '../../sandbox/peers.ts'
import { startRedis } from '../../support/redis.ts'

const TOPIC = 'a'.repeat(64)
const kept = (message: string, more: Partial<Kept> = {}): Kept => {
  const whole = { topic: TOPIC, message, ttl: 300, tag: 1, from: 'did:key:z6Mk', at: 1, until: 300_001, ...more }
  return { ...whole, key: keyOf(whole) }
}
const noFault = (error: Error) => {
  throw error
}
/** What a journal tells when it is opened. */
async function factsOf(journal: Journal): Promise<Fact[]> {
  const facts: Fact[] = []
  await journal.follow((fact) => facts.push(fact))
  return facts
}
/** What a journal tells, the messages first. Closes it. */
async function afterwards(journal: Journal): Promise<Fact[]> {
  const facts = await factsOf(journal)
  journal.close()
  return facts.sort((one, other) => Number(one.does === 'arrive') - Number(other.does === 'arrive'))
}
const textsOf = (facts: readonly Fact[]) => facts.flatMap((fact) => (fact.does === 'keep' ? [fact.kept.message] : []))

const redis = await startRedis()
afterAll(redis.stop)

/** Each opens the same journal again and again. */
const kinds = {
  'in a file': () => {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return async () => openFileJournal(join(folder, 'walletkit.db'), noFault)
  },
  'in a Redis': () => {
    const address = redis.create()
    return async () => {
      const [writer, reader] = [await openRedis(address), await openRedis(address)]
      const journal = openRedisJournal(writer, reader, noFault)
      const close = () => {
        journal.close()
        writer.close()
      }
      onTestFinished(close)
      return { ...journal, close }
    }
  },
}

describe.each(Object.entries(kinds))('a journal %s', (_, make) => {
  it('tells the next process what was kept, in order and whole', async () => {
    const open = make()
    const first = await open()
    expect(await factsOf(first)).toEqual([])
    const all = [kept('one', { attestation: 'attested' }), kept('two'), kept('zwölf \u0000 "quoted"')]
    await first.keep(all.slice(0, 2), 'owner')
    await first.keep(all.slice(2), 'another')
    first.close()
    const facts = await factsOf(await open())
    expect(facts).toEqual(all.map((each, at) => ({ does: 'keep', kept: each, owner: at === 2 ? 'another' : 'owner' })))
  })
  it('tells who has a message, and nothing of one that was forgotten', async () => {
    const open = make()
    const first = await open()
    await factsOf(first)
    const [stays, goes] = [kept('stays'), kept('goes')]
    await first.keep([stays, goes], 'owner')
    first.arrive(stays, 'did:key:reader')
    first.arrive(goes, 'did:key:reader')
    first.forget(goes)
    await first.keep([kept('last')], 'owner')
    // A journal of several processes deletes an entry once it has read it, too.
    const { topic, key } = stays
    await expect
      .poll(async () => afterwards(await open()))
      .toEqual([
        expect.objectContaining({ does: 'keep', kept: stays }),
        expect.objectContaining({ does: 'keep', kept: kept('last') }),
        { does: 'arrive', place: { topic, key }, client: 'did:key:reader' },
      ])
  })
  it('keeps a message that came again after it was forgotten', async () => {
    const open = make()
    const first = await open()
    await factsOf(first)
    const again = kept('again')
    await first.keep([again], 'owner')
    first.forget(again)
    await first.keep([again], 'owner')
    first.close()
    // It may be told twice: the mailboxes keep it once.
    expect(new Set(textsOf(await factsOf(await open())))).toEqual(new Set(['again']))
  })
})

describe('a journal in a file', () => {
  it('is readable for its owner only, and says what is lost without it when it is damaged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const database = join(folder, 'walletkit.db')
    openFileJournal(database, noFault).close()
    expect(statSync(journalPath(database)).mode & 0o777).toBe(0o600)
    writeFileSync(journalPath(database), 'not a database, but long enough to be taken for one'.repeat(100))
    expect(() => openFileJournal(database, noFault)).toThrow('without the file they are lost, and nothing else is')
  })
  it('refuses what comes after it was closed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const journal = openFileJournal(join(folder, 'walletkit.db'), noFault)
    const before = journal.keep([kept('before')], 'owner')
    journal.close()
    await before
    await expect(journal.keep([kept('after')], 'owner')).rejects.toThrow('stopped')
    journal.forget(kept('before'))
    journal.close()
  })
  it('has no acknowledgement of a message that was forgotten', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const database = join(folder, 'walletkit.db')
    const journal = openFileJournal(database, noFault)
    await journal.keep([kept('goes')], 'owner')
    journal.arrive(kept('goes'), 'did:key:reader')
    await journal.keep([kept('stays')], 'owner')
    journal.forget(kept('goes'))
    journal.close()
    const file = openJournalFile(journalPath(database))
    expect(file.prepare('select * from arrived').all()).toEqual([])
    file.close()
  })
  it('reports once that it cannot write, and is closed nevertheless', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const database = join(folder, 'walletkit.db')
    const faults: Error[] = []
    const journal = openFileJournal(database, (error) => faults.push(error))
    await journal.keep([kept('before')], 'owner')
    const other = openJournalFile(journalPath(database))
    other.exec('BEGIN EXCLUSIVE')
    for (const text of ['one', 'two', 'three'])
      await expect(journal.keep([kept(text)], 'owner')).rejects.toThrow('locked')
    expect(faults).toHaveLength(1)
    expect(() => journal.close()).not.toThrow()
    other.exec('COMMIT')
    other.close()
    expect(textsOf(await afterwards(openFileJournal(database, noFault)))).toEqual(['before'])
  })
  it('passes over a message that cannot be read, and reports it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const database = join(folder, 'walletkit.db')
    const first = openFileJournal(database, noFault)
    await first.keep([kept('before')], 'owner')
    first.close()
    const other = openJournalFile(journalPath(database))
    other.exec(`insert into kept values (7, 'owner', '{"of":"a newer version"}')`)
    other.close()
    const faults: Error[] = []
    const second = openFileJournal(database, (error) => faults.push(error))
    expect(textsOf(await factsOf(second))).toEqual(['before'])
    expect(faults.map(String)).toEqual([expect.stringContaining('relay.kept cannot be read')])
    await second.keep([kept('after')], 'owner')
    second.close()
    expect(textsOf(await afterwards(openFileJournal(database, () => {})))).toEqual(['before', 'after'])
  })
})

describe('a journal in a Redis', () => {
  it('tells one process what another one writes, and not its own', async () => {
    const open = kinds['in a Redis']()
    const [one, two] = [await open(), await open()]
    const [toOne, toTwo]: Fact[][] = [[], []]
    await one.follow((fact) => toOne?.push(fact))
    await two.follow((fact) => toTwo?.push(fact))
    await one.keep([kept('from one')], 'owner')
    await two.keep([kept('from two')], 'owner')
    await until(() => toOne?.length === 1 && toTwo?.length === 1, 'both')
    expect([textsOf(toOne ?? []), textsOf(toTwo ?? [])]).toEqual([['from two'], ['from one']])
  })
  it('writes its own messages again after Redis was restarted, and fails while it is away', async () => {
    const own = await startRedis()
    onTestFinished(own.stop)
    const [writer, reader] = [await openRedis(own.address()), await openRedis(own.address())]
    const faults: Error[] = []
    const journal = openRedisJournal(writer, reader, (error) => faults.push(error))
    onTestFinished(() => {
      journal.close()
      writer.close()
    })
    await factsOf(journal)
    const [stays, goes] = [kept('stays'), kept('goes')]
    await journal.keep([stays, goes], 'owner')
    await own.kill()
    await expect(journal.keep([kept('cut')], 'owner')).rejects.toThrow('not available')
    // As the relay does for a message that could not be written.
    journal.forget(kept('cut'))
    journal.forget(goes)
    expect(faults).toHaveLength(1)
    await own.restart()
    const next = async () => {
      const [write, read] = [await openRedis(own.address()), await openRedis(own.address())]
      const other = openRedisJournal(write, read, () => {})
      const facts = await factsOf(other)
      other.close()
      write.close()
      return textsOf(facts)
    }
    await expect.poll(next, { timeout: 10_000 }).toEqual(['stays'])
  }, 30_000)
  /** Opens two connections to a Redis of its own, and reads what its stream has. */
  async function openOwn() {
    const own = await startRedis()
    onTestFinished(own.stop)
    const connect = async () => {
      const opened = await openRedis(own.address())
      onTestFinished(opened.close)
      return opened
    }
    const stored = async () => {
      const [write, read] = [await openRedis(own.address()), await openRedis(own.address())]
      const journal = openRedisJournal(write, read, () => {})
      const facts = await factsOf(journal)
      journal.close()
      write.close()
      return textsOf(facts)
    }
    return { own, connect, stored }
  }
  it('writes its own messages again when the connection that writes comes back after the one that reads', async () => {
    const { own, connect, stored } = await openOwn()
    const [writer, reader] = [await connect(), await connect()]
    let isAway = false
    const connection = () => (isAway ? Promise.reject(new Error('It is not available')) : writer.connection())
    const journal = openRedisJournal({ ...writer, connection }, reader, () => {})
    onTestFinished(journal.close)
    await factsOf(journal)
    await journal.keep([kept('one'), kept('two')], 'owner')
    isAway = true
    await own.kill()
    await own.restart()
    await expect.poll(async () => (await reader.connection()).run, { timeout: 10_000 }).toBeTruthy()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    isAway = false
    await expect.poll(stored, { timeout: 10_000 }).toEqual(['one', 'two'])
  }, 30_000)
  it('writes what a process took that has ended again, too, once the others have written their own', async () => {
    const { own, connect, stored } = await openOwn()
    const [writer, reader, first] = [await connect(), await connect(), await connect()]
    const ended = openRedisJournal(first, await connect(), () => {})
    await factsOf(ended)
    const [stays, goes] = [kept('stays'), kept('goes')]
    await ended.keep([goes, stays], 'owner')
    ended.close()
    const journal = openRedisJournal(writer, reader, () => {}, 100)
    onTestFinished(journal.close)
    expect(textsOf(await factsOf(journal))).toEqual(['goes', 'stays'])
    await own.kill()
    journal.forget(goes)
    await own.restart()
    await expect.poll(stored, { timeout: 10_000 }).toEqual(['stays'])
  }, 30_000)
  it('deletes a message that was forgotten while Redis did not answer', async () => {
    const { connect, stored } = await openOwn()
    const [writer, reader] = [await connect(), await connect()]
    let isAway = false
    const connection = () => (isAway ? Promise.reject(new Error('It is not available')) : writer.connection())
    const journal = openRedisJournal({ ...writer, connection }, reader, () => {})
    onTestFinished(journal.close)
    await factsOf(journal)
    await journal.keep([kept('stays'), kept('goes')], 'owner')
    // Deleted are entries that were read.
    await new Promise((resolve) => setTimeout(resolve, 300))
    isAway = true
    journal.forget(kept('goes'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    isAway = false
    await expect.poll(stored, { timeout: 10_000 }).toEqual(['stays'])
  }, 30_000)
})
