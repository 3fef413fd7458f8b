/** The facts of token contracts, which are cached. */
import { decodeFunctionData, encodeFunctionResult, erc20Abi, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { createTokens } from '../../../../server/data/indexer/tokens.ts'
import type { Node } from '../../../../server/data/rpc.ts'

type Call = { id: number; params: [{ to: string; data: Hex }] }
/** A node whose contracts are all called "Token", with 6 decimals. */
function nodeOf() {
  const asked: string[][] = []
  const answer = ({ id, params: [{ data }] }: Call) => {
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    const result = functionName === 'decimals' ? 6 : 'Token'
    return { id, result: encodeFunctionResult({ abi: erc20Abi, functionName, result }) }
  }
  const pass = async (body: unknown) => {
    asked.push([...new Set((body as Call[]).map(({ params: [{ to }] }) => to))])
    return (body as Call[]).map(answer)
  }
  const network = { caipNetworkId: 'eip155:1', name: 'Ethereum' }
  return { asked, node: { network, pass, ask: pass } as unknown as Node }
}

it('are read together, and only of contracts that are not in the cache', async () => {
  const { asked, node } = nodeOf()
  const tokens = createTokens()
  const names = async (...contracts: string[]) =>
    [...(await tokens.read(node, contracts)).values()].map(({ name }) => name)
  expect(await names('0xa', '0xb')).toEqual(['Token', 'Token'])
  expect(await names('0xa', '0xc', '0xd')).toEqual(['Token', 'Token', 'Token'])
  expect(asked).toEqual([
    ['0xa', '0xb'],
    ['0xc', '0xd'],
  ])
  expect(await names('0xd', '0xa')).toEqual(['Token', 'Token'])
  expect(asked).toHaveLength(2)
})

it('are not cached while the node refuses a call because of its rate limit', async () => {
  const { node } = nodeOf()
  const tokens = createTokens()
  const name = async () => (await tokens.read(node, ['0xa'])).get('0xa')?.name
  const { pass } = node
  let error = { code: -32005, message: 'Your app has exceeded its compute units per second capacity' }
  node.pass = async (body) => (body as Call[]).map(({ id }) => ({ id, error }))
  await expect(name()).rejects.toThrow('Ethereum')
  // A contract chooses what it says when it reverts.
  error = { code: 3, message: 'execution reverted: rate limit' }
  expect(await name()).toBeUndefined()
  node.pass = pass
  expect((await createTokens().read(node, ['0xa'])).get('0xa')?.name).toBe('Token')
})

it('that the rate limit left open are no failure of the others, which are cached', async () => {
  const { node } = nodeOf()
  const tokens = createTokens()
  const { pass } = node
  const asked: number[] = []
  node.pass = async (body) => {
    asked.push((body as Call[]).length)
    const answers = (await pass(body)) as { id: number }[]
    // The last contract of the list is over the limit.
    return answers.map((each, at) =>
      at < answers.length - 3 ? each : { id: each.id, error: { code: 429, message: 'Too many requests' } },
    )
  }
  const names = async (...list: string[]) => [...(await tokens.read(node, list)).values()].map(({ name }) => name)
  expect(await names('0xa', '0xb', '0xc')).toEqual(['Token', 'Token', undefined])
  expect(await names('0xa', '0xb')).toEqual(['Token', 'Token'])
  node.pass = pass
  expect(await names('0xa', '0xb', '0xc')).toEqual(['Token', 'Token', 'Token'])
  expect(asked).toEqual([9])
})

it('are read of early contracts too, which answer with 32 bytes instead of a text', async () => {
  const { node } = nodeOf()
  const word = (text: string): Hex => `0x${Buffer.from(text).toString('hex').padEnd(64, '0')}`
  const { pass } = node
  node.pass = async (body) => {
    const [answers, calls] = [(await pass(body)) as { id: number; result: Hex }[], body as Call[]]
    return answers.map((each, at) => {
      const { functionName } = decodeFunctionData({ abi: erc20Abi, data: calls[at]?.params[0].data ?? '0x' })
      return functionName === 'decimals' ? each : { ...each, result: word(functionName === 'name' ? 'Maker' : 'MKR') }
    })
  }
  expect((await createTokens().read(node, ['0xa'])).get('0xa')?.token).toEqual({
    ...{ name: 'Maker', symbol: 'MKR', decimals: 6 },
  })
})
