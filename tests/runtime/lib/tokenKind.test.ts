/** What a contract counts: asked of real contracts, and of answers that no contract of the sandbox gives. */
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { expect, it } from 'vitest'
import { numberIn, readKind } from '../../../runtime/lib/tokenKind.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { ask, viemClients } from '../../sandbox/smartAccounts/clients.ts'
import { collectionOf } from '../../support/collection.ts'

const sandbox = useSandbox()
const kindAt = (to: string) =>
  readKind(async (data) => {
    const { result, error } = await ask(viemClients(sandbox()).rpcUrl, 'eth_call', [{ to, data }, 'latest'])
    if (error) throw new Error(error.message)
    return result
  })

it('a token counts, a collection numbers, and an address without a contract is no token', async () => {
  for (const { address, chainId } of sandbox().tokens)
    if (chainId === 31337) expect(await kindAt(address), address).toMatchObject({ kind: 'token' })
  expect(await kindAt(await collectionOf(sandbox()))).toEqual({ kind: 'items' })
  expect(await kindAt(`0x${'1'.repeat(40)}`)).toEqual({ kind: 'items' })
})

it.each([
  ['says that it is ERC-721 too', { '0x01ffc9a7': 1n }, 'both'],
  ['has approvals of items (ERC-404)', { '0x081812fc': 0n }, 'both'],
  ['says that it is no ERC-721', { '0x01ffc9a7': 0n }, 'token'],
  ['has absurd decimals', { '0x313ce567': 200n }, 'items'],
  ['refuses to say how it counts', { '0x313ce567': undefined }, 'items'],
])('a contract with decimals that %s', async (_what, more, kind) => {
  const answers: Record<string, bigint | undefined> = { '0x313ce567': 18n, ...more }
  const told = await readKind((data) => {
    const answer = answers[data.slice(0, 10)]
    return answer === undefined
      ? Promise.reject(new Error('execution reverted'))
      : Promise.resolve(toHex(answer, { size: 32 }))
  })
  expect(told.kind).toBe(kind)
})

it('the number in a call is read, and there is none in another call', () => {
  const to = `0x${'1'.repeat(40)}` as const
  const data = (functionName: 'approve' | 'transfer') =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [to, 3n] })
  expect(numberIn(data('approve'))).toBe(3n)
  expect(numberIn(data('transfer'))).toBe(3n)
  expect(numberIn(encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [to, to, 4n] }))).toBe(4n)
  for (const other of ['0x', '0x12345678', '0x095ea7b3']) expect(numberIn(other)).toBeUndefined()
})
