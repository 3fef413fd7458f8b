import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSendOptions } from '../../../../runtime/chains/solana/commitment.ts'
import { connected, kitOf } from './kit.ts'
import { legacy } from './transactions.ts'
import { createStandardWallet, FIRST, THIRD } from './wallet.ts'

const ALL = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const

describe('a preflight commitment', () => {
  it('is one of eight; any other is rejected before the wallet is asked [S5.solana.01]', async () => {
    const { wallet, methods, asked } = createStandardWallet({ rpcUrl: 'http://127.0.0.1:9/' })
    const answer = [{ signature: new Uint8Array(64).fill(1) }]
    const sends: unknown[] = []
    wallet.features['solana:signAndSendTransaction'] = {
      signAndSendTransaction: async ({ options }: { options: unknown }) => (sends.push(options), answer),
    }
    const provider = await connected(kitOf(), wallet)
    for (const preflightCommitment of ALL)
      await provider.signAndSendTransaction(legacy(FIRST, THIRD), { preflightCommitment })
    expect(sends).toHaveLength(ALL.length)
    for (const wrong of ['latest', 'Confirmed', '', 1, {}, ['confirmed'], 'toString']) {
      const options = { preflightCommitment: wrong as 'max' }
      const refused = expect.objectContaining({ message: expect.stringContaining('singleGossip') as string }) as Error
      await expect(provider.signAndSendTransaction(legacy(FIRST, THIRD), options)).rejects.toEqual(refused)
      await expect(provider.sendTransaction(legacy(FIRST, THIRD), undefined, options)).rejects.toEqual(refused)
    }
    expect(sends).toHaveLength(ALL.length)
    expect([methods(), asked]).toEqual([['connect'], [['connect', undefined]]])
  })

  it('with a legacy name is sent with its current name', () => {
    const names = ALL.map((preflightCommitment) => parseSendOptions({ preflightCommitment }).preflightCommitment)
    const [p, c, f] = ['processed', 'confirmed', 'finalized']
    expect(names).toEqual([p, c, f, p, c, c, f, f])
  })
})

describe('options', () => {
  it('are passed on unchanged, with nothing added', () => {
    const options = { skipPreflight: true, maxRetries: 0, minContextSlot: 7, preflightCommitment: 'confirmed' }
    expect(parseSendOptions({ ...options, signers: [], other: 1 })).toEqual(options)
    expect(parseSendOptions(undefined)).toEqual({})
    expect(parseSendOptions({ skipPreflight: undefined, maxRetries: null })).toEqual({})
  })

  it.each([{ skipPreflight: 'true' }, { maxRetries: -1 }, { maxRetries: 1.5 }, { minContextSlot: '1' }])(
    '%o are rejected',
    (options) => {
      expect(() => parseSendOptions(options)).toThrow()
    },
  )

  it('of any shape are parsed or rejected', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ preflightCommitment: fc.anything() })), (value) => {
        try {
          const { preflightCommitment = 'confirmed' } = parseSendOptions(value)
          expect(['processed', 'confirmed', 'finalized']).toContain(preflightCommitment)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})
