/** A short version of `tests/proof/login.test.ts`. */
import { expect, it } from 'vitest'
import { fuzzLogin } from '../../support/loginFuzz.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox({ loginProxyHeader: 'x-forwarded-for' })

it('tells no session, key or address to whoever sends what they like, and its limits hold', async () => {
  const { statuses, logins } = await fuzzLogin(sandbox(), { clients: 16, requests: 400, people: 4, seed: 1 })
  expect(logins, JSON.stringify(statuses)).toBeGreaterThan(0)
  expect(statuses[429]).toBeGreaterThan(0)
  expect(statuses[500]).toBeUndefined()
}, 60_000)
