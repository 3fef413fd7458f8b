/** The parsers of answers from the device, the endpoint, the site and the storage: they accept exact values only. */
import { p256 } from '@noble/curves/p256'
import fc from 'fast-check'
import { decodeFunctionData, erc20Abi, isAddress, keccak256, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { fromBase64Url, fromHex, toBase64Url, toHex, utf8 } from '../../../plugins/passkey/bytes.ts'
import { feeTokensOn } from '../../../plugins/passkey/feeTokens.ts'
import { candidates } from '../../../plugins/passkey/find.ts'
import { parseLimits } from '../../../plugins/passkey/userOperation.ts'
import { ORDER, parseAssertion, parsePublicKey, parseSignature } from '../../../plugins/passkey/parse.ts'
import { parsePaying, sponsorName } from '../../../plugins/passkey/paymaster.ts'
import { parseCall, parseMessage, parseTypedData } from '../../../plugins/passkey/provider.ts'
import { parseReply } from '../../../plugins/passkey/rpc.ts'
import { parseSent } from '../../../plugins/passkey/sent.ts'
import { parsePasskey } from '../../../plugins/passkey/stored.ts'
import { approvalsOf, parseTokenPayment } from '../../../plugins/passkey/tokenFee.ts'
import { softPasskey, type Wrong } from '../../support/passkey.ts'

const CHALLENGE = keccak256('0x01')
const asked = (rpIdHash: Hex) => ({ challenge: CHALLENGE, rpIdHash, origin: 'http://localhost' })

describe('an assertion', () => {
  const read = (wrong: Wrong = {}) => {
    const soft = softPasskey()
    const { authenticatorData, clientData, der } = soft.sign(CHALLENGE, wrong)
    const given = { authenticatorData: fromHex(authenticatorData), clientData: utf8(clientData), signature: der }
    return parseAssertion(given, asked(soft.passkey.rpIdHash))
  }

  it('is taken with the lower form of its signature, whatever the device returned', () => {
    expect(read().s).toBeLessThanOrEqual(ORDER / 2n)
    expect(read({ high: true }).s).toBeLessThanOrEqual(ORDER / 2n)
    expect(ORDER).toBe(p256.CURVE.n)
  })

  it.each<[string, Wrong, string]>([
    ['another page', { origin: 'https://evil.example' }, 'PASSKEY_DOMAIN'],
    ['another domain', { rpId: 'evil.example' }, 'PASSKEY_DOMAIN'],
    ['another type', { type: 'webauthn.create' }, 'PASSKEY_FAILED'],
    ['a longer challenge', { longer: '0x00' }, 'PASSKEY_FAILED'],
    ['no person', { flags: 0x1c }, 'PASSKEY_FAILED'],
    ['a person that the device did not check', { flags: 0x19 }, 'PASSKEY_FAILED'],
  ])('of %s is refused', (_, wrong, code) => {
    expect(() => read(wrong)).toThrow(expect.objectContaining({ code }) as Error)
  })

  it('leaves two keys that can have made it, and two assertions leave the one that did', async () => {
    for (let at = 0; at < 10; at++) {
      const { passkey, sign } = softPasskey()
      const [first, second] = await Promise.all([sign(CHALLENGE), sign(keccak256('0x02'))].map(candidates))
      expect(first).toHaveLength(2)
      const both = (first ?? []).filter(({ x }) => (second ?? []).some((other) => other.x === x))
      expect(both).toEqual([{ x: passkey.x, y: passkey.y }])
    }
  })
})

describe('fuzz', () => {
  const bytes = fc.uint8Array({ maxLength: 120 })
  const anything = fc.anything()
  /** Runs a parser. It may throw only errors that have a code. */
  const parses = (run: () => unknown) => {
    try {
      return run()
    } catch (error) {
      expect(error).toHaveProperty('code')
      return undefined
    }
  }

  it('a signature is r and s of the order, or refused', () => {
    fc.assert(
      fc.property(bytes, (der) => {
        const found = parses(() => parseSignature(der)) as { r: bigint; s: bigint } | undefined
        if (found) expect(found.r > 0n && found.r < ORDER && found.s > 0n && found.s <= ORDER / 2n).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: ORDER - 1n }), fc.bigInt({ min: 1n, max: ORDER - 1n }), (r, s) => {
        const found = parseSignature(new p256.Signature(r, s).toDERRawBytes())
        expect(found).toEqual({ r, s: s > ORDER / 2n ? ORDER - s : s })
      }),
    )
  })

  it('a key, calls, messages, replies, limits and stored values are parsed, or refused with a code', () => {
    fc.assert(
      fc.property(bytes, anything, fc.string(), (some, value, text) => {
        parses(() => parsePublicKey(some))
        parses(() => parseCall(value))
        parses(() => parseCall({ to: text, value, data: text }))
        parses(() => parseMessage(value))
        parses(() => parseTypedData(value, 1))
        parses(() => parseReply(value))
        parses(() => parseLimits(value))
        expect(parsePasskey(text)).toBeUndefined()
        expect(parseSent(text)).toEqual([])
        expect(parsePasskey(JSON.stringify(value) ?? '')).toBeUndefined()
        expect(parseSent(JSON.stringify(value) ?? '')).toEqual([])
      }),
    )
  })

  it('bytes survive hex and base64url', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        expect([...fromHex(toHex(some))]).toEqual([...some])
        expect([...fromBase64Url(toBase64Url(some))]).toEqual([...some])
      }),
    )
    expect(() => fromHex('0x1')).toThrow(TypeError)
    expect(() => fromBase64Url('a+b')).toThrow(TypeError)
  })
})

