/** Settings of the login service that tests can change with `POST /sandbox/login` or `sandbox.login.set`. */
import { parseObject, Refusal } from '../refusal.ts'
import { codeRules } from './codes.ts'
import type { LoginRules } from './core.ts'
import { limitRules } from './limits.ts'

export type LoginSwitches = Partial<LoginRules> & {
  /** Moves the service's clock ahead, in ms, for example to expire codes at once. */
  advance?: number
}

/** The login service's default rules with the given changes. */
export const rulesOf = (changes: Partial<LoginRules>): LoginRules => ({
  ...codeRules,
  ...limitRules,
  devices: 'returning',
  review: 'frame',
  passkeys: 'off',
  ...changes,
})

const NUMBERS = [
  'codeTtl',
  'tries',
  'resendAfter',
  'perHour',
  'perFrame',
  'perIp',
  'framesPerIp',
  'channelsPerFrame',
  'channelsPerIp',
  'wrongPerDay',
  'wrongPerIp',
  'rpcPerUser',
  'rpcPerIp',
  'waitsPerFrame',
  'waitsPerIp',
  'sessionLife',
  'advance',
] as const

/** Parses the body of `POST /sandbox/login`. Throws a 400 {@link Refusal} that names the wrong field. */
export function parseLoginSwitches(body: Buffer): LoginSwitches {
  const given = parseObject(body)
  const switches: LoginSwitches = {}
  const { devices } = given
  if (devices !== undefined) {
    if (typeof devices !== 'boolean' && devices !== 'returning')
      throw new Refusal(400, 'devices', "true, false or 'returning' is expected")
    switches.devices = devices
  }
  const { review } = given
  if (review !== undefined) {
    if (review !== 'frame' && review !== 'window') throw new Refusal(400, 'review', "'frame' or 'window' is expected")
    switches.review = review
  }
  const { passkeys } = given
  if (passkeys !== undefined) {
    if (passkeys !== 'offered' && passkeys !== 'required' && passkeys !== 'off')
      throw new Refusal(400, 'passkeys', "'offered', 'required' or 'off' is expected")
    switches.passkeys = passkeys
  }
  for (const name of NUMBERS) {
    const value = given[name]
    if (value === undefined) continue
    if (!Number.isSafeInteger(value) || Number(value) < 0) throw new Refusal(400, name, 'A whole number is expected')
    switches[name] = Number(value)
  }
  return switches
}
