/** A node that lies about one event: it says that an NFT contract has given an ERC-20 allowance. */
import { decodeFunctionData, encodeAbiParameters, erc721Abi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { isToken, kindReadsOf } from '../../../plugins/approvals/approval.ts'
import { endAll } from '../../../plugins/approvals/end.ts'
import type { EvmApproval } from '../../../plugins/approvals/state.ts'
import type { PluginKit } from '../../../runtime/plugin.ts'

const THIEF = `0x${'b'.repeat(40)}`
const approval: EvmApproval = {
  ...{ kind: 'token', token: `0x${'c'.repeat(40)}`, spender: THIEF, amount: 1n, key: 'a' },
  ...{ symbol: undefined, decimals: undefined, iconUrl: undefined },
}
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const [DECIMALS, APPROVED, SUPPORTS] = [
  'function decimals()',
  'function getApproved(uint256)',
  'function supportsInterface(bytes4)',
].map(toFunctionSelector)

/**
 * A kit whose contracts answer these selectors with these words, and revert for others; and the calls it was asked for.
 * The contracts for which `isSound` is false revert always.
 */
function setup(answers: Record<string, bigint>, isSound = (_to: string) => true) {
  const asked: { to: string; data?: string }[] = []
  const request = async (_method: string, [call]: readonly [{ to: string; data: string }]) => {
    const answer = answers[call.data.slice(0, 10)]
    if (answer === undefined || !isSound(call.to)) throw new Error('execution reverted')
    return word(answer)
  }
  const runCalls = async (calls: readonly { to: string; data?: string }[]) => void asked.push(...calls)
  const chain = { request, runCalls, estimateGas: async () => 21_000n }
  const network = () => ({ caipNetworkId: 'eip155:1' })
  const kit = { account: () => ({ caipAddress: 'eip155:1:0xa' }), network, chain } as unknown as PluginKit
  return { asked, end: (list = [approval]) => endAll(kit, 'eip155:1', list, () => undefined) }
}

describe('ending an allowance', () => {
  it('asks for nothing at an NFT contract, where the call would approve item 0', async () => {
    for (const answers of [
      { [APPROVED ?? '']: 0n, [SUPPORTS ?? '']: 1n },
      { [DECIMALS ?? '']: 0n, [APPROVED ?? '']: 0n },
      { [DECIMALS ?? '']: 0n, [SUPPORTS ?? '']: 1n },
      { [DECIMALS ?? '']: 2n ** 256n - 1n },
      {},
    ]) {
      const { asked, end } = setup(answers)
      expect(await end()).toEqual([approval])
      expect(asked).toEqual([])
    }
  })

  it('asks a token for it', async () => {
    const { asked, end } = setup({ [DECIMALS ?? '']: 18n, [SUPPORTS ?? '']: 0n })
    expect(await end()).toEqual([])
    expect(asked).toHaveLength(1)
  })

  it('ends the others of its group, and tells which it left', async () => {
    const token = `0x${'d'.repeat(40)}`
    const { asked, end } = setup({ [DECIMALS ?? '']: 18n, [SUPPORTS ?? '']: 0n }, (to) => to === token)
    expect(await end([approval, { ...approval, token, key: 'b' }])).toEqual([approval])
    expect(asked.map(({ to }) => to)).toEqual([token])
  })
})

it('the contract is asked for ERC-721’s own functions', () => {
  const [, approved, supports] = kindReadsOf(approval).map(({ data }) => data as `0x${string}`)
  const read = (data: `0x${string}` = '0x') => decodeFunctionData({ abi: erc721, data })
  expect(read(approved)).toEqual({ functionName: 'getApproved', args: [0n] })
  expect(read(supports)).toEqual({ functionName: 'supportsInterface', args: ['0x80ac58cd'] })
  expect(isToken(['0x', undefined, undefined])).toBe(false)
})
const erc721 = [
  ...erc721Abi,
  {
    ...{ type: 'function', name: 'supportsInterface', stateMutability: 'view' },
    ...{ inputs: [{ type: 'bytes4' }], outputs: [{ type: 'bool' }] },
  },
] as const