it('what is stored is read back, and nothing that is changed in it', () => {
  const { passkey } = softPasskey()
  expect(parsePasskey(JSON.stringify(passkey))).toEqual(passkey)
  for (const key of Object.keys(passkey))
    expect(parsePasskey(JSON.stringify({ ...passkey, [key]: '0x!' }))).toBeUndefined()
  const operation = { chainId: 1, hash: CHALLENGE }
  expect(parseSent(JSON.stringify([operation, { chainId: 'x' }, null]))).toEqual([operation])
})

it('typed data of another network, and a call that creates a contract, are refused', () => {
  const typed = {
    domain: { chainId: 2 },
    types: { A: [{ name: 'b', type: 'string' }] },
    primaryType: 'A',
    message: { b: '' },
  }
  expect(() => parseTypedData(JSON.stringify(typed), 1)).toThrow('Another network')
  // A field that no type names would be shown but not signed, so it is an error.
  const planted = { ...typed, message: { ...typed.message, bonus: '1,000,000 ETH' } }
  expect(() => parseTypedData(planted, 2)).toThrow('bonus is in no type')
  expect(() => parseTypedData({ ...typed, domain: { ...typed.domain, site: 'bank.example' } }, 2)).toThrow('site is in')
  const nested = {
    ...typed,
    types: { Order: [{ name: 'items', type: 'Item[]' }], Item: [{ name: 'name', type: 'string' }] },
    primaryType: 'Order',
    message: { items: [{ name: 'Apples' }, { name: 'Pears', price: '0' }] },
  }
  expect(() => parseTypedData(nested, 2)).toThrow('price is in no type')
  expect(parseTypedData(typed, 2).hash).toMatch(/^0x/)
  expect(() => parseCall({ data: '0x00' })).toThrow('A receiver is needed')
  expect(() =>
    parseLimits({ callGasLimit: '0xffffffffff', verificationGasLimit: '0x1', preVerificationGas: '0x1' }),
  ).toThrow()
})

describe('a paymaster', () => {
  const good = {
    paymaster: '0x5d31768B0C57147abE01B71D60D186D4fDb3221b',
    paymasterData: '0x1234',
    paymasterVerificationGasLimit: '0xea60',
    paymasterPostOpGasLimit: '0x0',
  }

  it('may leave the gas limits to its first answer', () => {
    const first = parsePaying(good)
    expect(first).toMatchObject({ paymasterVerificationGasLimit: 60_000n, paymasterPostOpGasLimit: 0n })
    const { paymaster } = good
    expect(parsePaying({ paymaster, paymasterData: '0x56' }, first)).toEqual({ ...first, paymasterData: '0x56' })
    expect(() => parsePaying({ paymaster, paymasterData: '0x56' })).toThrow()
  })

  it.each([
    { paymaster: '0x12' },
    { paymasterData: 5 },
    { paymasterData: `0x${'00'.repeat(5_000)}` },
    { paymasterVerificationGasLimit: '0xffffffffff' },
    { paymasterPostOpGasLimit: -1 },
  ])('with %o is refused', (changes) => {
    expect(() => parsePaying({ ...good, ...changes })).toThrow()
  })

  it('is named in one short line, whatever it writes', () => {
    expect(sponsorName({ sponsor: { name: 'Shop' } })).toBe('Shop')
    for (const nothing of [{}, { sponsor: {} }, { sponsor: { name: '' } }, { sponsor: { name: 7 } }, null])
      expect(sponsorName(nothing)).toBeUndefined()
    fc.assert(
      fc.property(fc.anything(), fc.string(), (answer, name) => {
        sponsorName(answer)
        expect(sponsorName({ sponsor: { name } }) ?? '').toMatch(/^[^\n\u202a-\u202e]{0,48}$/u)
      }),
    )
  })

  it('is read or refused, whatever it answers', () => {
    const changes = fc.dictionary(
      fc.constantFrom(...Object.keys(good)),
      fc.oneof(fc.anything(), fc.string({ unit: 'grapheme-ascii' })),
    )
    fc.assert(
      fc.property(changes, (changed) => {
        try {
          expect(parsePaying({ ...good, ...changed }).paymasterData).toMatch(/^0x([0-9a-f]{2})*$/i)
        } catch (error) {
          expect(error).toMatchObject({ code: 'PASSKEY_UNREACHABLE' })
        }
      }),
    )
  })
})

