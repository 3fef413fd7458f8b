import fc from 'fast-check'
import { isAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseAllowance, parseApprove, parseChainId, parseQuote, parseSwap } from '../../../sandbox/exchange/params.ts'
import { Refusal } from '../../../sandbox/refusal.ts'

const ether = 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const dai = 'eip155:31337:0xe0D897838eA6D8B9cdC0248215D6754582fA1AAf'
const user = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const good = { amount: '5', userAddress: user, from: ether, to: dai, gasPrice: '1' }
const tooLarge = String(2n ** 256n)

type Fields = Record<string, unknown>
const query = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
const body = (value: unknown) => Buffer.from(JSON.stringify(value))

function fieldOf(parse: () => unknown): string {
  try {
    parse()
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.field
    throw error
  }
  return 'none'
}

describe('a wrong field is refused by its name', () => {
  const pairs: [Fields, string][] = [
    [{ from: undefined }, 'from'],
    [{ from: 'ETH' }, 'from'],
    [{ from: `${dai}0` }, 'from'],
    [{ from: 'solana:31337:0xe0D897838eA6D8B9cdC0248215D6754582fA1AAf' }, 'from'],
    [{ from: 'eip155:007:0xe0D897838eA6D8B9cdC0248215D6754582fA1AAf' }, 'from'],
    [{ to: undefined }, 'to'],
    [{ to: ether.toUpperCase().replace('EIP155', 'eip155').replace('0X', '0x') }, 'to'],
    [{ to: 'eip155:31338:0xe0D897838eA6D8B9cdC0248215D6754582fA1AAf' }, 'to'],
    [{ userAddress: undefined }, 'userAddress'],
    [{ userAddress: 'noah.walletkit.id' }, 'userAddress'],
    [{ userAddress: `eip155:31338:${user}` }, 'userAddress'],
    [{ userAddress: `0x${'0'.repeat(40)}` }, 'userAddress'],
  ]
  const amounts: [Fields, string][] = ['', '0', '-1', '1.5', '1e3', '0x10', ' 5', tooLarge, undefined].map((amount) => [
    { amount },
    'amount',
  ])

  it.each([...pairs, ...amounts, [{ gasPrice: 'much' }, 'gasPrice'], [{ gasPrice: undefined }, 'none']] as const)(
    'quotes: %j',
    (wrong, field) => {
      expect(fieldOf(() => parseQuote(query({ ...good, ...wrong })))).toBe(field)
    },
  )

  const approvable = amounts.filter(([{ amount }]) => amount !== undefined && amount !== '0')
  it.each([...pairs, ...approvable, [{ amount: undefined }, 'none'], [{ amount: '0' }, 'none']] as const)(
    'build-approve: %j',
    (wrong, field) => {
      expect(fieldOf(() => parseApprove(query({ ...good, ...wrong })))).toBe(field)
    },
  )

  const bodies: [Fields, string][] = [
    [{ amount: 5 }, 'amount'],
    [{ from: [ether] }, 'from'],
    [{ userAddress: null }, 'userAddress'],
    [{ eip155: null }, 'eip155'],
    [{ eip155: [] }, 'eip155'],
    [{ disableEstimate: 'yes' }, 'disableEstimate'],
    ...[-1, 50.01, 0.001, 1e-7, null, '', 'one', '1.', true].map((slippage): [Fields, string] => [
      { eip155: { slippage } },
      'eip155.slippage',
    ]),
    ...[0, 1, 0.5, '1', '0.25', 50].map((slippage): [Fields, string] => [{ eip155: { slippage } }, 'none']),
  ]
  it.each([...pairs, ...amounts, ...bodies])('build-transaction: %j', (wrong, field) => {
    expect(fieldOf(() => parseSwap(body({ ...good, ...wrong })))).toBe(field)
  })

  it.each(['', '[]', '1', 'null', '"text"', '{'])('build-transaction: the body %s', (text) => {
    expect(fieldOf(() => parseSwap(Buffer.from(text)))).toBe('body')
  })

  it.each([
    [{ tokenAddress: undefined }, 'tokenAddress'],
    [{ tokenAddress: user }, 'tokenAddress'],
    [{ userAddress: undefined }, 'userAddress'],
    [{ userAddress: `eip155:31338:${user}` }, 'userAddress'],
    [{ userAddress: `eip155:31337:${user}` }, 'none'],
  ] as const)('allowance: %j', (wrong, field) => {
    expect(fieldOf(() => parseAllowance(query({ tokenAddress: dai, userAddress: user, ...wrong })))).toBe(field)
  })

  it.each([undefined, null, '', '31337', 'eip155:', 'eip155:0', 'eip155:1x', 'solana:1', 31337])(
    'chain id %j',
    (id) => {
      expect(fieldOf(() => parseChainId(id))).toBe('chainId')
    },
  )
})

