/** The address that the limits count by: one client has a whole /64 of IPv6. */
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { ownerKey } from '../../../sandbox/login/addressKey.ts'
import { ipOf } from '../../../sandbox/login/received.ts'

const from = (remoteAddress: string, header?: string) =>
  ipOf(
    { headers: { 'x-forwarded-for': header }, socket: { remoteAddress } } as unknown as IncomingMessage,
    'x-forwarded-for',
  )

it('is the same for all IPv6 addresses of a /64, however they are written', () => {
  for (const each of [
    '2001:db8:1:2::1',
    '2001:DB8:1:2::ffff',
    '2001:0db8:0001:0002:a:b:c:d',
    '[2001:db8:1:2::7]',
    '2001:db8:1:2::1%eth0',
  ])
    expect(from(each)).toBe('2001:db8:1:2::/64')
  expect(from('::1', '2001:db8:1:3::1, 2001:db8:1:2::5')).toBe('2001:db8:1:2::/64')
  expect(from('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(from('::1')).toBe('0:0:0:0::/64')
})

it('is the IPv4 address in every form of it', () => {
  for (const each of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1'])
    expect(from(each)).toBe('192.0.2.1')
})

it('is the same whatever the port that the proxy writes behind it', () => {
  for (const port of ['1', '443', '51234']) {
    for (const each of ['192.0.2.1', '[::ffff:192.0.2.1]']) expect(from('', `${each}:${port}`)).toBe('192.0.2.1')
    expect(from('', `[2001:db8:1:2::1]:${port}`)).toBe('2001:db8:1:2::/64')
  }
})

it('is the text itself if that is no address', () => {
  for (const each of ['', 'unknown', ':::', '1.2.3']) expect(from(each)).toBe(each)
})

it('has one owner for all networks of a /48', () => {
  for (const each of ['2001:db8:1:2::1', '2001:db8:1:ffff::1']) expect(ownerKey(from(each))).toBe('2001:db8:1::/48')
  expect(ownerKey(from('2001:db8:2:2::1'))).not.toBe(ownerKey(from('2001:db8:1:2::1')))
  expect(ownerKey(from('192.0.2.1'))).toBe('192.0.2.1')
})
