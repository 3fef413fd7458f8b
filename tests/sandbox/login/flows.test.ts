/** Social logins in progress: those of one person stay, whatever others begin. */
import { expect, it } from 'vitest'
import type { Frame } from '../../../sandbox/login/frames.ts'
import type { Issuer } from '../../../sandbox/login/social/brands.ts'
import { createFlows } from '../../../sandbox/login/social/flows.ts'
import { memoryTransient } from '../../../sandbox/login/transient.ts'

const frame = (id: string, ip = '192.0.2.1'): Frame => ({
  ...{ id, ip },
  origin: 'https://site.example',
  projectId: 'p',
})
const issuer: Issuer = {
  authorize: 'https://provider.example/auth',
  query: { scope: 'openid' },
  token: 'https://provider.example/token',
  clientId: 'c',
  clientSecret: () => 's',
  secretIn: 'body',
  tells: { by: 'idToken', issuer: 'https://provider.example', keys: 'https://provider.example/keys' },
}
const flows = () => {
  const now = () => 0
  const issuerOf = () => async () => issuer
  return createFlows({ url: 'https://login.example', issuerOf, transient: memoryTransient(now), now })
}
const stateOf = (uri: string) => new URL(uri).searchParams.get('state') ?? ''

it('are not ended by the logins that others begin', async () => {
  const all = flows()
  const state = stateOf(await all.begin('google', frame('home')))
  for (let at = 0; at < 20_100; at++) await all.begin('google', frame(`evil${at % 3000}`, '198.51.100.7'))
  expect((await all.start(state)).location).toContain('https://provider.example/auth')
}, 60_000)

it('stay after their window was opened, whatever others open', async () => {
  const all = flows()
  const state = stateOf(await all.begin('google', frame('home')))
  const { cookie } = await all.start(state)
  for (let at = 0; at < 20_100; at++)
    await all.start(stateOf(await all.begin('google', frame(`evil${at}`, '198.51.100.7'))))
  // The provider has cancelled it: the login was still there.
  await expect(all.end('google', new URLSearchParams({ state, error: 'access_denied' }), cookie)).rejects.toThrow(
    'The login was cancelled.',
  )
}, 60_000)

it('of one frame are five at most, the newest', async () => {
  const all = flows()
  const states: string[] = []
  for (let at = 0; at < 6; at++) states.push(stateOf(await all.begin('google', frame('home'))))
  await expect(all.start(states[0] ?? '')).rejects.toThrow('This login has ended')
  for (const state of states.slice(1)) expect((await all.start(state)).cookie).not.toBe('')
})
