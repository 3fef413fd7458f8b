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
import {
  associated,
  type Changes,
  createPool,
  instruction,
  KEY,
  routeData,
  transferring,
} from '../../../support/jupiter.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { useServer } from '../../../support/server.ts'
import { accountOf, approval, stranger, TOKEN, TOKEN_2022 } from '../../../support/splTokens.ts'

const sandbox = useSandbox()
const service = useServer()
const node = useServer()
const WRAPPED = new PublicKey('So11111111111111111111111111111111111111112')
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
      ...{ solana: { id: caipNetworkId.split(':')[1], rpc: node.url }, sources: { rpc: {} } },
      swaps: { jupiter: { url: service.url } },
    },
    { WALLETKIT_JUPITER_KEY: KEY },
  )
}, 60_000)
afterAll(() => hosted?.close())
beforeEach(() => {
  serve()
  node.answer((asked, response) => {
    void pool.relay(asked).then((reply) => response.writeHead(200).end(JSON.stringify(reply)))
    return undefined
  })
})

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

/** The instruction SetAuthority for the owner of the visitor's account, 2, and for who may close it, 3. */
const giving = (kind: number) =>
  instruction(
    TOKEN,
    [6, kind, 1, ...stranger().toBytes()],
    [accountOf(me, pool.source), false, true],
    [me, true, false],
  )
const closing = (account: PublicKey, to: PublicKey, program = TOKEN) =>
  instruction(program, [9], [account, false, true], [to, false, true], [me, true, false])

/** What a lying service adds for which the visitor's signature is enough, by its name in the programs. */
function needless(): Record<string, () => ReturnType<typeof instruction>> {
  const [other, seed] = [stranger(), 'seed']
  const [program, lamports] = [other, 1]
  const source = () => accountOf(me, pool.source)
  return {
    Assign: () => SystemProgram.assign({ accountPubkey: me, programId: program }),
    AssignWithSeed: () => SystemProgram.assign({ accountPubkey: other, basePubkey: me, seed, programId: program }),
    Allocate: () => SystemProgram.allocate({ accountPubkey: me, space: 80 }),
    CreateAccountWithSeed: () =>
      SystemProgram.createAccountWithSeed({
        ...{ fromPubkey: me, newAccountPubkey: other, basePubkey: me, seed, lamports, space: 0, programId: program },
      }),
    'Transfer to somebody': () => SystemProgram.transfer({ fromPubkey: me, toPubkey: other, lamports }),
    'Transfer to another account of the visitor': () =>
      SystemProgram.transfer({ fromPubkey: me, toPubkey: source(), lamports }),
    'Transfer from an address of a lookup table or of somebody': () =>
      instruction(
        SystemProgram.programId,
        [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        [other, false, true],
        [me, true, true],
      ),
    TransferWithSeed: () =>
      SystemProgram.transfer({
        ...{ fromPubkey: other, basePubkey: me, toPubkey: accountOf(me, WRAPPED), lamports, seed },
        programId: program,
      }),
    WithdrawNonceAccount: () =>
      SystemProgram.nonceWithdraw({ noncePubkey: other, authorizedPubkey: me, toPubkey: me, lamports }),
    AuthorizeNonceAccount: () =>
      SystemProgram.nonceAuthorize({ noncePubkey: other, authorizedPubkey: me, newAuthorizedPubkey: other }),
    SetAuthority: () => giving(2),
    Approve: () => approval(source(), me, other, 1n),
    'Approve of Token-2022': () => approval(source(), me, other, 1n, TOKEN_2022),
    'Transfer of tokens': () => transferring(source(), pool.paid, me, 1n),
    MintTo: () =>
      instruction(
        TOKEN,
        [7, ...new Uint8Array(8)],
        [pool.source, false, true],
        [other, false, true],
        [me, true, false],
      ),
    'CloseAccount to somebody': () => closing(source(), other),
    'CloseAccount of Token-2022 to somebody': () => closing(source(), other, TOKEN_2022),
    'an account for somebody': () => associated(other, pool.source, me),
    RecoverNested: () => associated(me, pool.source, me, 2),
  }
}

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
    expect(await refusalOf({ inside: [sol] })).toContain('takes more than was ordered')
    const drain = transferring(accountOf(me, pool.source), pool.paid, me, 500n)
    expect(await refusalOf({ inside: [drain] })).toContain('takes more than was ordered')
    expect(await refusalOf({ pays: 5_000_000_000n })).toContain('fails when it is run')
  })

  it('is refused if it gives somebody a power over an account, or the account itself', async () => {
    const own = accountOf(me, pool.source)
    expect(await refusalOf({ inside: [approval(own, me, stranger(), 1n)] })).toContain('lets somebody else take more')
    expect(await refusalOf({ inside: [giving(2)] })).toContain('gives an account away')
    expect(await refusalOf({ inside: [giving(3)] })).toContain('lets somebody else take more')
  })

  it('is refused if the wallet belongs to another program afterwards, or has data', async () => {
    const assigned = SystemProgram.assign({ accountPubkey: me, programId: stranger() })
    expect(await refusalOf({ inside: [assigned] })).toContain('gives the wallet away')
    const filled = SystemProgram.allocate({ accountPubkey: me, space: 80 })
    expect(await refusalOf({ inside: [filled] })).toContain('gives the wallet away')
  })

  it('may wrap and unwrap SOL in the visitor’s own account', async () => {
    const own = accountOf(me, WRAPPED)
    const wrap = SystemProgram.transfer({ fromPubkey: me, toPubkey: own, lamports: 1_000_000 })
    serve({ more: [wrap] })
    expect((await build()).status).toBe(200)
    const sync = instruction(TOKEN, [17], [own, false, true])
    const more = [associated(me, WRAPPED, me, 0), wrap, sync, closing(own, me)]
    // The sandbox does not have the mint of wrapped SOL: what is allowed gets as far as being run.
    expect(await refusalOf({ more })).toContain('fails when it is run')
  })

  it.each(Object.entries(needless()))('is refused with a step that no swap needs: %s', async (_name, make) => {
    expect(await refusalOf({ more: [make()] })).toContain('with a step that no swap needs')
  })

  it('is refused with other signers, payers, programs and calls', async () => {
    const other = Keypair.generate().publicKey
    const signed = SystemProgram.transfer({ fromPubkey: other, toPubkey: me, lamports: 0 })
    expect(await refusalOf({ more: [signed] })).toContain('somebody else has to sign')
    expect(await refusalOf({ payer: other })).toContain('somebody else')
    expect(await refusalOf({ more: [instruction(stranger(), [1])] })).toContain('calls another program')
    const route = (...call: Parameters<typeof routeData>) => ({
      more: [instruction(new PublicKey(JUPITER), routeData(...call))],
    })
    expect(await refusalOf({ more: [instruction(new PublicKey(JUPITER), [1, 2, 3])] })).toContain('cannot be read')
    expect(await refusalOf(route(10_001n, 25_000n, 100, 0))).toContain('of another amount')
    expect(await refusalOf(route(10_000n, 25_000n, 100, 1))).toContain('a fee of a platform')
    expect(await refusalOf(route(10_000n, 24_000n, 100, 0))).toContain('minimum is below')
    expect(await refusalOf(route(10_000n, 25_000n, 300, 0))).toContain('minimum is below')
    // The pool lets the visitor take the tokens once: a second call gets as far as being run.
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
