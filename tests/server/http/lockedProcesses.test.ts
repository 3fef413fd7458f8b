/** A locked wallet on two servers with one PostgreSQL: a challenge of one is used at the other, and once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { startBalancer } from '../../support/balancer.ts'
import { masterKey, startMailbox } from '../../support/hosted.ts'
import { keyFor, lockedPerson, signing, signWith } from '../../support/lockedAccount.ts'
import { startPostgres } from '../../support/postgres.ts'
import { type ServerProcess, spawnServer } from '../../support/serverProcess.ts'
import { softAuthenticator } from '../../support/softAuthenticator.ts'
import { SITE } from '../../sandbox/login/browser.ts'

const hasPostgres = (await findPostgres()) !== undefined

describe.skipIf(!hasPostgres)(`two servers on one PostgreSQL (${POSTGRES_ADVICE})`, { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'locked-'))
  const ports: number[] = []
  const servers: ServerProcess[] = []
  let ending: (() => Promise<unknown>)[] = []
  let service: Parameters<typeof lockedPerson>[0]

  beforeAll(async () => {
    const [postgres, mailbox, balancer] = await Promise.all([
      startPostgres(),
      startMailbox(),
      startBalancer(() => ports),
    ])
    const url = balancer.url.replace('127.0.0.1', 'localhost')
    writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify({ sites: [SITE], log: 'info', url }))
    const environment = {
      ...{ WALLETKIT_DATABASE: postgres.create(), WALLETKIT_SMTP: mailbox.smtp },
      WALLETKIT_MASTER_KEYS: masterKey('k1'),
    }
    for (const _ of [1, 2]) {
      const server = await spawnServer(folder, environment)
      servers.push(server)
      ports.push(Number(/"port":(\d+)/.exec(server.output())?.[1]))
    }
    service = { secureSite: url, login: mailbox }
    ending = [balancer.close, mailbox.close, () => postgres.stop()]
  }, 120_000)
  afterAll(async () => {
    for (const { child, ended } of servers) {
      child.kill('SIGTERM')
      await ended
    }
    for (const end of ending) await end()
    rmSync(folder, { recursive: true })
  })

  it('locks a wallet, and signs each approved request once, whichever gets it', async () => {
    const { browser, address, device } = await lockedPerson(
      service,
      softAuthenticator(service.secureSite, { counts: true }),
    )
    for (const _ of [1, 2, 3]) expect((await signWith(browser, address, device)).status).toBe(200)
    const request = signing(address)
    const unlock = await device.use(await keyFor(browser, request))
    const ends = await Promise.all([1, 2, 3, 4].map(() => browser.ask('RPC_REQUEST', request, 1, undefined, unlock)))
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
    expect((await browser.ask('RPC_REQUEST', request, 1)).status).toBe(403)
  })
})
