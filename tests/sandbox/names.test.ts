/** The sandbox's name service, and its checks of who may register a name. */
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const COIN_TYPE = (0x80000000 | 31337) >>> 0
const now = () => Math.floor(Date.now() / 1000)
let count = 0
const free = () => `free-${++count}`

async function call(path: string, body?: object) {
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${sandbox().url}${path}`, sent)
  return { status: response.status, json: (await response.json()) as never }
}
const owner = () => privateKeyToAccount(generatePrivateKey())

/** Registers a name with a key. `changes` replace parts of the signed message, `body` parts of the request. */
async function register(label: string, { by = owner(), changes = {}, body = {} } = {}) {
  const message = JSON.stringify({ name: `${label}.walletkit.id`, attributes: {}, timestamp: now(), ...changes })
  const signature = await by.signMessage({ message })
  const sent = { coin_type: COIN_TYPE, address: by.address, message, signature, ...body }
  return { by, ...(await call('/v1/profile/account?projectId=p', sent)) }
}
const reason = ({ json }: { json: unknown }) =>
  (json as { reasons: { name: string; description: string }[] }).reasons[0] ?? { name: '', description: '' }

describe('POST /v1/profile/account', () => {
  it('gives a free name to who signed for it; every look-up knows it then', async () => {
    const label = free()
    const { by, status } = await register(label)
    expect(status).toBe(200)
    const profile = await call(`/v1/profile/account/${label}.walletkit.id?projectId=p`)
    expect(profile.json).toMatchObject({ addresses: { [COIN_TYPE]: { address: by.address } } })
    expect((await call(`/v1/profile/reverse/${by.address}?projectId=p`)).json).toMatchObject([
      { name: `${label}.walletkit.id` },
    ])
    expect((await call(`/v1/identity/${by.address}?projectId=p`)).json).toMatchObject({ name: `${label}.walletkit.id` })
    const { json } = await call(`/v1/profile/suggestions/${label}?projectId=p&zone=walletkit.id`)
    expect((json as { suggestions: object[] }).suggestions[0]).toEqual({
      name: `${label}.walletkit.id`,
      registered: true,
    })
  })

  it('refuses a taken name, also in the same moment', async () => {
    const label = free()
    const both = await Promise.all([register(label), register(label)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = await register('noah')
    expect([refused.status, reason(refused)]).toEqual([
      400,
      { name: 'name', description: 'noah.walletkit.id is already taken' },
    ])
  })

  it.each([
    ['another’s address', 'signature', { body: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } }],
    ['a signature of something else', 'signature', { body: { signature: `0x${'11'.repeat(65)}` } }],
    ['no signature', 'signature', { body: { signature: 'x' } }],
    ['an old request', 'timestamp', { changes: { timestamp: 1_700_000_000 } }],
    ['a request of the future', 'timestamp', { changes: { timestamp: 4_000_000_000 } }],
    ['another suffix', 'name', { changes: { name: 'alice.reown.id' } }],
    ['a short name', 'name', { changes: { name: 'abc.walletkit.id' } }],
    ['a name of other signs', 'name', { changes: { name: 'al_ice.walletkit.id' } }],
    ['no attributes', 'attributes', { changes: { attributes: 'none' } }],
    ['another chain', 'coin_type', { body: { coin_type: 0x80000001 } }],
    ['no EVM chain', 'coin_type', { body: { coin_type: 60 } }],
  ])('refuses %s', async (_what, field, given) => {
    const refused = await register(free(), given)
    expect([refused.status, reason(refused).name]).toEqual([400, field])
  })

  it('takes the signature of a smart account that is not there yet (ERC-6492)', async () => {
    const key = owner()
    const address = await sandbox().smartAccounts.addressOf(31337, key.address)
    const label = free()
    const message = JSON.stringify({ name: `${label}.walletkit.id`, attributes: {}, timestamp: now() })
    const signature = await sandbox().smartAccounts.signMessage(31337, key, message)
    const sent = { coin_type: COIN_TYPE, address, message, signature }
    expect((await call('/v1/profile/account?projectId=p', sent)).status).toBe(200)
    const other = { ...sent, message: message.replace(label, free()) }
    expect((await call('/v1/profile/account?projectId=p', other)).status).toBe(400)
  })
})

it('look-ups refuse a call without a project, another zone, and tell nobody by a 404', async () => {
  const statuses = await Promise.all(
    [
      '/v1/profile/reverse/0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '/v1/profile/suggestions/alice?projectId=p&zone=reown.id',
      '/v1/profile/reverse/0x000000000000000000000000000000000000dEaD?projectId=p',
      '/v1/profile/reverse/Awpd4GndSZBuXLWUsHmD5VbAFSVP3ce2JztFr6PFmFro?projectId=p',
      '/v1/profile/reverse/what?projectId=p',
    ].map(async (path) => (await call(path)).status),
  )
  expect(statuses).toEqual([401, 400, 404, 404, 400])
})
