/** The messages that the real client sends to the relay: heartbeats, lifetimes and tags. */
import { Core } from '@walletconnect/core'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSandbox } from '../support/sandbox.ts'
import { createClientKey } from './clientKey.ts'
import { until, usePeers } from './peers.ts'

const sandbox = useSandbox()
const { dapp, wallet, connect } = usePeers(sandbox)
afterEach(() => void vi.useRealTimers())

const published = (tag: number) =>
  sandbox()
    .relay.report()
    .publishes.filter((each) => each.tag === tag)

/** A page and a wallet with a pairing and a session. */
async function paired() {
  const [page, peer] = await Promise.all([dapp(), wallet({ policy: 'approve' })])
  const { uri, session } = await connect(page)
  await peer.pair(uri)
  await session
  const topic = page.session?.pairingTopic ?? ''
  return { pairing: page.client.core.pairing, peer, topic }
}

describe('the relay client', () => {
  it('has a heartbeat of 5 s [S9.relay.01]', async () => {
    vi.useFakeTimers()
    const core = new Core({
      projectId: 'heartbeat',
      relayUrl: sandbox().relay.url,
      logger: 'silent',
      customStoragePrefix: 'heartbeat',
    })
    const pulses: number[] = []
    const start = Date.now()
    core.heartbeat.on('heartbeat_pulse', () => pulses.push(Date.now() - start))
    await core.heartbeat.init()
    vi.advanceTimersByTime(20_000)
    core.heartbeat.stop()
    expect(pulses).toEqual([5000, 10_000, 15_000, 20_000])
  })

  it('keeps a message a day where nothing else is said, on the wire and in the mailbox [S9.relay.02]', async () => {
    const { pairing, topic } = await paired()
    await pairing.disconnect({ topic })
    expect(published(1000)[0]?.ttl).toBe(86_400)

    const socket = new WebSocket(createClientKey().address(sandbox().relay.url))
    await new Promise((resolve) => socket.once('open', resolve))
    const params = { topic: 'a'.repeat(64), message: 'no ttl', tag: 4242 }
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'irn_publish', params }))
    await until(() => published(4242).length === 1, 'the message')
    expect(published(4242)[0]?.ttl).toBe(86_400)
    socket.close()
  })

  it('pings a pairing with tag 1002, is answered with 1003, and both live for 30 s [S9.relay.03] [S9.relay.05]', async () => {
    const { pairing, topic } = await paired()
    // The page proposed the session, and the wallet answered.
    const [page, peer] = [1100, 1101].map((tag) => published(tag)[0]?.client)
    await pairing.ping({ topic })
    const shape = { method: 'irn_publish', topic: topic.slice(0, 8), ttl: 30 }
    const pings = sandbox()
      .relay.report()
      .publishes.filter(({ tag }) => tag === 1002 || tag === 1003)
    expect(pings).toMatchObject([
      { ...shape, tag: 1002, client: page },
      { ...shape, tag: 1003, client: peer },
    ])
    expect(page).not.toBe(peer)
  })

  it('deletes a pairing with tag 1000; a peer that cannot answers with 1001 [S9.relay.04]', async () => {
    const { pairing, topic } = await paired()
    // This client answers a deletion only if it fails, so make both fail to leave the topic.
    sandbox().relay.fail('irn_unsubscribe', 2)
    await pairing.disconnect({ topic }).catch(() => {})
    await until(() => published(1001).length === 1, 'the answer')
    expect(published(1000)).toMatchObject([{ topic: topic.slice(0, 8), ttl: 86_400 }])
    expect(published(1001)).toMatchObject([{ topic: topic.slice(0, 8), ttl: 86_400 }])
  })

  it('proposes and settles with the tags 1100, 1101 and 1102', async () => {
    await paired()
    const tags = sandbox()
      .relay.report()
      .publishes.map(({ tag, method }) => [tag, method])
    expect(tags.slice(0, 3)).toEqual([
      [1100, 'wc_proposeSession'],
      [1101, 'wc_approveSession'],
      [1102, 'wc_approveSession'],
    ])
  })
})
