import { expect, it } from 'vitest'
import { parseFlags } from '../../sandbox/flags.ts'

it('parses every flag', () => {
  expect(parseFlags([])).toEqual({ options: { strictPort: false }, output: 'text' })
  expect(parseFlags(['--port', '0', '--strict-port', '--seed', 'a', '--parent', '7', '--json'])).toEqual({
    options: { port: 0, strictPort: true, seed: 'a' },
    parent: 7,
    output: 'json',
  })
  const login = ['--login-file', 'users.json', '--login-secret', 's']
  expect(parseFlags(login).options).toMatchObject({ loginFile: 'users.json', loginSecret: 's' })
  expect(parseFlags(['--login-proxy-header', 'x-forwarded-for']).options).toMatchObject({
    loginProxyHeader: 'x-forwarded-for',
  })
  expect(parseFlags([], { WALLETKIT_LOGIN_SECRET: 'e' }).options).toMatchObject({ loginSecret: 'e' })
  expect(parseFlags(login, { WALLETKIT_LOGIN_SECRET: 'e' }).options).toMatchObject({ loginSecret: 's' })
  expect(parseFlags(['--quiet']).output).toBe('quiet')
  expect(parseFlags(['--help', '--json']).output).toBe('help')
})

it.each([
  [['--port', '70000'], '--port takes a whole number up to 65535, not "70000"'],
  [['--port', '-1'], '--port'],
  [['--port', ''], '--port takes a whole number'],
  [['--parent', 'me'], '--parent takes a whole number'],
  [['--bogus'], '--bogus'],
  [['stray'], 'stray'],
])('refuses %j and names the flag', (flags, text) => {
  expect(() => parseFlags(flags)).toThrow(text)
})