it('reads addresses in any case and gives them with their checksum', () => {
  const shouted = dai.replace(/[^:]*$/, (address) => `0x${address.slice(2).toUpperCase()}`)
  expect(parseQuote(query({ ...good, to: shouted, userAddress: user.toLowerCase() }))).toEqual({
    chainId: 31337,
    from: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    to: '0xe0D897838eA6D8B9cdC0248215D6754582fA1AAf',
    user,
    amount: 5n,
  })
})

describe('whatever comes, it is parsed or refused by a name', () => {
  const hex = fc.stringMatching(/^[0-9a-fA-F]{38,41}$/).map((digits) => `0x${digits}`)
  const caip = fc
    .tuple(fc.constantFrom('eip155:31337', 'eip155:1', 'solana:x', ''), hex)
    .map((parts) => parts.join(':'))
  const near = fc.oneof(caip, hex, fc.constantFrom(ether, dai, user), fc.string())
  const number = fc.oneof(fc.nat().map(String), fc.bigInt().map(String), fc.double().map(String), fc.string())
  const fields = fc.record(
    { from: near, to: near, userAddress: near, tokenAddress: near, amount: number, gasPrice: number },
    { requiredKeys: [] },
  )
  /** Valid parameters, of which some are replaced. */
  const asked = fc
    .tuple(fields, fc.subarray(['from', 'to', 'userAddress', 'tokenAddress', 'amount', 'gasPrice'] as const))
    .map(([given, wrong]): Fields => ({
      ...good,
      tokenAddress: dai,
      ...Object.fromEntries(wrong.map((name) => [name, given[name]])),
    }))
  const names = ['from', 'to', 'userAddress', 'tokenAddress', 'amount', 'gasPrice', 'eip155', 'eip155.slippage']
  const isSound = (value: bigint) => value >= 0n && value < 2n ** 256n

  /** The result of `parse`, or undefined if it was refused with the name of a field. */
  function attempt<Result>(parse: () => Result): Result | undefined {
    let result: Result | undefined
    const field = fieldOf(() => (result = parse()))
    expect([...names, 'disableEstimate', 'body', 'none']).toContain(field)
    return result
  }

  it('queries', () => {
    let parsed = 0
    fc.assert(
      fc.property(asked, (given) => {
        for (const parse of [parseQuote, parseApprove]) {
          const result = attempt(() => parse(query(given)))
          if (!result) continue
          parsed++
          expect([result.from, result.to, result.user].every((address) => isAddress(address))).toBe(true)
          expect(result.from).not.toBe(result.to)
          if (result.amount !== undefined) expect(isSound(result.amount)).toBe(true)
        }
        const allowance = attempt(() => parseAllowance(query(given)))
        if (allowance) expect(isAddress(allowance.token.address) && isAddress(allowance.owner)).toBe(true)
      }),
      { numRuns: 3000, seed: 1 },
    )
    expect(parsed).toBeGreaterThan(50)
  })

  it('bodies', () => {
    const slippage = fc.oneof(fc.double(), fc.integer({ min: -5, max: 60 }), fc.string(), fc.constant(1))
    const bodies = fc.oneof(
      fc.json(),
      fc
        .tuple(
          fields,
          fc.oneof(
            slippage.map((value) => ({ slippage: value })),
            fc.jsonValue(),
          ),
          fc.jsonValue(),
        )
        .map(([given, eip155, disableEstimate]) => JSON.stringify({ ...given, eip155, disableEstimate })),
      fc.tuple(number, slippage).map(([amount, of]) => JSON.stringify({ ...good, amount, eip155: { slippage: of } })),
      fc.string(),
    )
    let parsed = 0
    fc.assert(
      fc.property(bodies, (text) => {
        const result = attempt(() => parseSwap(Buffer.from(text)))
        if (!result) return
        parsed++
        expect(isSound(result.amount) && result.amount > 0n).toBe(true)
        expect(result.slippage >= 0n && result.slippage <= 5000n).toBe(true)
      }),
      { numRuns: 3000, seed: 1 },
    )
    expect(parsed).toBeGreaterThan(50)
  })
})
