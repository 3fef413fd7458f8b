/** Limits on requests to the networks, and on requests that wait. */
import { afterEach, describe, expect, it } from 'vitest'
import { costOf } from '../../../sandbox/login/rpc/cost.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openBrowser, someEmail, type Browser } from './browser.ts'

const sandbox = useSandbox({ loginProxyHeader: 'X-Forwarded-For' })
afterEach(() => sandbox().login.clear())

const LATE = {
  status: 429,
  code: -32_005,
  message: expect.stringMatching(/^Please try again after \d+ seconds$/) as string,
}

async function someone(): Promise<Browser> {
  const browser = await openBrowser(sandbox())
  await browser.login(someEmail())
  return browser
}
const logs = { fromBlock: '0x0', toBlock: 'latest' }
const read = ({ ask }: Browser, method = 'eth_blockNumber', params: unknown[] = []) =>
  ask('RPC_REQUEST', { method, params, chainId: 31337 })

describe('requests to a network', () => {
  it('have a limit a minute for each account, of which a search through all blocks takes a large part', async () => {
    sandbox().login.set({ rpcPerUser: 401 })
    const [one, two] = [await someone(), await someone()]
    expect((await read(one, 'eth_getLogs', [logs])).status).toBe(200)
    expect((await read(one, 'eth_getLogs', [logs])).status).toBe(200)
    expect((await read(one)).status).toBe(200)
    expect(await read(one)).toMatchObject(LATE)
    expect((await read(two)).status).toBe(200)
    sandbox().login.set({ advance: 60_000 })
    expect((await read(one)).status).toBe(200)
  })

  it('have a limit a minute for each address of the network, in all accounts together', async () => {
    sandbox().login.set({ rpcPerIp: 2 })
    const people = [await someone(), await someone(), await someone()]
    const answers = []
    for (const each of people) answers.push((await read(each)).status)
    expect(answers).toEqual([200, 200, 429])
    const [one] = people
    const more = {
      'x-frame': one?.frame ?? '',
      authorization: `Bearer ${one?.session()}`,
      'x-forwarded-for': '192.0.2.9',
    }
    const payload = { method: 'eth_blockNumber', params: [], chainId: 31337 }
    expect((await one?.post('RPC_REQUEST', { payload }, more))?.status).toBe(200)
  })

  it.each([
    ['eth_call', [{}], 1],
    ['eth_getLogs', [{ blockHash: '0x1' }], 20],
    ['eth_getLogs', [], 20],
    ['eth_getLogs', [{ fromBlock: '0x10', toBlock: '0x20' }], 20],
    ['eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x10000' }], 200],
    ['eth_newFilter', [{ fromBlock: 'earliest' }], 200],
    ['eth_getLogs', [[]], 20],
    ['wallet_sendCalls', [{ calls: [{}, {}, {}] }], 15],
    ['wallet_sendCalls', null, 5],
    ['constructor', [], 1],
  ])('%s with %j costs %i', (method, params, cost) => {
    expect(costOf(method, params)).toBe(cost)
  })
})

describe('requests that wait for a press', () => {
  it('are bounded for a frame and for an address, and end with their connection', async () => {
    sandbox().login.set({ devices: true, waitsPerFrame: 2, waitsPerIp: 3 })
    const left = new AbortController()
    const waits = async () => {
      const browser = await openBrowser(sandbox())
      await browser.must('CONNECT_EMAIL', { email: someEmail() })
      return (signal: AbortSignal) =>
        fetch(`${sandbox().secureSite}/api/CONNECT_DEVICE`, {
          ...{ method: 'POST', body: '{}', signal },
          headers: { origin: sandbox().secureSite, 'content-type': 'application/json', 'x-frame': browser.frame },
        }).then(
          ({ status }) => status,
          () => 0,
        )
    }
    const soon = () => AbortSignal.timeout(400)
    const [one, two] = [await waits(), await waits()]
    const held = [one(left.signal), one(left.signal)]
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await one(soon())).toBe(429)
    held.push(two(left.signal))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await two(soon())).toBe(429)
    left.abort()
    expect(await Promise.all(held)).toEqual([0, 0, 0])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await one(soon())).toBe(0)
  })
})
