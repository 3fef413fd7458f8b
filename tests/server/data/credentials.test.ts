import { describe, expect, it } from 'vitest'
import { secretsOf, splitCredentials } from '../../../server/data/credentials.ts'

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

describe('the user name and the password of a node’s URL', () => {
  it.each([
    ['https://node.example/v1', 'https://node.example/v1', {}],
    ['https://me:word@node.example/v1', 'https://node.example/v1', basic('me:word')],
    ['https://me:p%40ss%3A@node.example/', 'https://node.example/', basic('me:p@ss:')],
    // No percent-encoding: browsers and curl take such a part as it is.
    ['https://me:100%@node.example/', 'https://node.example/', basic('me:100%')],
    ['https://%zz@node.example/', 'https://node.example/', basic('%zz:')],
  ])('of %s go into a header', (given, url, headers) => {
    expect(splitCredentials(given)).toEqual({ url, headers })
  })

  it('are hidden encoded and decoded, also where a % encodes nothing', () => {
    expect(secretsOf('https://user-with-name:long%40password@node.example/rpc')).toEqual([
      'user-with-name',
      'long%40password',
      'long@password',
    ])
    expect(secretsOf('https://me:a-password-of-100%@node.example/')).toEqual(['a-password-of-100%'])
  })
})
