import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import createTipJar from './controller.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`

/** A real server for the note, and a kit that keeps what it is told. */
const server = createServer((request, response) => {
  if (request.url !== '/thanks.json') return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'application/json' }).end('{ "note": "Thank you!" }')
})
const kept = new Map<string, string>()
let sent: { to: string; value?: bigint }[] = []
let reported: string[] = []
let origin = ''

const make = (path = '/thanks.json', wallet = async () => HASH) =>
  createTipJar({
    kit: {
      chain: {
        sendTransaction: (transaction) => {
          sent.push(transaction)
          return wallet()
        },
      },
      fetch: (url, init) => fetch(url, init),
      network: () => undefined,
      storage: {
        get: (key) => kept.get(key),
        set: (key, value) => void kept.set(key, value),
        remove: (key) => void kept.delete(key),
      },
      report: (error, code) => {
        reported.push(code)
        return { code, message: String(error), surface: 'toast' }
      },
      track: () => {},
    },
    options: { to: TO, amount: '0.001', note: origin + path },
  })

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  kept.clear()
  sent = []
  reported = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('sends the amount, keeps the hash over reloads, and says thanks', async () => {
  const jar = make()
  await jar.tip()
  expect(sent).toEqual([{ to: TO, value: 1_000_000_000_000_000n }])
  expect(jar.state).toMatchObject({ hash: HASH, note: 'Thank you!', sending: false })
  expect(make().state.hash).toBe(HASH)
  expect(reported).toEqual([])
})

it('asks the wallet once, however often the button is pressed', async () => {
  const jar = make()
  await Promise.all([jar.tip(), jar.tip()])
  expect(sent).toHaveLength(1)
})

it('keeps the hash of a tip that nobody thanks for', async () => {
  const jar = make('/nothing')
  await jar.tip()
  expect(jar.state).toMatchObject({ hash: HASH, note: undefined })
  expect(reported).toEqual(['TIP_NOTE'])
})

it('keeps nothing when the wallet refuses, and can be asked again', async () => {
  const jar = make('/thanks.json', async () => {
    throw new Error('refused')
  })
  await jar.tip()
  expect(jar.state).toMatchObject({ hash: undefined, sending: false })
  expect(kept.size).toBe(0)
  expect(reported).toEqual(['TIP_FAILED'])
})
