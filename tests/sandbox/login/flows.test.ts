/** Social logins in progress: those of one person stay, whatever others begin. */
import { expect, it } from 'vitest'
import type { Frame } from '../../../sandbox/login/frames.ts'
import { createFlows } from '../../../sandbox/login/social/flows.ts'

const frame = (id: string): Frame => ({ id, origin: 'https://site.example', projectId: 'p', ip: '192.0.2.1' })
const flows = () =>
  createFlows(
    'https://login.example',
    () => ({ issuer: 'https://provider.example', clientId: 'c', clientSecret: 's' }),
    () => 0,
  )
const stateOf = (uri: string) => new URL(uri).searchParams.get('state') ?? ''

it('are not ended by the logins that others begin', () => {
  const all = flows()
  const state = stateOf(all.begin('google', frame('home')))
  for (let at = 0; at < 10_100; at++) all.begin('google', frame(`evil${at % 3000}`))
  expect(all.start(state).location).toContain('https://provider.example/auth')
}, 60_000)

it('of one frame are five at most, the newest', () => {
  const all = flows()
  const states = Array.from({ length: 6 }, () => stateOf(all.begin('google', frame('home'))))
  expect(() => all.start(states[0] ?? '')).toThrow('This login has ended')
  for (const state of states.slice(1)) expect(all.start(state).cookie).not.toBe('')
})
