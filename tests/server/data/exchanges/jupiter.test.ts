/**
 * Swaps on Solana through a server: a service in the shape of Jupiter, whose swaps run on the sandbox's chain, and what the
 * server refuses of it.
 */
import { Connection, Keypair, PublicKey, SystemProgram, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jupiter } from '../../../../server/data/exchanges/jupiter.ts'
import { JUPITER } from '../../../../server/data/exchanges/solanaTransaction.ts'
import { SourceError } from '../../../../server/data/source.ts'
import { startHosted } from '../../../support/hosted.ts'
import { type Changes, createPool, instruction, KEY, transferring } from '../../../support/jupiter.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { useServer } from '../../../support/server.ts'
import { accountOf, approval, stranger } from '../../../support/splTokens.ts'

const sandbox = useSandbox()
const service = useServer()
const visitor = Keypair.generate()
const me = visitor.publicKey
let connection: Connection
let pool: Awaited<ReturnType<typeof createPool>>
let hosted: Awaited<ReturnType<typeof startHosted>>
let chain: string

beforeAll(async () => {
  const { caipNetworkId, rpcUrl, wsUrl } = sandbox().solana
  chain = caipNetworkId
  connection = new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl })
  await connection.requestAirdrop(me, 10_000_000_000)
  pool = await createPool(connection, visitor)
  hosted = await startHosted(
    {
      ...{ solana: { id: caipNetworkId.split(':')[1], rpc: rpcUrl }, sources: { rpc: {} } },
      swaps: { jupiter: { url: service.url } },
    },
    { WALLETKIT_JUPITER_KEY: KEY },
  )
}, 60_000)
afterAll(() => hosted?.close())
beforeEach(() => serve())

function serve(changes: Changes = {}): void {
  service.answer((asked, response) => {
    pool.answer(asked, changes).then(
      (reply) =>
        typeof reply === 'number'
          ? response.writeHead(reply).end()
          : response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply)),
      () => response.writeHead(500).end(),
    )
    return undefined
  })
}
const on = (address: { toBase58: () => string }) => `${chain}:${address.toBase58()}`
const build = (body: object = {}) =>
  fetch(`${hosted.url()}/v1/convert/build-transaction`, {
    method: 'POST',
    body: JSON.stringify({
      ...{ amount: '10000', from: on(pool.source), to: on(pool.target), userAddress: on(me), solana: { slippage: 1 } },
      ...body,
    }),
  })
const refusalOf = async (changes: Changes) => {
  serve(changes)
  const answer = await build()
  expect(answer.status).toBe(502)
  return answer.text()
}
const balanceOf = async (mint: PublicKey) =>
  BigInt((await connection.getTokenAccountBalance(accountOf(me, mint))).value.amount)