describe('a fee in tokens', () => {
  const token = { address: '0x91bb7CfEF26c7c756a4b4329437c0efC3C79da47', decimals: 6 } as const
  const payment = { name: 'USDC', address: token.address, decimals: 6, maxFee: '0x1e240', receiver: token.address }

  it('is what the answer takes at most, of the token that was asked for', () => {
    expect(parseTokenPayment({ tokenPayment: payment }, token)).toBe(123_456n)
    const address = token.address.toLowerCase()
    expect(parseTokenPayment({ tokenPayment: { ...payment, address } }, token)).toBe(123_456n)
  })

  it.each([
    { address: '0xe0D897838eA6D8B9cdC0248215D6754582fA1AAf' },
    { address: undefined },
    { decimals: 18 },
    { decimals: '6' },
    { maxFee: 123_456 },
    { maxFee: '123456' },
    { maxFee: '-0x1' },
    { maxFee: `0x${'f'.repeat(65)}` },
  ])('with %o is refused', (changes) => {
    expect(() => parseTokenPayment({ tokenPayment: { ...payment, ...changes } }, token)).toThrow(
      expect.objectContaining({ code: 'PASSKEY_PAYMASTER' }) as Error,
    )
  })

  it('is read or refused, whatever the paymaster answers', () => {
    const changes = fc.dictionary(fc.constantFrom(...Object.keys(payment)), fc.anything())
    fc.assert(
      fc.property(fc.anything(), changes, (anything, changed) => {
        for (const answer of [anything, { tokenPayment: anything }, { tokenPayment: { ...payment, ...changed } }])
          try {
            const most = parseTokenPayment(answer, token)
            expect(most >= 0n && most < 1n << 256n).toBe(true)
          } catch (error) {
            expect(error).toMatchObject({ code: 'PASSKEY_PAYMASTER' })
          }
      }),
    )
  })

  it('is offered in the tokens that the site names for the network, each once', () => {
    const named = (id: number, address: string) => `eip155:${id}/erc20:${address}`
    const list = [named(1, token.address), named(10, token.address), named(1, token.address.toLowerCase())]
    expect(feeTokensOn(list, 1)).toEqual([token.address])
    expect(feeTokensOn(list, 8453)).toEqual([])
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.anything())), (given) => {
        for (const address of feeTokensOn(given, 1)) expect(isAddress(address)).toBe(true)
      }),
    )
  })

  it('is allowed exactly; an allowance that is there ends first', () => {
    const spender = '0x5d31768B0C57147abE01B71D60D186D4fDb3221b'
    const amounts = (allowed: bigint) =>
      approvalsOf(token.address, spender, allowed, 7n).map(({ to, value, data }) => {
        expect([to, value]).toEqual([token.address, 0n])
        return decodeFunctionData({ abi: erc20Abi, data })
      })
    const approve = (amount: bigint) => ({ functionName: 'approve', args: [spender, amount] })
    expect(amounts(0n)).toEqual([approve(7n)])
    expect(amounts(7n)).toEqual([approve(0n), approve(7n)])
  })
})

it('a message keeps the mark at its beginning that text decoders drop, so that the review can show it', () => {
  expect(parseMessage('0xefbbbf4869').text).toBe('\ufeffHi')
})
