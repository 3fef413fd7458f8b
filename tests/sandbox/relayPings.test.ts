import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRelay } from '../../sandbox/relay/relay.ts'
import { createClientKey } from './clientKey.ts'
import { until } from './peers.ts'

const CLIENTS = 60

it('a relay pings every client once in 20 s, and never all of them at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/relay`
  const relay = createRelay({ url })
  server.on('upgrade', (request, socket, head) => relay.accept(request, socket, head))
  onTestFinished(() => {
    relay.close()
    server.close()
  })
  const pings = Array.from({ length: CLIENTS }, () => 0)
  for (let at = 0; at < CLIENTS; at++) {
    const socket = new WebSocket(createClientKey().address(url))
    socket.on('ping', () => (pings[at] = (pings[at] ?? 0) + 1))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  }
  const all = () => pings.reduce((sum, each) => sum + each, 0)
  for (let tick = 1; tick <= 40; tick++) {
    const before = all()
    vi.advanceTimersByTime(500)
    await until(() => all() > before, `the pings of tick ${tick}`)
    expect(all() - before).toBeLessThanOrEqual(2)
  }
  await until(() => all() === CLIENTS, 'a ping for every client')
  expect(new Set(pings)).toEqual(new Set([1]))
})
