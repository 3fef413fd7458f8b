/** Nothing here reaches the real services: the sandbox stands in for each of them, by the variables that replace a URL. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Keys, type Outcome, runChecks } from '../../../cli/repo/live/check.ts'
import { CHECKS } from '../../../cli/repo/live/checks.ts'
import { urlKey } from '../../../cli/repo/live/liveKit.ts'
import type { FaultInput } from '../../../sandbox/index.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { repository } from '../project.ts'

const sandbox = useSandbox()
afterEach(() => {
  sandbox().faults.clear()
  sandbox().relay.clear()
})

const SECRET = 'project-id-that-nobody-may-read'
const NODE_SECRET = 'key-of-a-node'

/** The URLs of the sandbox in the place of the real ones, and no key. */
function urls(): Record<string, string> {
  const { url, relay, secureSite } = sandbox()
  const services = { api: url, rpc: url, wallets: url, images: url, analytics: url, verify: url, secureSite }
  const entries = Object.entries({ ...services, relay: relay.url }).map(([name, value]) => [urlKey(name), value])
  return { ...(Object.fromEntries(entries) as Record<string, string>), WALLETKIT_LIVE_CHAIN: 'eip155:31337' }
}
const keys = (): Record<string, string> => ({
  ...urls(),
  WALLETKIT_LIVE_PROJECT_ID: SECRET,
  WALLETKIT_LIVE_TESTNET_RPC: `${sandbox().chains[0]?.rpcUrl}?key=${NODE_SECRET}`,
  WALLETKIT_LIVE_TESTNET_CHAIN: 'eip155:31337',
})

/** Runs the command as a process, because a relay client's timers last as long as theirs. */
function live(given: Keys, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const command = ['--import', 'tsx', join(repository, 'cli/repo/live.ts'), ...args]
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('WALLETKIT_LIVE_'))
  const env = { ...Object.fromEntries(others), ...given }
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: repository, env }, (error, out, err) => {
      done({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, out, err })
    })
  })
}

const NAMES = [
  'public relay',
  'preset reown: api',
  'preset reown: rpc',
  'preset reown: wallets',
  'preset reown: images',
  'preset reown: analytics answers',
  'preset reown: verify answers',
  'preset reown: secureSite answers',
  'testnet',
  'exchange',
  'on-ramp',
]

describe('npm run live', () => {
  it('without keys runs no check, names each, asks nobody and exits with 0', async () => {
    const before = sandbox().requests().length
    const { code, out } = await live(urls())
    const needs = (name: string) => (name === 'testnet' ? 'WALLETKIT_LIVE_TESTNET_RPC' : 'WALLETKIT_LIVE_PROJECT_ID')
    expect(out).toBe(NAMES.map((name) => `${name}: not run: set ${needs(name)}\n`).join(''))
    expect(code).toBe(0)
    expect(sandbox().requests()).toHaveLength(before)
  }, 120_000)

  it('passes every check against the sandbox, and prints no key', async () => {
    const { code, out, err } = await live(keys())
    expect(out).toBe(NAMES.map((name) => `${name}: passed\n`).join(''))
    expect(code).toBe(0)
    expect(out + err).not.toContain(SECRET)
  }, 120_000)

  it('names the checks that fail, with the reason and without keys, also as JSON, and exits with 1', async () => {
    const away = 'http://127.0.0.1:9'
    sandbox().relay.refuse(true)
    const given = { ...keys(), [urlKey('secureSite')]: away }
    const { code, out, err } = await live(given, '--json', '--timeout', '60')
    const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Outcome[] }
    expect(ok).toBe(false)
    expect(code).toBe(1)
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([
      {
        name: 'public relay',
        outcome: 'failed',
        reason: expect.stringMatching(/^RELAY_FAILED: The relay cannot be reached/) as string,
      },
      {
        name: 'preset reown: secureSite answers',
        outcome: 'failed',
        reason: expect.stringContaining('127.0.0.1:9 does not answer') as string,
      },
    ])
    expect(out + err).not.toContain(SECRET)
  }, 120_000)
})

const outcomeOf = async (name: string, given: Keys = keys(), timeout = 20_000) => {
  const [outcome] = await runChecks(
    CHECKS.filter((check) => check.name === name),
    given,
    timeout,
  )
  return outcome
}

