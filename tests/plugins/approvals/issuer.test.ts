import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TOKEN_PROGRAMS } from '../../../plugins/approvals/delegate.ts'
import { findIssuers, parseIssuer } from '../../../plugins/approvals/issuer.ts'

const ISSUER = '4gXB51n735iajBuZiNxc41rrnUw2sVtpkzowagT9KDyF'
const [TOKEN, TOKEN_2022] = TOKEN_PROGRAMS
const mint = (extensions?: unknown, owner: string = TOKEN_2022) => ({
  owner,
  data: {
    program: 'spl-token-2022',
    parsed: { type: 'mint', info: { decimals: 2, ...(extensions !== undefined && { extensions }) } },
  },
})
const permanent = (delegate: unknown) => [
  { extension: 'metadataPointer', state: {} },
  { extension: 'permanentDelegate', state: { delegate } },
]

describe('a mint', () => {
  it('names its permanent delegate', () => expect(parseIssuer(mint(permanent(ISSUER)))).toBe(ISSUER))

  it.each([
    ['without extensions', mint()],
    ['with other extensions', mint([{ extension: 'metadataPointer', state: {} }])],
    ['whose permanent delegate was given up', mint(permanent(null))],
  ])('%s has none', (_what, given) => expect(parseIssuer(given)).toBeNull())

  it.each([
    ['that does not exist', null],
    ['of the older program', mint(permanent(ISSUER), TOKEN)],
    ['that the node did not parse', { owner: TOKEN_2022, data: ['AAAA', 'base64'] }],
    ['whose extensions are no list', mint({})],
    ['whose delegate is no address', mint(permanent('0x5555'))],
  ])('%s is unreadable', (_what, given) => expect(parseIssuer(given)).toBeUndefined())

  it('of any form never throws', () =>
    fc.assert(
      fc.property(fc.anything(), (given) => {
        parseIssuer(given)
        parseIssuer(mint(given))
        parseIssuer(mint([{ extension: 'permanentDelegate', state: given }]))
      }),
    ))
})

describe('a search', () => {
  const mints = Array.from({ length: 150 }, (_, at) => `mint${at}`)

  it('asks for a hundred mints at a time, and keeps each answer with its mint', async () => {
    const asked: number[] = []
    const request = async (_method: string, [page]: readonly unknown[] = []) => {
      asked.push((page as string[]).length)
      return { value: (page as string[]).map((each) => mint(/^mint(7|149)$/.test(each) ? permanent(ISSUER) : [])) }
    }
    expect(await findIssuers({ request }, mints)).toEqual({ taken: ['mint7', 'mint149'], unread: 0 })
    expect(asked).toEqual([100, 50])
  })

  it('counts what the node does not answer as unread', async () => {
    const request = async (_method: string, [page]: readonly unknown[] = []) => {
      if ((page as string[]).length === 100) throw new Error('refused')
      return { value: (page as string[]).slice(1).map(() => mint()) }
    }
    expect(await findIssuers({ request }, mints)).toEqual({ taken: [], unread: 101 })
  })
})
