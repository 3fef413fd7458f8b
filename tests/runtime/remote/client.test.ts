/** The page's own relay client for a kit: the messages that it sends. */
import { expect, it } from 'vitest'
import { useRemote } from '../../support/remote.ts'

const { page, wallet, show, sandbox } = useRemote()

type Pairing = { ping: (params: { topic: string }) => Promise<void> }

it('pings its pairing with tag 1002, answers a ping with tag 1003, and gives each a TTL of 30 s [S9.relay.03] [S9.relay.05]', async () => {
  const { kit, clients } = await page()
  const peer = await wallet()
  const uri = await show(kit)
  await peer.pair(uri)
  await peer.next()
  const topic = /^wc:([0-9a-f]{64})@/.exec(uri)?.[1] ?? ''
  const { pairing } = clients[0]?.client.core as unknown as { pairing: Pairing }
  const publishes = () => sandbox().relay.report().publishes
  const pings = () => publishes().filter(({ tag }) => tag === 1002 || tag === 1003)
  // The page is the client that proposed the session.
  const own = publishes().find(({ tag }) => tag === 1100)?.client
  expect(own).toBeDefined()
  const shape = { method: 'irn_publish', topic: topic.slice(0, 8), ttl: 30 }

  await pairing.ping({ topic })
  await (peer.client.core.pairing as Pairing).ping({ topic })
  expect(pings().map(({ tag, client }) => [tag, client === own])).toEqual([
    [1002, true],
    [1003, false],
    [1002, false],
    [1003, true],
  ])
  for (const each of pings()) expect(each).toMatchObject(shape)
})
