/** What a contract that a visitor chose can do to the node of OP Mainnet, and to the answer. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openIdRegistry } from '../../../server/social/idRegistry.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [REGISTRY, CONTRACT] = [address('1'), address('2')]
const APPROVAL = { hash: `0x${'3'.repeat(64)}`, signature: '0x4444' } as const
const MAGIC = '0x1626ba7e'

/** A node at which calls of {@link CONTRACT} are answered so; every address has the number 7. */
async function start(contract: { status: number; result?: string }) {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    request.on('end', () => {
      const { method, params } = JSON.parse(text) as { method: string; params: [{ to?: string }] }
      const isContract = method === 'eth_call' && params[0].to === CONTRACT
      const { status, result } = isContract ? contract : { status: 200, result: `0x${'7'.padStart(64, '0')}` }
      response
        .writeHead(status)
        .end(result === undefined ? 'no JSON' : JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return openIdRegistry({ rpc: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, registry: REGISTRY })
}

describe('a contract', () => {
  it('that makes the node fail does not take it away from the logins of others', async () => {
    const registry = await start({ status: 500 })
    for (let at = 0; at < 8; at++) await expect(registry.isSigned(CONTRACT, APPROVAL)).rejects.toThrow('status 500')
    expect(await registry.idOf(address('5'))).toBe(7n)
  })
  it.each([
    [true, MAGIC.padEnd(66, '0')],
    [false, MAGIC],
    [false, MAGIC.padEnd(66, '1')],
    [false, MAGIC.padEnd(130, '0')],
  ])('has signed: %s, if it answers %s', async (isSigned, result) => {
    expect(await (await start({ status: 200, result })).isSigned(CONTRACT, APPROVAL)).toBe(isSigned)
  })
})
