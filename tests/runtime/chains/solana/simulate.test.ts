import { Keypair } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/solana/adapter.ts'
import { parseHoldings, parseSimulated, summarise } from '../../../../runtime/chains/solana/simulation.ts'
import { compareSimulation } from '../../../../runtime/data/compareSimulation.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { kitOf, local } from './kit.ts'
import { FIRST, SECOND } from './wallet.ts'

const sandbox = useSandbox()
const stranger = () => Keypair.generate().publicKey.toBase58()
const setUp = () => {
  const chain = local(sandbox().solana.rpcUrl)
  const kit = kitOf([chain])
  const { simulate, buildTransfer } = adapter
  if (!simulate || !buildTransfer) throw new Error('Solana simulates')
  return { chain, kit, simulate, buildTransfer }
}

describe('the simulation on Solana’s node', () => {
  it('says how much SOL leaves and who gets it, without fee', async () => {
    const { chain, kit, simulate } = setUp()
    const found = await simulate(kit, { from: FIRST, to: SECOND, value: 7_000_000n, chain })
    expect(found).toEqual({
      status: 'success',
      changes: [{ amount: -7_000_000n }],
      receipts: [{ holder: SECOND, amount: 7_000_000n }],
      allowances: [],
    })
    expect(compareSimulation(FIRST, found, { pays: { amount: 7_000_000n, to: SECOND } })).toEqual([])
    expect(compareSimulation(FIRST, found, { pays: { amount: 6_000_000n, to: SECOND } })).not.toEqual([])
  })

  it('says the same of a token, also to an account that it creates: the rent is a cost, no loss', async () => {
    const { chain, kit, simulate, buildTransfer } = setUp()
    const token = sandbox().solana.mint.address
    for (const to of [SECOND, stranger()]) {
      const request = await buildTransfer(kit, { from: FIRST, to, token, amount: 1_500_000n, chain })
      const found = await simulate(kit, request)
      expect(found.changes).toEqual([{ token, amount: -1_500_000n, decimals: 6 }])
      expect(found.receipts).toContainEqual({ token, holder: to, amount: 1_500_000n })
      expect(compareSimulation(FIRST, found, { pays: { token, amount: 1_500_000n, to } })).toEqual([])
    }
  })

  it('says that a transfer fails', async () => {
    const { chain, kit, simulate } = setUp()
    const found = await simulate(kit, { from: FIRST, to: SECOND, value: 10n ** 15n, chain })
    expect(compareSimulation(FIRST, found, { pays: { amount: 10n ** 15n, to: SECOND } })).toMatchObject([
      { kind: 'reverts' },
    ])
  })
})

describe('what the accounts say', () => {
  const [mint, thief] = [stranger(), stranger()]
  const token = (owner: string, amount: bigint, rest = {}) => ({
    lamports: 2_039_280n,
    token: { mint, owner, amount, delegated: 0n, ...rest },
  })
  const summary = (before: ReturnType<typeof token>, after: ReturnType<typeof token>) =>
    summarise(FIRST, [stranger()], [before], { after: [after] }, 0n)

  it('a token account that changes its owner takes its tokens along', () => {
    const found = summary(token(FIRST, 5n), token(thief, 5n))
    expect(found.changes).toEqual([{ token: mint, amount: -5n }])
    expect(found.receipts).toEqual([{ token: mint, holder: thief, amount: 5n }])
    expect(compareSimulation(FIRST, found, {})).toMatchObject([{ kind: 'leaves' }])
  })

  it('a new delegate is an allowance', () => {
    const found = summary(token(FIRST, 5n), token(FIRST, 5n, { delegate: thief, delegated: 4n }))
    expect(found).toMatchObject({ changes: [], allowances: [{ token: mint, spender: thief, amount: 4n }] })
  })

  it('is parsed without throwing, whatever the node answers', () => {
    const account = fc.record({
      lamports: fc.oneof(fc.nat(), fc.string(), fc.double()),
      owner: fc.constantFrom('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', mint, '', 5),
      data: fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((bytes) => [Buffer.from(bytes).toString('base64'), 'base64']),
        fc.anything(),
      ),
    })
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.oneof(account, fc.anything()), { maxLength: 4 }), (any, accounts) => {
        parseSimulated(any, 1)
        parseSimulated({ value: { err: any, accounts } }, accounts.length)
        const held = parseHoldings(accounts, accounts.length)
        if (held) summarise(FIRST, accounts.map(stranger), held, { after: held }, 0n)
      }),
      { numRuns: 500 },
    )
  })
})
