/** Connecting and signing in with one approval: a page's real client and a real wallet, over a real relay. */
import { buildAuthObject, populateAuthPayload, formatMessage } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { testAccounts } from '../../../sandbox/accounts.ts'
import { pairingFailure, inviteAnew } from '../../../runtime/actions/pair.ts'
import type { Config, Parts } from '../../../runtime/contracts/config.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { createMessage } from '../../../runtime/siwx/createMessage.ts'
import { requestSignIn } from '../../../runtime/siwx/oneClick.ts'
import { parseSessions } from '../../../runtime/siwx/storage/local.ts'
import { signIn as stateOf } from '../../../runtime/siwx/state.ts'
import type { SIWX, SIWXSession } from '../../../runtime/siwx/types.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { memoryStorage, network, solana, wholeKit } from '../../support/kit.ts'
import { useRemote } from '../../support/remote.ts'
import { until } from '../../sandbox/peers.ts'

const { page, sandbox, wallet, show } = useRemote()
const SITE = { domain: 'app.example', uri: 'https://app.example', statement: 'Welcome back.' }
const parts: Parts = {
  siwx: () => import('../../../runtime/siwx/index.ts'),
  verifiers: { eip155: () => import('../../../runtime/siwx/verify/eip155.ts') },
}
const account = privateKeyToAccount(testAccounts[0]?.privateKey ?? '0x')
const stored = (kit: Kit) => parseSessions(kit.storage.get('@appkit/siwx') ?? '[]')

/** Opens a page of a site with sign-in. */
async function visit(config: Config = {}) {
  const opened = await page(undefined, {}, { siwx: SITE, ...config })
  Object.assign(opened.kit.parts, parts)
  return opened
}

