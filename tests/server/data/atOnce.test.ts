/** How much one client may have under way: questions whose answers it does not read hold memory. */
import { connect, type Socket } from 'node:net'
import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../sandbox/refusal.ts'
import { createAtOnce } from '../../../server/data/atOnce.ts'
import { startHosted } from '../../support/hosted.ts'
import { type Service, startService } from '../../support/service.ts'

let node: Service
let hosted: Awaited<ReturnType<typeof startHosted>>
beforeAll(async () => {
  node = await startService(() => ({ json: [] }))
  hosted = await startHosted({
    ...{ sites: ['https://shop.example'], sources: { rpc: {} } },
    networks: [{ id: 1, name: 'Ethereum', symbol: 'ETH', rpc: node.url }],
  })
})
afterAll(async () => {
  await hosted?.close()
  await node?.close()
})

/** Why a short question is refused; empty if it is answered. */
async function refusal(): Promise<string> {
  const answer = await fetch(`${hosted.url()}/v1/supported-chains`)
  const text = await answer.text()
  return answer.status === 429 ? text : ''
}

/** Asks for something long, and reads no answer. */
async function askUnread(): Promise<Socket> {
  const { host, port } = new URL(hosted.url())
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{}] })
  const socket = connect(Number(port), '127.0.0.1')
  const head = ['POST /v1/?chainId=eip155:1 HTTP/1.1', `Host: ${host}`, `Content-Length: ${body.length}`]
  socket.on('error', () => undefined)
  socket.pause()
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()))
  return socket
}

describe('the questions of a client under way', () => {
  it('are limited, each address for itself, and count until their answers are closed', () => {
    const atOnce = createAtOnce(2)
    const answers = [new EventEmitter(), new EventEmitter(), new EventEmitter()] as const
    atOnce('1.1.1.1', answers[0])
    atOnce('1.1.1.1', answers[1])
    expect(() => atOnce('1.1.1.1', answers[2])).toThrow(Refusal)
    expect(() => atOnce('2.2.2.2', new EventEmitter())).not.toThrow()
    answers[0].emit('close')
    expect(() => atOnce('1.1.1.1', answers[2])).not.toThrow()
    expect(() => atOnce('1.1.1.1', new EventEmitter())).toThrow(expect.objectContaining({ status: 429 }) as Error)
  })

  it('are at most 60 while they are not answered, and none once their client is gone', async () => {
    expect(await refusal()).toBe('')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    node.answer = () => released.then(() => ({ json: {} }))
    const sockets = await Promise.all(Array.from({ length: 60 }, askUnread))
    await expect.poll(refusal, { timeout: 5_000 }).toContain('at once')
    for (const socket of sockets) socket.destroy()
    await expect.poll(refusal, { timeout: 5_000 }).toBe('')
    release()
  })

  it('are under way while their client does not read their answers', async () => {
    // More than the sockets between the two take without a reader.
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${'0'.repeat(4_900_000)}` })
    let answered = 0
    node.answer = () => {
      answered += 1
      return { text }
    }
    const sockets = await Promise.all(Array.from({ length: 30 }, askUnread))
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(30)
    node.answer = () => new Promise(() => undefined)
    sockets.push(...(await Promise.all(Array.from({ length: 30 }, askUnread))))
    await expect.poll(refusal, { timeout: 5_000 }).toContain('at once')
    for (const socket of sockets) socket.destroy()
    await expect.poll(refusal, { timeout: 5_000 }).toBe('')
  }, 30_000)

  it('cost by the bytes that they send', async () => {
    await hosted.restart()
    const body = JSON.stringify({ method: 'eth_none', params: ['x'.repeat(900_000)] })
    // Each costs ten: 300 of them are what an address may cost in a minute, which may begin anew meanwhile.
    let status = 0
    for (let count = 0; count < 700 && status !== 429; count += 1)
      ({ status } = await fetch(`${hosted.url()}/v1/?chainId=eip155:1`, { method: 'POST', body }))
    expect(status).toBe(429)
  }, 60_000)

  it('cost by their calls', async () => {
    await hosted.restart()
    node.answer = () => ({ json: [] })
    const body = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id, method: 'eth_chainId' })))
    // 58 of them are what an address may cost in a minute.
    let status = 0
    for (let count = 0; count < 200 && status !== 429; count += 1)
      ({ status } = await fetch(`${hosted.url()}/v1/?chainId=eip155:1`, { method: 'POST', body }))
    expect(status).toBe(429)
  }, 60_000)
})