describe('a check of the real world fails with the reason', () => {
  const failed = (name: string, reason: RegExp) => ({
    name,
    outcome: 'failed',
    reason: expect.stringMatching(reason) as string,
  })
  const JSON_TYPE = { 'content-type': 'application/json' }
  const answer = (path: string, body: unknown): FaultInput => ({
    path,
    kind: 'garbage',
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  })
  const quoted = { fromAmount: '1', toAmount: '5', fromAccount: `eip155:31337:0x${'a'.repeat(40)}` }

  it.each<[name: string, fault: FaultInput, reason: RegExp]>([
    ['preset reown: api', { path: '/v1/supported-chains', kind: 'status', status: 403 }, /^HTTP status code: 403$/],
    ['preset reown: api', answer('/v1/supported-chains', { http: ['eip155:5'] }), /does not list eip155:31337/],
    ['preset reown: rpc', { path: '/v1', kind: 'status', status: 401 }, /401/],
    ['preset reown: wallets', answer('/getWallets', { data: [], count: 0 }), /lists no wallet/],
    ['preset reown: images', { path: '/getWalletImage', kind: 'status', status: 404 }, /image came as 404/],
    ['preset reown: analytics answers', { path: '/', kind: 'drop' }, /does not answer/],
    ['testnet', { path: '/rpc/31337', kind: 'garbage' }, /JSON|Unexpected/],
    ['exchange', { path: '/v1/convert/tokens', kind: 'drop' }, /./],
    ['exchange', answer('/v1/convert/tokens', { tokens: [] }), /lists no pair/],
    [
      'exchange',
      answer('/v1/convert/quotes', { quotes: [{ ...quoted, toAccount: quoted.fromAccount }] }),
      /^SWAP_BAD_QUOTE/,
    ],
    ['on-ramp', { path: '/v1/onramp/options', kind: 'status', status: 500 }, /^HTTP status code: 500$/],
    ['on-ramp', answer('/v1/onramp/quote', { quoteId: '1' }), /The quote is not whole/],
    ['on-ramp', answer('/v1/generators/onrampurl', { url: 'javascript:alert(1)' }), /gave no page to pay on/],
    ['on-ramp', answer('/v1/generators/onrampurl', { url: 'https://pay.example/' }), /^ONRAMP_HOST.*pay\.example/],
  ])('%s: %o', async (name, fault, reason) => {
    sandbox().faults.set(fault)
    expect(await outcomeOf(name)).toEqual(failed(name, reason))
  })

  it('of a node of another chain', async () => {
    const given = { ...keys(), WALLETKIT_LIVE_TESTNET_CHAIN: 'eip155:11155111' }
    expect(await outcomeOf('testnet', given)).toEqual(failed('testnet', /serves chain 0x7a69, not 0xaa36a7/))
  })

  it('of a service that never answers', async () => {
    sandbox().faults.set({ path: '/v1/convert/tokens', kind: 'hang' })
    expect(await outcomeOf('exchange', keys(), 500)).toEqual(failed('exchange', /^No answer within 0\.5 s$/))
  })

  it('without the keys that the service repeats', async () => {
    const error = { code: -32_000, message: `no rights: ${SECRET} and ?key=${NODE_SECRET}` }
    const name = 'repeats'
    const run = () => Promise.reject(new Error(error.message))
    const [outcome] = await runChecks([{ name, needs: [], run }], keys(), 1000)
    expect(outcome).toMatchObject({ outcome: 'failed' })
    expect(JSON.stringify(outcome)).toContain('<WALLETKIT_LIVE_PROJECT_ID>')
    expect(JSON.stringify(outcome)).not.toContain(SECRET)
    expect(JSON.stringify(outcome)).not.toContain(NODE_SECRET)
  })
})

it('a computer without a network runs no check; a host that is gone fails one', async () => {
  const run = (code: string) => async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(`getaddrinfo ${code}`), { code }) })
  }
  const checks = ['EAI_AGAIN', 'ENETUNREACH', 'ENOTFOUND'].map((name) => ({ name, needs: [], run: run(name) }))
  expect(await runChecks(checks, {}, 1000)).toEqual([
    { name: 'EAI_AGAIN', outcome: 'not run', reason: 'there is no network here' },
    { name: 'ENETUNREACH', outcome: 'not run', reason: 'there is no network here' },
    { name: 'ENOTFOUND', outcome: 'failed', reason: 'fetch failed: getaddrinfo ENOTFOUND' },
  ])
})
