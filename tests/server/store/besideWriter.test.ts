/** A database file to which another process writes, as `walletkit-server rotate` does beside a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from '../../../cli/repo/run.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { changeOf, userOf } from './people.ts'

const folder = mkdtempSync(join(tmpdir(), 'busy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs `work` while another process has begun to write; that process commits after 300 ms. */
async function besideWriting<T>(path: string, work: () => Promise<T>): Promise<T> {
  const code = `const file = new (require('libsql'))(process.argv[1]); file.exec('BEGIN IMMEDIATE');
    console.log('began'); setTimeout(() => file.exec('COMMIT'), 300)`
  const child = spawn(process.execPath, ['-e', code, path], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  try {
    return await work()
  } finally {
    await ended
  }
}

it('takes a new account and an undo once that process has committed', async () => {
  const path = join(folder, 'one.db')
  const store = sqlStore(await openSqlite(path))
  const user = userOf()
  const change = changeOf(user)
  expect(await store.addUser(user)).toBe(true)
  await store.setEmail(user.id, user.email, 'evil@example.com', change)
  const results = [
    await besideWriting(path, () => store.setKeys(user.id, user.keys, user.keys)),
    await besideWriting(path, () => store.addUser(userOf())),
    await besideWriting(path, () => store.takeBackChange(change.token)),
  ]
  await store.close()
  expect(results).toEqual([true, true, 'done'])
})