describe('one-click sign-in over the relay', () => {
  it('is requested when all chains are EVM chains, and not otherwise [S5.siwx.01]', async () => {
    const { kit } = await visit()
    expect(await show(kit)).toContain('methods=wc_sessionAuthenticate')
    const networks = [network(sandbox().chains[0]?.id ?? 1), solana()]
    const { kit: mixed } = await visit({ networks })
    const uri = await show(mixed)
    expect(uri).toMatch(/^wc:/)
    expect(uri).not.toContain('wc_sessionAuthenticate')
    const { kit: without } = await visit({ siwx: false })
    expect(await show(without)).not.toContain('wc_sessionAuthenticate')
  })

  it('connects and keeps the signed message before the modal closes', async () => {
    const { kit, account: state } = await visit()
    const remote = await wallet({ policy: 'approve' })
    await remote.pair(await show(kit))
    await until(() => state().status === 'connected' && !kit.state.modal.open, 'the session')
    expect(stateOf(kit).status).toBe('signed')
    const [session, ...others] = stored(kit)
    expect(others).toEqual([])
    expect(session?.data).toMatchObject({
      ...SITE,
      statement: expect.stringMatching(/^Welcome back\. I further/) as string,
    })
    expect(await import('viem').then(({ verifyMessage }) => verifyMessage(verifiable(session)))).toBe(true)
    expect(remote.sessions()).toHaveLength(1)
  })

  it('asks a wallet that supports only sessions for a session, and then for a signature', async () => {
    const { kit, account: state } = await visit()
    const remote = await wallet({ policy: 'approve', authenticates: false })
    await remote.pair(await show(kit))
    await until(() => state().status === 'connected', 'the session')
    await until(() => kit.state.router.view === 'SIWXSignMessage', 'the screen that asks')
    expect(stored(kit)).toEqual([])
  })

  it('accepts the answer to a pairing that was renewed in the meantime', async () => {
    const { kit, account: state } = await visit()
    const remote = await wallet()
    await remote.pair(await show(kit))
    await remote.next()
    await inviteAnew(kit)
    await remote.approve()
    await until(() => state().status === 'connected', 'the session')
    expect(stored(kit)).toHaveLength(1)
  })

  it('switches to the network that the wallet signed on, and keeps the messages for the other networks', async () => {
    const { kit, account: state } = await visit()
    const remote = await wallet()
    await remote.pair(await show(kit))
    const { id } = await remote.next()
    const [asked] = remote.client.engine.signClient.auth.requests.getAll()
    const payload = asked?.authPayload as never as Payload
    const auths = [await answer(payload, 'eip155:31338')]
    await remote.client.approveSessionAuthenticate({ id, auths: auths })
    await until(() => state().status === 'connected', 'the session')
    expect(kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:31338')
    expect([stateOf(kit).status, stored(kit).map(({ data }) => data.chainId)]).toEqual(['signed', ['eip155:31338']])
  })

  it('keeps what a wallet signed for every network', async () => {
    const { kit, account: state } = await visit()
    const remote = await wallet()
    await remote.pair(await show(kit))
    const { id } = await remote.next()
    const [asked] = remote.client.engine.signClient.auth.requests.getAll()
    const payload = asked?.authPayload as never as Payload
    const auths = [await answer(payload, 'eip155:31338'), await answer(payload, 'eip155:31337')]
    await remote.client.approveSessionAuthenticate({ id, auths: auths })
    await until(() => state().status === 'connected', 'the session')
    expect(kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:31337')
    expect(stored(kit).map(({ data }) => data.chainId)).toEqual(['eip155:31337', 'eip155:31338'])
  })

  it('leaves no relay topic subscribed after its pairing ends', async () => {
    const { kit, clients } = await visit()
    await show(kit)
    const client = clients[0]?.client
    const topics = () => client?.auth?.pairingTopics.getAll() ?? []
    const [first, ...others] = topics()
    expect(others).toEqual([])
    const pairing = client?.pairing as never as { delete: (topic: string, reason: object) => Promise<void> }
    await pairing.delete(first?.pairingTopic ?? '', { code: 0, message: 'expired' })
    await inviteAnew(kit)
    await until(() => topics().length === 1 && topics()[0]?.topic !== first?.topic, 'the other topic')
  })

  it('reports a rejection as such, and makes the same request again on retry', async () => {
    const { kit, account: state } = await visit()
    const remote = await wallet({ policy: 'reject' })
    await remote.pair(await show(kit))
    await until(() => pairingFailure(kit).reason !== undefined, 'the refusal')
    expect([pairingFailure(kit).reason, state().status, stored(kit)]).toEqual(['declined', 'disconnected', []])
    expect(await show(kit)).toContain('wc_sessionAuthenticate')
  })

  it('rejects an answer with another message, and falls back to two steps', async () => {
    const { kit, account: state, clients } = await visit()
    const remote = await wallet()
    await remote.pair(await show(kit))
    const { id } = await remote.next()
    const [asked] = remote.client.engine.signClient.auth.requests.getAll()
    const payload = { ...(asked?.authPayload as never as Payload), nonce: 'anothernonce12345' }
    await remote.client.approveSessionAuthenticate({ id, auths: [await answer(payload)] as never })
    await until(() => pairingFailure(kit).reason !== undefined, 'the refusal')
    expect(pairingFailure(kit)).toMatchObject({ reason: 'failed', message: 'The signature is not valid' })
    expect([state().status, stored(kit), clients[0]?.client.session.keys]).toEqual(['disconnected', [], []])
    const uri = await show(kit)
    expect(uri).not.toContain('wc_sessionAuthenticate')
    remote.setPolicy('approve')
    await remote.pair(uri)
    await until(() => state().status === 'connected', 'the session')
  })

  it('connects a visitor whom the site’s own checker rejects, and shows the sign-in screen', async () => {
    const { kit, account: state } = await visit()
    const refuses: SIWX = { ...own(), addSession: () => Promise.reject(new Error('Not today')) }
    Object.assign(kit.overrides, { siwx: refuses })
    const remote = await wallet({ policy: 'approve' })
    await remote.pair(await show(kit))
    await until(() => state().status === 'connected', 'the session')
    await until(() => kit.state.router.view === 'SIWXSignMessage', 'the screen that asks')
    await until(() => kit.state.toast.message === 'Error signing message', 'the reason')
  })
})

type Payload = Parameters<typeof populateAuthPayload>[0]['authPayload']
const OFFER = { chains: ['eip155:1', 'eip155:137'] as const, methods: ['personal_sign', 'eth_sendTransaction'] }
const verifiable = (session: SIWXSession | undefined) => ({
  address: account.address,
  message: session?.message ?? '',
  signature: (session?.signature ?? '0x') as `0x${string}`,
})

/** Signs a payload, as a wallet does. */
async function answer(payload: Payload, chain = payload.chains[0] ?? '', key = account) {
  const request = populateAuthPayload({
    authPayload: payload,
    chains: payload.chains,
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_sign'],
  })
  const iss = `did:pkh:${chain}:${key.address}`
  const signature = await key.signMessage({ message: formatMessage(request, iss) })
  return buildAuthObject(request, { t: 'eip191', s: signature }, iss)
}

/** The site's own implementation, which stores nothing. */
function own(changes: object = {}): SIWX {
  return {
    createMessage: async (input) => createMessage(input, { ...SITE, ...changes }, { nonce: 'abcdefgh12345678' }),
    addSession: async () => {},
    revokeSession: async () => {},
    setSessions: async () => {},
    getSessions: async () => [],
  }
}
const kitWith = (siwx: SIWX) =>
  wholeKit(
    { config: { networks: [network(1), network(137)] }, chains: [eip155], plugins: [], parts },
    { storage: memoryStorage(), siwx },
  )

const recapOf = (methods: readonly string[], chains: readonly string[] = OFFER.chains, resource = 'eip155') => {
  const abilities = Object.fromEntries(methods.map((method) => [`request/${method}`, [{ chains }]]))
  return `urn:recap:${Buffer.from(JSON.stringify({ att: { [resource]: abilities } }))
    .toString('base64')
    .replace(/=/g, '')}`
}
const payload: Payload = {
  type: 'caip122',
  chains: [...OFFER.chains],
  domain: SITE.domain,
  aud: SITE.uri,
  version: '1',
  nonce: 'abcdefgh12345678',
  iat: new Date().toISOString(),
  statement: SITE.statement,
  resources: [recapOf(OFFER.methods)],
}
const checks = async (cacaos: unknown) => {
  const request = await requestSignIn(kitWith(own()), OFFER)
  if (!request) throw new Error('Nothing was asked')
  return request.check(cacaos)
}

describe("a wallet's answer", () => {
  it('is valid when it matches the request on any of the networks, whoever wrote the statement', async () => {
    await checks([await answer(payload)])
    await checks([await answer(payload, 'eip155:137')])
    await checks([await answer(payload), await answer(payload, 'eip155:137')])
    const fewer = await answer({ ...payload, resources: [recapOf(['personal_sign'], ['eip155:1'])] })
    await checks([fewer])
    // The payload may have the original statement, although the signed text has the recap's sentence too.
    const { p, ...rest } = await answer(payload)
    await checks([{ ...rest, p: { ...p, statement: SITE.statement } }])
  })

  const other = privateKeyToAccount(testAccounts[1]?.privateKey ?? '0x')
  const kinds: [name: string, make: () => Promise<unknown>][] = [
    ['nothing', async () => undefined],
    ['an empty list', async () => []],
    ['no list', async () => answer(payload)],
    ['another domain', async () => [await answer({ ...payload, domain: 'evil.example' })]],
    ['another address', async () => [await answer({ ...payload, aud: 'https://evil.example' })]],
    ['another nonce', async () => [await answer({ ...payload, nonce: 'hgfedcba87654321' })]],
    ['another statement', async () => [await answer({ ...payload, statement: 'I give you all.' })]],
    ['no statement', async () => [await answer({ ...payload, statement: '' })]],
    ['another version', async () => [await answer({ ...payload, version: '2' })]],
    ['a network that was not asked', async () => [await answer(payload, 'eip155:5')]],
    ['a method that was not asked', async () => [await answer({ ...payload, resources: [recapOf(['eth_sign'])] })]],
    [
      'a recap on another network',
      async () => [
        await answer(
          { ...payload, resources: [recapOf(['personal_sign'], ['eip155:5'])], chains: ['eip155:5'] },
          'eip155:1',
        ),
      ],
    ],
    [
      'a recap of something else',
      async () => [await answer({ ...payload, resources: [recapOf(['personal_sign'], [], 'https://evil.example')] })],
    ],
    ['no recap', async () => [await answer({ ...payload, resources: [] })]],
    [
      'another resource',
      async () => [await answer({ ...payload, resources: ['https://evil.example', recapOf(OFFER.methods)] })],
    ],
    ['an end of its own', async () => [await answer({ ...payload, exp: '2030-01-01T00:00:00Z' })]],
    ['a start of its own', async () => [await answer({ ...payload, nbf: '2020-01-01T00:00:00Z' })]],
    ['a request id', async () => [await answer({ ...payload, requestId: 'x' })]],
    [
      'somebody else’s account',
      async () => {
        const { p, ...rest } = await answer(payload)
        return [{ ...rest, p: { ...p, iss: `did:pkh:eip155:1:${other.address}` } }]
      },
    ],
    [
      'another key',
      async () => {
        const { s, ...rest } = await answer(payload)
        const mine = await answer(payload, 'eip155:1', other)
        return [{ ...rest, s: { ...s, s: mine.s.s } }]
      },
    ],
    [
      'a signature that is none',
      async () => [{ ...(await answer(payload)), s: { t: 'eip191', s: `0x${'11'.repeat(65)}` } }],
    ],
    [
      'a contract’s signature',
      async () => [{ ...(await answer(payload)), s: { t: 'eip1271', s: `0x${'11'.repeat(65)}` } }],
    ],
    [
      'a Solana account',
      async () => {
        const { p, ...rest } = await answer(payload)
        return [{ ...rest, p: { ...p, iss: 'did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:x' } }]
      },
    ],
    [
      'one good and one bad',
      async () => [await answer(payload), await answer({ ...payload, nonce: 'hgfedcba87654321' })],
    ],
    [
      'a statement that says more than the recap',
      async () => {
        const sentence = `${SITE.statement} I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'personal_sign', 'eth_sign' for 'eip155'.`
        return [await answer({ ...payload, statement: sentence, resources: [recapOf(['personal_sign'])] })]
      },
    ],
  ]
  it.each(kinds)('is rejected: %s', async (_, make) => {
    await expect(checks(await make())).rejects.toMatchObject({ code: 'SIWX_INVALID' })
  })
})

describe('a sign-in request', () => {
  const asks = (siwx: SIWX, offer = OFFER) => requestSignIn(kitWith(siwx), offer)

  it('contains the fields of the site’s message', async () => {
    const request = await asks(own({ resources: ['https://app.example/terms'], expiration: 60_000 }))
    expect(request?.params).toMatchObject({
      ...SITE,
      nonce: 'abcdefgh12345678',
      chains: [...OFFER.chains],
      methods: OFFER.methods,
      resources: ['https://app.example/terms'],
      exp: expect.stringMatching(/Z$/) as string,
    })
  })

  it.each<[string, SIWX]>([
    ['the site signs in its own way', { ...own(), signMessage: async () => '0x' }],
    ['the site says so', { ...own(), oneClick: false }],
    [
      'its text is one of its own',
      {
        ...own(),
        createMessage: async (input) => ({ ...(await own().createMessage(input)), toString: () => 'Own words' }),
      },
    ],
    ['its text cannot be said by a payload', own({ requestId: 'x' })],
    [
      'its checker’s clock is another',
      {
        ...own(),
        createMessage: async (input) =>
          createMessage(input, SITE, { nonce: 'abcdefgh12345678', issuedAt: '2020-01-01T00:00:00Z' }),
      },
    ],
    ['its checker is away', { ...own(), createMessage: () => Promise.reject(new Error('away')) }],
    ['its checker does not answer', { ...own(), createMessage: () => new Promise(() => {}) }],
  ])('is not sent when %s', async (_, siwx) => {
    expect(await asks(siwx)).toBeUndefined()
  })

  it('is not sent for more networks than a message can name', async () => {
    const chains = Array.from({ length: 60 }, (_, at) => `eip155:${at + 1}` as const)
    const methods = Array.from({ length: 24 }, (_, at) => `eth_method${at}`)
    expect(await asks(own(), { chains, methods } as never)).toBeUndefined()
  })
})
