/** What a Farcaster relay answers is not trusted: neither its links, nor its words, nor that it answers at all. */
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Denied } from '../../../sandbox/login/denied.ts'
import { createChannels } from '../../../sandbox/login/farcaster/channels.ts'
import { verify } from '../../../sandbox/login/farcaster/verify.ts'
import { memoryTransient } from '../../../sandbox/login/transient.ts'
import { ID_REGISTRY } from '../../../server/config/farcaster.ts'
import { openFarcaster } from '../../../server/social/farcaster.ts'
import { openFarcasterRelay } from '../../../server/social/farcasterRelay.ts'
import { type Fault, startFarcasterRelay } from '../../support/farcasterRelay.ts'

let relay: Awaited<ReturnType<typeof startFarcasterRelay>>
beforeAll(async () => {
  relay = await startFarcasterRelay()
})
afterAll(() => relay.close())
afterEach(() => {
  relay.faults = {}
  relay.setLink((token) => `https://farcaster.xyz/~/siwf?channelToken=${token}`)
})

const LIMITS = { time: 300, size: 10_000 }
/** Nothing listens there: these tests never come as far as the node. */
const networkOf = ({ url } = relay) => openFarcaster({ rpc: 'http://127.0.0.1:9', url, registry: ID_REGISTRY }, LIMITS)
const serve = (at = relay) =>
  createChannels({
    network: { ...networkOf(at), every: 0 },
    url: 'https://login.example.com',
    transient: memoryTransient(Date.now),
    now: Date.now,
  })
const frame = { id: 'one', origin: 'https://shop.example.com', projectId: 'p', ip: '192.0.2.1' }
const stay = new AbortController().signal

const tell = (status: number, body: string, headers: Record<string, string> = {}): Fault => {
  const type = { 'content-type': 'application/json', ...headers }
  return (response: ServerResponse) => void response.writeHead(status, type).end(body)
}
const faults: [string, Fault][] = [
  ['answers with an error', tell(500, '{"error":"down"}')],
  ['answers with something else', tell(200, '[]')],
  ['answers with no JSON', tell(200, '<html>')],
  ['answers with too much', tell(200, JSON.stringify({ state: 'completed', bio: 'a'.repeat(20_000) }))],
  ['leads elsewhere', tell(302, '', { location: 'https://evil.example/v1/channel' })],
  ['does not answer', () => undefined],
  ['hangs up', (response) => void response.destroy()],
  ['completes without a signature', tell(200, '{"state":"completed","message":"m","fid":7}')],
  ['completes with a signature that is none', tell(200, '{"state":"completed","message":"m","signature":"me"}')],
]

