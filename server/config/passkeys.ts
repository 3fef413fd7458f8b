import type { PasskeyRule } from '../../sandbox/login/lock/locks.ts'
import { relyingParty } from '../../sandbox/login/lock/relyingParty.ts'
import type { Fields, Reader } from './read.ts'

/**
 * Reads `passkeys`, by default `offered`. If `url` has an IP address, the login offers no passkeys, because browsers
 * make none for an IP address: `required` is then reported as an error.
 */
export function passkeysOf(given: Fields, url: string, read: Reader): PasskeyRule {
  const rule = read.oneOf(given, 'passkeys', ['offered', 'required', 'off']) ?? 'offered'
  if (rule === 'required' && relyingParty(url) === undefined)
    read.wrong(
      'passkeys',
      'is "required", and browsers make no passkeys for an IP address',
      'Write a name in url, as "http://localhost:4750".',
    )
  return rule
}
