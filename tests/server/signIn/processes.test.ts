/** Two servers on one PostgreSQL: a session and a nonce of one is known to the other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { evm, params, solana } from '../../runtime/siwx/signers.ts'
import { startHosted } from '../../support/hosted.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { openPage } from './page.ts'

const SITE = 'https://example.com'
const hasPostgres = (await findPostgres()) !== undefined

describe.skipIf(!hasPostgres)(`two servers on one PostgreSQL (${POSTGRES_ADVICE})`, () => {
  let postgres: TestPostgres
  const servers: Awaited<ReturnType<typeof startHosted>>[] = []
  beforeAll(async () => {
    postgres = await startPostgres()
    const environment = { WALLETKIT_DATABASE: postgres.create() }
    const config = { sites: [SITE], signIn: { statement: params.statement } }
    servers.push(await startHosted(config, environment), await startHosted(config, environment))
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await postgres?.stop()
  })
  /** A page whose requests go to the servers by turns. */
  const page = () => {
    let turn = 0
    return openPage(() => servers[turn++ % servers.length]?.url() ?? '', SITE)
  }

  it('sign people in, keep them after a restart, and sign them out, each step at the other one', async () => {
    const own = page()
    for (const visitor of [evm(), solana()]) {
      expect((await own.enter(visitor)).status).toBe(200)
      expect([await own.who(), await own.who()]).toEqual([visitor.address, visitor.address])
    }
    for (const server of servers) await server.restart()
    expect([await own.who(), await own.who()]).toEqual([solana().address, solana().address])
    expect((await own.ask('/sign-out', {})).status).toBe(200)
    expect([await own.who(), await own.who()]).toEqual([undefined, undefined])
  })

  it('use a nonce once together', async () => {
    const own = page()
    const body = await own.signed(evm())
    const all = await Promise.all(Array.from({ length: 50 }, () => own.ask('/verify', body)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 401)).toHaveLength(49)
  })
})
