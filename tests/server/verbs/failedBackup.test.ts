/** A backup of a database that the disk has damaged. */
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { backup } from '../../../server/verbs/backup.ts'
import { rounds, userOf } from '../store/people.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('leaves no file, which would pass the drill as one without accounts', async () => {
  const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')]
  const store = sqlStore(await openSqlite(from))
  for (const _ of rounds(400)) await store.addUser(userOf())
  await store.close()
  const file = openSync(from, 'r+')
  writeSync(file, Buffer.alloc(16_384, 7), 0, 16_384, Math.floor(statSync(from).size / 8_192) * 4_096)
  closeSync(file)
  await expect(backup(from, to)).rejects.toThrow('malformed')
  expect(existsSync(to)).toBe(false)
})
