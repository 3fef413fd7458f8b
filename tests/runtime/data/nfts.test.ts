import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { fetchNfts, parseNfts } from '../../../runtime/data/nfts.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()

async function connected() {
  const kit = makeKit(sandboxConfig(sandbox()))
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  await connect(kit, testConnector(sandbox()).connector)
  return kit
}

it('lists the NFTs of the account on the active network, page by page, without spam', async () => {
  const kit = await connected()
  const first = await fetchNfts(kit)
  expect(first.nfts).toHaveLength(11)
  expect(first.nfts[0]).toEqual({
    id: expect.stringMatching(/^eip155:31337:0x\w{40}\/14$/) as string,
    name: 'Paper Gardens #14',
    collection: 'Paper Gardens',
  })
  expect(first.nfts[1]?.image).toMatch(/^data:image\//)
  const second = await fetchNfts(kit, first.next)
  expect(second).toMatchObject({ next: undefined })
  expect(second.nfts).toHaveLength(3)
  const asked = sandbox()
    .requests()
    .filter(({ path }) => path.endsWith('/nfts'))
  expect(asked.map(({ query }) => [query['chainId'], query['cursor']])).toEqual([
    ['eip155:31337', undefined],
    ['eip155:31337', first.next],
  ])
})

it('a service without NFTs returns none, and a failing one reports an error', async () => {
  const kit = await connected()
  sandbox().faults.set({ path: '/v1/account', kind: 'status', status: 404, times: 1 })
  expect(await fetchNfts(kit)).toEqual({ nfts: [], next: undefined })
  sandbox().faults.set({ path: '/v1/account', kind: 'status', status: 500, times: 1 })
  await expect(fetchNfts(kit)).rejects.toThrow('HTTP status code: 500')
  sandbox().faults.set({ path: '/v1/account', kind: 'garbage', times: 1 })
  await expect(fetchNfts(kit)).rejects.toThrow()
})

it('no request is made without an account', async () => {
  const since = sandbox().requests().length
  expect(await fetchNfts(makeKit(sandboxConfig(sandbox())))).toEqual({ nfts: [], next: undefined })
  expect(sandbox().requests()).toHaveLength(since)
})

it('any response is parsed or rejected', () => {
  const entry = fc.record({ id: fc.oneof(fc.string(), fc.anything()), name: fc.anything(), content: fc.anything() })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ data: fc.array(entry), next: fc.anything() })), (reply) => {
      try {
        for (const nft of parseNfts(reply).nfts) expect([typeof nft.id, typeof nft.name]).toEqual(['string', 'string'])
      } catch (error) {
        expect(error).toEqual(new Error('The service gave no list of NFTs'))
      }
    }),
  )
})
