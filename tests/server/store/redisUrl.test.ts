/** Addresses of Redis servers: what is read from them, and that the name of one has no password. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRedisInClear, parseRedisUrl, shownRedis } from '../../../server/store/redisUrl.ts'

const whole = { port: 6379, database: 0, tls: false, isClearOnPurpose: false }

describe('an address of a Redis', () => {
  it.each([
    ['redis://localhost', { ...whole, host: 'localhost' }],
    ['redis://[::1]:7000/', { ...whole, host: '::1', port: 7000 }],
    ['rediss://:p%2Fss@r.example/12', { ...whole, host: 'r.example', database: 12, password: 'p/ss', tls: true }],
    [
      'redis://me:pass@10.0.0.1?tls=off',
      { ...whole, host: '10.0.0.1', username: 'me', password: 'pass', isClearOnPurpose: true },
    ],
    ['redis://redis:6379/0?tls=off', { ...whole, host: 'redis', isClearOnPurpose: true }],
  ])('%s is read', (text, address) => expect(parseRedisUrl(text)).toEqual(address))

  it.each([
    ['/usr/bin/redis-server', 'does not begin with redis:// or rediss://'],
    ['http://r.example', 'does not begin with redis:// or rediss://'],
    ['redis://:pa#ss@r.example', 'is no address, or its password has characters that are not percent-encoded'],
    ['redis://:%zz@r.example', 'has a user or a password that is not percent-encoded'],
    ['redis://me@r.example', 'has a user and no password'],
    ['redis:///0', 'names no host'],
    ['redis://r.example/walletkit', 'has a path that is not the number of a database'],
    ['redis://r.example/0/1', 'has a path that is not the number of a database'],
    ['redis://r.example?db=1', 'has more than ?tls=off after its path'],
    ['redis://r.example#x', 'has more than ?tls=off after its path'],
    ['redis://r.example:70000', 'is no address, or its password has characters that are not percent-encoded'],
  ])('%s is refused', (text, problem) => expect(parseRedisUrl(text)).toBe(problem))

  it('is read or refused, whatever it is, and its name is an address without user and password', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('redis://', 'rediss://', '@', ':', '/', '?tls=off', '[::1]', '%'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.webAuthority({ withUserInfo: true }), (pieces, authority) => {
        for (const text of [pieces.join(''), `redis://${pieces.join('')}`, `rediss://${authority}/1`]) {
          const address = parseRedisUrl(text)
          if (typeof address === 'string') {
            expect(address).toMatch(/^(does|is|has|names) /)
            continue
          }
          expect(address.port).toBeGreaterThanOrEqual(0)
          expect(Number.isInteger(address.database)).toBe(true)
          expect(parseRedisUrl(shownRedis(address))).toEqual({
            ...{ host: address.host, port: address.port, database: address.database, tls: address.tls },
            isClearOnPurpose: false,
          })
          expect(isRedisInClear(address)).toBe(isRedisInClear({ ...address, username: 'x', password: 'y' }))
        }
      }),
      { numRuns: 500 },
    )
  })
})
