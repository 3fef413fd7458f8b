import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSiwe } from '../../../../runtime/siwx/siwe/createSiwe.ts'
import { parseSiweConfig, parseSiweSession } from '../../../../runtime/siwx/siwe/parse.ts'
import type { SiweConfig, SiweSession } from '../../../../runtime/siwx/siwe/types.ts'
import { makeKit, network } from '../../../support/kit.ts'
import { evm, signIn, solana } from '../signers.ts'

afterEach(() => void vi.useRealTimers())

/** A site in memory. `calls` lists the calls of its functions, in order. */
function site(changes: Partial<SiweConfig> = {}) {
  const calls: string[] = []
  const held: { session?: SiweSession } = {}
  const config: SiweConfig = {
    getNonce: async () => (calls.push('getNonce'), 'abcdefgh12345678'),
    createMessage: () => (calls.push('createMessage'), 'text'),
    verifyMessage: async ({ message }) => {
      calls.push('verifyMessage')
      const [, chainId = ''] = /Chain ID: (\d+)/.exec(message) ?? []
      held.session = { address: evm().address, chainId: Number(chainId) }
      return true
    },
    getSession: async () => (calls.push('getSession'), held.session),
    signOut: async () => (calls.push('signOut'), delete held.session),
    ...changes,
  }
  return { calls, held, siwe: createSiwe(makeKit({ networks: [network(31337), network(31338)] }), config) }
}

it('calls no function of the site for networks other than eip155', async () => {
  const { calls, siwe } = site()
  const { address, chainId } = solana()
  expect(await siwe.getSessions(chainId, address)).toMatchObject([{ data: { accountAddress: address, chainId } }])
  await siwe.revokeSession(chainId, address)
  expect(calls).toEqual([])
})

it('uses one of several sessions: the active network’s, otherwise the first', async () => {
  const [one, other] = [await signIn(evm(0, 'eip155:31337')), await signIn(evm(0, 'eip155:31338'))]
  const { siwe, held } = site()
  await siwe.setSessions([other, one])
  expect(held.session?.chainId).toBe(31337)
  const elsewhere = await signIn(evm(0, 'eip155:1'))
  await siwe.setSessions([elsewhere, other])
  expect(held.session?.chainId).toBe(1)
  await siwe.setSessions([])
  expect(held.session).toBeUndefined()
})

it('revokes only the session that it is asked to revoke', async () => {
  const { siwe, held, calls } = site()
  const session = await signIn(evm())
  await siwe.addSession(session)
  await siwe.revokeSession('eip155:31338', evm().address)
  await siwe.revokeSession('eip155:31337', evm(1).address)
  expect(held.session).toBeDefined()
  await siwe.revokeSession('eip155:31337', evm().address.toLowerCase())
  expect(held.session).toBeUndefined()
  expect(calls.filter((name) => name === 'signOut')).toHaveLength(1)
})

it('passes a relay’s container on, and nothing when there is none', async () => {
  const seen: unknown[] = []
  const { siwe, held } = site({
    verifyMessage: async (signed) => {
      seen.push(signed)
      held.session = { address: evm().address, chainId: 31337 }
      return true
    },
  })
  const { data, message, signature } = await signIn(evm())
  const cacao = {
    h: { t: 'caip122' },
    p: { iss: `did:pkh:eip155:31337:${evm().address}` },
    s: { t: 'eip191', s: signature },
  }
  await siwe.addSession({ data, message, signature, cacao })
  await siwe.addSession({ data, message, signature })
  expect(seen).toEqual([
    { message, signature, cacao },
    { message, signature },
  ])
})

it('waits at most ten seconds for a function that never answers', async () => {
  vi.useFakeTimers()
  let asked = 0
  const { siwe } = site({ getSession: () => (asked++ ? Promise.resolve(null) : new Promise<null>(() => undefined)) })
  void siwe.getSessions('eip155:31337', evm().address)
  const next = siwe.getSessions('eip155:31337', evm().address)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toBe(2)
  expect(await next).toEqual([])
})

it("continues when the site's callback throws", async () => {
  const thrown: unknown[] = []
  const heed = (error: unknown) => void thrown.push(error)
  process.on('unhandledRejection', heed)
  const listeners = process.listeners('unhandledRejection').filter((each) => each !== heed)
  for (const each of listeners) process.off('unhandledRejection', each)
  const failing = () => {
    throw new Error('news')
  }
  const { siwe, held } = site({ onSignIn: failing, onSignOut: failing })
  await siwe.addSession(await signIn(evm()))
  await siwe.setSessions([])
  expect(held.session).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', heed)
  for (const each of listeners) process.on('unhandledRejection', each)
  expect(thrown).toEqual([new Error('news'), new Error('news')])
})

describe('a value from the site', () => {
  const { address } = evm()
  it.each<[unknown, number | undefined]>([
    [{ address, chainId: 1 }, 1],
    [{ address, chainId: '137' }, 137],
    [{ address, chainId: 'eip155:10' }, 10],
    [{ address: address.toLowerCase(), chainId: 1, more: true }, 1],
    [{ address, chainId: 0 }, undefined],
    [{ address, chainId: 1.5 }, undefined],
    [{ address, chainId: '0x1' }, undefined],
    [{ address, chainId: 'solana:1' }, undefined],
    [{ address }, undefined],
    [{ chainId: 1 }, undefined],
    [{ address: 'somebody', chainId: 1 }, undefined],
    [{}, undefined],
    [null, undefined],
    [false, undefined],
  ])('%j is read as chain %s', (value, chainId) => {
    expect(parseSiweSession(value)?.chainId).toBe(chainId)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ address: fc.constant(address), chainId: fc.anything() })),
        (value) => {
          const session = parseSiweSession(value)
          if (session) expect(Number.isSafeInteger(session.chainId)).toBe(true)
        },
      ),
    )
  })

  it('may come from class methods, and from JSON when the code sets nothing', async () => {
    class Site {
      #nonce = 'abcdefgh12345678'
      required = false
      getNonce = async () => this.#nonce
      async getSession() {
        return this.getNonce().then(() => null)
      }
      createMessage = () => ''
      verifyMessage = async () => true
      signOut = async () => true
    }
    const config = parseSiweConfig(new Site(), { required: true, signOutOnDisconnect: false })
    expect(config).toMatchObject({ required: false, signOutOnDisconnect: false })
    expect(await config.getSession()).toBeNull()
  })
})
