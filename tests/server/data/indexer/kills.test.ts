/** Two servers that share a PostgreSQL, of which one is killed while it reads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../../cli/repo/postgres.ts'
import { readDeed } from '../../../../server/data/indexer/deeds.ts'
import { indexStore } from '../../../../server/store/indexed.ts'
import { openPostgres } from '../../../../server/store/postgres.ts'
import { masterKey } from '../../../support/hosted.ts'
import { addressOf, type IndexChain, startIndexChain } from '../../../support/indexChain.ts'
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts'
import { type ServerProcess, spawnServer } from '../../../support/serverProcess.ts'

const CHAIN = 'eip155:31399'
const hasPostgres = (await findPostgres()) !== undefined

describe.skipIf(!hasPostgres)(`an index whose process is killed (${POSTGRES_ADVICE})`, { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'index-kills-'))
  const servers: ServerProcess[] = []
  let postgres: TestPostgres
  let chain: IndexChain
  beforeAll(async () => {
    postgres = await startPostgres()
    chain = await startIndexChain()
  }, 60_000)
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL')
    await chain?.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true })
  })

  it('is finished by the other process, with every transaction once', async () => {
    const [me, friend] = [addressOf(0), addressOf(1)]
    const sent: string[] = []
    for (let number = 0; number < 60; number += 1) sent.push(await chain.pay(me, friend, BigInt(number + 1)))
    // Short steps at a slow node, so that there is something to kill.
    chain.way.refuse = ({ method, params }) => {
      const { fromBlock = '0x0', toBlock = '0x0' } = params[0] as { fromBlock?: string; toBlock?: string }
      const isWide = Number(toBlock) - Number(fromBlock) > 1
      return /^(eth_getLogs|trace_filter)$/.test(method) && isWide ? 'block range is too wide' : undefined
    }
    const config = {
      ...{ relay: false, log: 'info', networks: [{ id: 31399, name: 'Test chain', rpc: chain.rpc }] },
      sources: { index: { from: { 31399: 0 }, accounts: [`${CHAIN}:${me}`] } },
    }
    writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify(config))
    const url = postgres.create()
    const environment = { WALLETKIT_DATABASE: url, WALLETKIT_MASTER_KEYS: masterKey('k1') }
    const first = await spawnServer(folder, environment)
    servers.push(first)
    const db = await openPostgres(url, { upgrade: false })
    const store = indexStore(db)
    const lowOf = async () => (await store.watchedOne(CHAIN, me.toLowerCase()))?.low ?? Infinity
    await expect.poll(lowOf, { timeout: 60_000, interval: 5 }).toBeLessThan(60)
    first.child.kill('SIGKILL')
    await first.ended
    const low = await lowOf()
    expect(low).toBeGreaterThan(0)
    const later = await chain.pay(me, friend, 7_777n)
    servers.push(await spawnServer(folder, environment))
    await expect.poll(lowOf, { timeout: 90_000, interval: 200 }).toBe(0)
    const hashes = async () =>
      (await store.page(CHAIN, me.toLowerCase(), undefined, 200)).map(({ value }) => readDeed(value).hash)
    await expect.poll(hashes, { timeout: 30_000 }).toEqual([later, ...sent.toReversed()])
    await db.destroy()
  })
})