describe('a swap on Solana', { timeout: 60_000 }, () => {
  it('is quoted, built, signed by its visitor alone, and pays what was quoted', async () => {
    const query = new URLSearchParams({
      amount: '10000',
      from: on(pool.source),
      to: on(pool.target),
      userAddress: me.toBase58(),
    })
    const quotes = await fetch(`${hosted.url()}/v1/convert/quotes?${query}`)
    expect(quotes.headers.get('x-walletkit-source')).toBe('jupiter')
    expect(await quotes.json()).toEqual({
      quotes: [{ fromAmount: '10000', fromAccount: on(pool.source), toAmount: '25000', toAccount: on(pool.target) }],
    })
    const before = await balanceOf(pool.source)
    const { tx } = (await (await build()).json()) as { tx: Record<string, string> }
    expect(tx).toMatchObject({ from: on(me), amount: '25000', minimum: '24750', lastValidBlockHeight: 279_632_475 })
    const transaction = VersionedTransaction.deserialize(Buffer.from(tx['transaction'] ?? '', 'base64'))
    transaction.sign([visitor])
    const raw = Buffer.from(transaction.serialize()).toString('base64')
    const sent = await fetch(`${hosted.url()}/v1/?chainId=${chain}`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [raw, { encoding: 'base64' }] }),
    })
    const { result } = (await sent.json()) as { result: string }
    await expect
      .poll(async () => (await connection.getSignatureStatus(result)).value?.err, { timeout: 10_000 })
      .toBeNull()
    expect(await balanceOf(pool.target)).toBe(25_000n)
    expect(before - (await balanceOf(pool.source))).toBe(10_000n)
  })

  it('has no quote and no transaction without a route, and lists its tokens', async () => {
    const query = new URLSearchParams({
      amount: '1',
      from: on(pool.target),
      to: on(pool.source),
      userAddress: me.toBase58(),
    })
    expect(await (await fetch(`${hosted.url()}/v1/convert/quotes?${query}`)).json()).toEqual({ quotes: [] })
    expect((await build({ from: on(pool.target), to: on(pool.source) })).status).toBe(400)
    const tokens = await fetch(`${hosted.url()}/v1/convert/tokens?chainId=${chain}`)
    expect(await tokens.json()).toMatchObject({ tokens: [{ symbol: 'SOL', decimals: 9 }] })
  })

  it('is refused if it takes more or pays less than was ordered', async () => {
    expect(await refusalOf({ pays: 10_001n })).toContain('takes more than was ordered')
    expect(await refusalOf({ gets: 24_749n })).toContain('pays less than its minimum')
    const sol = SystemProgram.transfer({ fromPubkey: me, toPubkey: stranger(), lamports: 20_000_000 })
    expect(await refusalOf({ more: [sol] })).toContain('takes more than was ordered')
    const drain = transferring(accountOf(me, pool.source), pool.paid, me, 500n)
    expect(await refusalOf({ more: [drain] })).toContain('takes more than was ordered')
    expect(await refusalOf({ pays: 5_000_000_000n })).toContain('fails when it is run')
  })

  it('is refused if it gives somebody a power over an account, or the account itself', async () => {
    const own = accountOf(me, pool.source)
    expect(await refusalOf({ more: [approval(own, me, stranger(), 1n)] })).toContain('lets somebody else take more')
    // The instruction SetAuthority for the owner of the account, 2, and for who may close it, 3.
    const give = (kind: number) =>
      instruction(
        new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
        [6, kind, 1, ...stranger().toBytes()],
        [own, false, true],
        [me, true, false],
      )
    expect(await refusalOf({ more: [give(2)] })).toContain('gives an account away')
    expect(await refusalOf({ more: [give(3)] })).toContain('lets somebody else take more')
  })

  it('is refused with other signers, payers, programs and calls', async () => {
    const other = Keypair.generate().publicKey
    const signed = SystemProgram.transfer({ fromPubkey: other, toPubkey: me, lamports: 0 })
    expect(await refusalOf({ more: [signed] })).toContain('somebody else has to sign')
    expect(await refusalOf({ payer: other })).toContain('somebody else')
    expect(await refusalOf({ more: [instruction(stranger(), [1])] })).toContain('calls another program')
    const route = (amount: bigint, quoted: bigint, slippage: number, fee: number) => {
      const tail = Buffer.alloc(19)
      tail.writeBigUInt64LE(amount, 0)
      tail.writeBigUInt64LE(quoted, 8)
      tail.writeUInt16LE(slippage, 16)
      tail.writeUInt8(fee, 18)
      const data = [...Buffer.from('e517cb977ae3ad2a', 'hex'), 0, 0, 0, 0, ...tail]
      return { more: [instruction(new PublicKey(JUPITER), data)] }
    }
    expect(await refusalOf({ more: [instruction(new PublicKey(JUPITER), [1, 2, 3])] })).toContain('cannot be read')
    expect(await refusalOf(route(10_001n, 25_000n, 100, 0))).toContain('of another amount')
    expect(await refusalOf(route(10_000n, 25_000n, 100, 1))).toContain('a fee of a platform')
    expect(await refusalOf(route(10_000n, 24_000n, 100, 0))).toContain('minimum is below')
    expect(await refusalOf(route(10_000n, 25_000n, 300, 0))).toContain('minimum is below')
    // The sandbox does not have Jupiter's program: a right call gets as far as being run.
    expect(await refusalOf(route(10_000n, 25_000n, 100, 0))).toContain('fails when it is run')
  })

  it('is refused if its quote is another one', async () => {
    for (const [quote, problem] of [
      ...([
        [{ inAmount: '9999' }, 'another amount'],
        [{ outputMint: stranger() }, 'another swap'],
      ] as const),
      ...([
        [{ swapMode: 'ExactOut' }, 'another swap'],
        [{ slippageBps: 300 }, 'another slippage'],
      ] as const),
      ...([
        [{ platformFee: { amount: '5', feeBps: 20 } }, 'a fee'],
        [{ outAmount: '0' }, 'cannot be'],
      ] as const),
      ...([
        [{ otherAmountThreshold: '24000' }, 'a minimum below'],
        [{ outAmount: null }, 'no amount'],
      ] as const),
    ])
      expect(await refusalOf({ quote }), problem).toContain(problem)
    expect(hosted.lines.join('')).not.toContain(KEY)
  })

  it('is refused in another form than a transaction, whatever the service sends', async () => {
    const exchange = jupiter({ url: service.url, key: KEY })
    const order = {
      from: pool.source.toBase58(),
      to: pool.target.toBase58(),
      amount: 5n,
      user: me.toBase58(),
      slippage: 100n,
    }
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        service.answer((_, response) => void response.writeHead(200).end(JSON.stringify(value)))
        await expect(exchange.build(order)).rejects.toBeInstanceOf(SourceError)
        await expect(exchange.quote(order)).rejects.toBeInstanceOf(SourceError)
      }),
      { numRuns: 40 },
    )
    for (const transaction of ['', 'AAAA', '!', 7, 'A'.repeat(5_000)])
      expect(await refusalOf({ transaction })).toMatch(/cannot be read|no transaction/)
  })

  it('refuses orders that are none', async () => {
    for (const wrong of [
      ...[
        { amount: '0' },
        { amount: '-1' },
        { amount: 10_000 },
        { amount: String(2n ** 64n) },
        { to: on(pool.source) },
      ],
      ...[
        { to: 'eip155:1:0x1' },
        { userAddress: 'x' },
        { solana: { slippage: 51 } },
        { solana: { slippage: '1.234' } },
      ],
    ])
      expect((await build(wrong)).status, JSON.stringify(wrong)).toBe(400)
  })
})