describe('a relay that', () => {
  it.each(faults)('%s gives no link', async (_, fault) => {
    relay.faults = { channel: fault }
    await expect(serve().open(frame)).rejects.toMatchObject({
      ...{ name: 'Denied', status: 502 },
      message: 'Farcaster cannot be reached. Try again later.',
    })
  })

  // Each has a relay of its own, so that they can run at the same time.
  it.concurrent.each(faults)('%s for a while lets nobody in, and ends the request that waits', async (_, fault) => {
    const own = await startFarcasterRelay()
    const channels = serve(own)
    await channels.open(frame)
    own.faults = { status: fault }
    await expect(channels.wait(frame, stay)).rejects.toMatchObject({ name: 'Denied', status: 502 })
    own.close()
  })

  it('is asked too often by some keeps the login for others', async () => {
    const own = await startFarcasterRelay()
    const channels = serve(own)
    const frames = Array.from({ length: 6 }, (_, at) => ({ ...frame, id: `many ${at}` }))
    for (const each of frames) await channels.open(each)
    own.faults = { status: tell(429, '{}') }
    const left = new AbortController()
    const ends = frames.map((each) => channels.wait(each, left.signal).catch(() => 'ended'))
    await expect.poll(() => own.asked.length).toBeGreaterThanOrEqual(12)
    own.faults = {}
    left.abort()
    await Promise.all(ends)
    expect(await channels.open(frame)).toContain('channelToken=')
    own.close()
  })

  it('redirects to another path is not followed', async () => {
    relay.faults = { channel: tell(307, '', { location: `${relay.url}/elsewhere` }) }
    await expect(serve().open(frame)).rejects.toMatchObject({ status: 502 })
    expect(relay.asked.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  it('fails for a moment does not end the login', async () => {
    const channels = serve()
    const link = await channels.open(frame)
    relay.faults = { status: tell(503, '') }
    const waiting = channels.wait(frame, stay)
    await new Promise((resolve) => setTimeout(resolve, 900))
    relay.faults = {}
    relay.authenticate(link, { message: 'Another message', signature: '0x00', fid: 7 })
    await expect(waiting).rejects.toThrow('This is not a sign-in message')
  })

  it('forgets the channel ends the login', async () => {
    const channels = serve()
    await channels.open(frame)
    relay.faults = { status: tell(401, '{"error":"Unauthorized"}') }
    await expect(channels.wait(frame, stay)).rejects.toThrow('This sign-in has ended. Start again.')
  })
})

describe('a link', () => {
  it.each([
    ['of another host', (token: string) => `https://evil.example/?channelToken=${token}`],
    ['of a host that looks alike', (token: string) => `https://farcaster.xyz.evil.example/?channelToken=${token}`],
    ['with a user name', (token: string) => `https://farcaster.xyz@evil.example/?channelToken=${token}`],
    ['with a password', (token: string) => `https://me:secret@farcaster.xyz/?channelToken=${token}`],
    ['without https', (token: string) => `http://farcaster.xyz/?channelToken=${token}`],
    ['at another port', (token: string) => `https://farcaster.xyz:8443/?channelToken=${token}`],
    ['that is a script', (token: string) => `javascript:alert(1)//?channelToken=${token}`],
    ['of another channel', () => 'https://farcaster.xyz/?channelToken=ANOTHER2'],
    ['of no channel', () => 'https://farcaster.xyz/'],
  ])('%s is not shown', async (_, link) => {
    relay.setLink(link)
    await expect(serve().open(frame)).rejects.toMatchObject({ name: 'Denied', status: 502 })
  })

  it.each([
    ['the app before', (token: string) => `https://warpcast.com/~/siwf?channelToken=${token}`],
    ['the relay itself', (token: string) => `${relay.url}/siwf?channelToken=${token}`],
  ])('of %s is shown', async (_, link) => {
    relay.setLink(link)
    expect(await serve().open(frame)).toContain('/siwf?channelToken=')
  })
})

it('lets nobody in, whatever it answers', async () => {
  const opened = openFarcasterRelay(relay.url, LIMITS)
  const wanted = { domain: 'd', uri: 'https://u/', nonce: 'n'.repeat(32), expires: Date.now() + 600_000 }
  const hex = fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  const completed = fc.record(
    {
      state: fc.constantFrom('completed', 'pending', 'COMPLETED'),
      message: fc.oneof(fc.string(), fc.constant(`0x${'11'.repeat(20)}\nIssued At: 2026-01-01\n- farcaster://fid/7`)),
      signature: fc.oneof(fc.string(), hex),
      fid: fc.oneof(fc.integer(), fc.string()),
      ...{ username: fc.string(), custody: fc.string() },
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), completed), fc.constantFrom(200, 201, 202), async (answer, code) => {
      relay.faults = { status: tell(code, JSON.stringify(answer)) }
      const approval = await opened.status('ABCD2345').catch((error: unknown) => {
        expect(error).toBeInstanceOf(Error)
        return undefined
      })
      if (!approval) return
      expect(Object.keys(approval).sort()).toEqual(['message', 'signature'])
      await expect(verify(networkOf(), wanted, approval, Date.now())).rejects.toBeInstanceOf(Denied)
    }),
    { numRuns: 300 },
  )
})
