import { describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { addressOf, convertApi, ETHER, fieldOf, trader } from './convert.ts'

const sandbox = useSandbox()
const api = (chainId = 31337) => convertApi(sandbox(), chainId)
const user = () => sandbox().accounts[0]?.address ?? '0x'

const block = async (chainId: number) => {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
  const url = `${sandbox().url}/rpc/${chainId}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(request) })
  return Number(((await reply.json()) as { result: string }).result)
}

const rpc = async (chainId: number, method: string, params: unknown[] = []) => {
  const url = `${sandbox().url}/rpc/${chainId}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  return ((await reply.json()) as { result: unknown }).result
}

it('nothing is deployed before it is asked for, then once however many ask at once, and again where the chain forgot it', async () => {
  const [chainId, other] = [31338, 31337]
  const before = await block(chainId)
  expect(await rpc(chainId, 'eth_getCode', [sandbox().exchange.router, 'latest'])).toBe('0x')
  const snapshot = await rpc(chainId, 'evm_snapshot')
  const ask = () => api(chainId).quote(user(), 'ETH', 'DAI', 10n ** 18n)
  const many = await Promise.all(Array.from({ length: 10 }, ask))
  expect(new Set(many.map(([quote]) => quote?.toAmount)).size).toBe(1)
  expect(await sandbox().exchange.pools(chainId)).toHaveLength(6)
  expect(await block(other)).toBe(before)
  await rpc(chainId, 'evm_revert', [snapshot])
  expect(await rpc(chainId, 'eth_getCode', [sandbox().exchange.router, 'latest'])).toBe('0x')
  expect(await ask()).toEqual(many[0])
})

it('the addresses are the same on both chains, the reserves each chain’s own', async () => {
  const { exchange } = sandbox()
  await exchange.trade(31338, { from: 'ETH', to: 'UNI', amount: 10n ** 18n })
  const [one, two] = [await exchange.pools(31337), await exchange.pools(31338)]
  expect(one.map(({ address, tokens }) => [address, tokens])).toEqual(
    two.map(({ address, tokens }) => [address, tokens]),
  )
  expect(one[4]?.reserves[0]).toBe(20n * 10n ** 18n)
  expect(two[4]?.reserves[0]).toBe(20n * 10n ** 18n + (10n ** 18n * 9_915n) / 10_000n)
})

it('is where the sandbox preset expects it, in every sandbox', () => {
  const { router, feeAddress, tokens } = sandbox().exchange
  expect(router).toBe('0x59BB1759DB8398582054e9E54aDDeF5470517b14')
  expect(feeAddress).toBe('0x5A4Db0C500000000000000000000000000000FeE')
  expect(tokens.map(({ chainId, symbol, decimals, address }) => [chainId, symbol, decimals, address])).toEqual(
    [31337, 31338].flatMap((chainId) => [
      [chainId, 'UNI', 18, '0xC3bAD0283AfB75f1DF8563f6559c6bF283D1F0EB'],
      [chainId, 'WBTC', 8, '0x9b350221c82075943dDcbfF8c1bcA92D5Be18A2b'],
    ]),
  )
})

it('the shallow pool is where a page can see its guard rails: (USD in − USD out) / USD in, in percent', async () => {
  const impact = async (tenths: bigint) => {
    const amount = (tenths * 10n ** 18n) / 10n
    const [quote] = await api().quote(user(), 'ETH', 'UNI', amount)
    const [paid, got] = [amount * 2_500_500n, BigInt(quote?.toAmount ?? 0) * 7_250n]
    return Number(((paid - got) * 10_000n) / paid) / 100
  }
  expect(await Promise.all([1n, 5n, 10n, 20n, 40n].map(impact))).toEqual([1.63, 3.53, 5.8, 10.04, 17.46])
})

it('every pool holds as much of the one as of the other, at the price book’s prices', async () => {
  const prices: Record<string, [bigint, number]> = {
    WETH: [2_500_500_000n, 18],
    DAI: [1_000_000n, 18],
    USDC: [1_000_000n, 6],
    USDT: [999_500n, 6],
    UNI: [7_250_000n, 18],
    WBTC: [65_000_500_000n, 8],
  }
  const { wrappedEther } = sandbox().exchange
  const symbolOf = (address: string) =>
    address === wrappedEther
      ? 'WETH'
      : ['DAI', 'USDC', 'USDT', 'UNI', 'WBTC'].find((symbol) => addressOf(sandbox(), symbol, 31337) === address)
  for (const { tokens, reserves } of await sandbox().exchange.pools(31337)) {
    const [first = 0n, second = 0n] = tokens.map((address, index) => {
      const [price, decimals] = prices[symbolOf(address) ?? ''] ?? [0n, 0]
      return ((reserves[index] ?? 0n) * price) / 10n ** BigInt(decimals)
    })
    expect(first).toBeGreaterThan(50_000_000_000n)
    const gap = first - second
    expect(gap >= 0n && gap < 1_000n).toBe(true)
  }
})

describe('GET /v1/convert/tokens', () => {
  it('lists ether first, then what can be swapped; nothing that only takes money', async () => {
    const { status, body } = await api().get('tokens', { chainId: 'eip155:31337' })
    expect(status).toBe(200)
    const { tokens } = body as { tokens: { symbol: string; address: string }[] }
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'DAI', 'USDC', 'USDT', 'UNI', 'WBTC'])
    expect(tokens[0]?.address).toBe(`eip155:31337:${ETHER}`)
    expect(tokens[5]).toEqual({
      name: 'Sandbox Wrapped Bitcoin',
      symbol: 'WBTC',
      address: api().token('WBTC'),
      decimals: 8,
      logoUri: expect.stringMatching(/^data:image\/svg\+xml;base64,/) as string,
      eip2612: false,
    })
  })

  it('says of each what its contract says', async () => {
    const { reader } = trader(sandbox(), 31338, sandbox().accounts[0]?.privateKey ?? '0x')
    const { body } = await api().get('tokens', { chainId: 'eip155:31338' })
    await sandbox().exchange.ready(31338)
    const { erc20Abi: abi } = await import('viem')
    for (const { address, name, symbol, decimals } of (
      body as { tokens: { address: string; name: string; symbol: string; decimals: number }[] }
    ).tokens.slice(1)) {
      const contract = { abi, address: address.split(':')[2] as `0x${string}` }
      const said = await Promise.all([
        reader.readContract({ ...contract, functionName: 'name' }),
        reader.readContract({ ...contract, functionName: 'symbol' }),
        reader.readContract({ ...contract, functionName: 'decimals' }),
      ])
      expect(said).toEqual([name, symbol, decimals])
    }
  })
})

describe('GET /v1/convert/quotes', () => {
  it('names both tokens and both amounts', async () => {
    const [quote, ...more] = await api().quote(user(), 'DAI', 'USDT', 10n ** 18n)
    expect(more).toEqual([])
    expect(quote).toEqual({
      id: expect.stringMatching(/^0x/) as string,
      fromAmount: String(10n ** 18n),
      fromAccount: api().token('DAI'),
      toAmount: expect.stringMatching(/^98\d{4}$/) as string,
      toAccount: api().token('USDT'),
    })
  })

  it('is empty where nothing would be paid: no pool, dust, more than a pool can count', async () => {
    expect(await api().quote(user(), 'CLAIM', 'ETH', 10n ** 18n)).toEqual([])
    expect(await api().quote(user(), 'ETH', 'CLAIM', 10n ** 18n)).toEqual([])
    expect(await api().quote(user(), 'ETH', 'WBTC', 1n)).toEqual([])
    expect(await api().quote(user(), 'DAI', 'ETH', 2n ** 112n)).toEqual([])
    expect(await api().quote(user(), 'DAI', 'ETH', 2n ** 256n - 1n)).toEqual([])
    const refused = api().swap(user(), 'CLAIM', 'ETH', 10n ** 18n)
    await expect(refused).rejects.toThrow(/400: .*"name":"to"/)
  })

  it('never pays more than the pool has', async () => {
    const [quote] = await api().quote(user(), 'ETH', 'UNI', 10n ** 30n)
    const pool = (await sandbox().exchange.pools(31337))[4]
    expect(BigInt(quote?.toAmount ?? 0)).toBeLessThan(pool?.reserves[1] ?? 0n)
  })
})

it('the gas price is the chain’s, and more for those in a hurry', async () => {
  const { body } = await api().get('gas-price', { chainId: 'eip155:31337' })
  const { standard, fast, instant } = body as Record<'standard' | 'fast' | 'instant', string>
  expect(BigInt(standard)).toBe(BigInt(String(await rpc(31337, 'eth_gasPrice'))))
  expect([BigInt(fast), BigInt(instant)]).toEqual([(BigInt(standard) * 12n) / 10n, (BigInt(standard) * 15n) / 10n])
})

it('of ether the router may take anything, of what is no token nothing is said', async () => {
  expect(await api().allowance(user(), 'ETH')).toBe(2n ** 256n - 1n)
  const refused = await api().get('allowance', { tokenAddress: api().on(user()), userAddress: user() })
  expect([refused.status, fieldOf(refused)]).toEqual([400, 'tokenAddress'])
  const ether = await api().get('build-approve', {
    userAddress: user(),
    from: api().token('ETH'),
    to: api().token('DAI'),
  })
  expect([ether.status, fieldOf(ether)]).toEqual([400, 'from'])
})

it.each([
  ['tokens', { chainId: 'eip155:1' }, 'chainId'],
  ['gas-price', { chainId: 'eip155:1' }, 'chainId'],
  ['quotes', { amount: '1', from: `eip155:1:${ETHER}`, to: `eip155:1:0x${'1'.repeat(40)}` }, 'from'],
  ['build-approve', { from: `eip155:1:0x${'2'.repeat(40)}`, to: `eip155:1:0x${'1'.repeat(40)}` }, 'from'],
  ['allowance', { tokenAddress: `eip155:1:0x${'2'.repeat(40)}` }, 'tokenAddress'],
  ['quotes', {}, 'from'],
  ['tokens', {}, 'chainId'],
])('%s of %j is refused', async (path, query, field) => {
  const refused = await api().get(path, { userAddress: user(), ...query })
  expect([refused.status, fieldOf(refused)]).toEqual([400, field])
})

it('a project id is wanted, in the query or in a body', async () => {
  const refused = await api().get('tokens', { chainId: 'eip155:31337', projectId: '' })
  expect([refused.status, fieldOf(refused)]).toEqual([401, 'projectId'])
  const body = { amount: '1000', userAddress: user(), from: api().token('ETH'), to: api().token('DAI') }
  expect((await api().post('build-transaction', body)).status).toBe(401)
  expect((await api().post('build-transaction', { ...body, projectId: 'p' })).status).toBe(200)
})

it('the sandbox’s faults can be set on these paths too', async () => {
  sandbox().faults.set({ path: '/v1/convert/quotes', kind: 'status', status: 503, times: 1 })
  await expect(api().quote(user(), 'ETH', 'DAI', 1000n)).rejects.toThrow(/503/)
  expect(await api().quote(user(), 'ETH', 'DAI', 1000n)).toHaveLength(1)
})

it('what was bought is in the balances, at the book’s price', async () => {
  const buyer = sandbox().accounts[3]
  if (!buyer) throw new Error('No account')
  const wallet = trader(sandbox(), 31337, buyer.privateKey)
  const tx = await api().swap(buyer.address, 'ETH', 'UNI', 10n ** 16n)
  expect((await wallet.send(sandbox().exchange.router, tx, 10n ** 16n)).status).toBe('success')
  const url = `${sandbox().url}/v1/account/${buyer.address}/balance?projectId=p&chainId=eip155:31337`
  const { balances } = (await (await fetch(url)).json()) as { balances: { symbol: string; price: number }[] }
  expect(balances.find(({ symbol }) => symbol === 'UNI')).toMatchObject({ address: api().token('UNI'), price: 7.25 })
  const addresses = [api().token('UNI'), api().token('WBTC')]
  const asked = { method: 'POST', body: JSON.stringify({ projectId: 'p', currency: 'usd', addresses }) }
  const prices: unknown = await (await fetch(`${sandbox().url}/v1/fungible/price`, asked)).json()
  expect(prices).toMatchObject({
    fungibles: [
      { symbol: 'UNI', price: 7.25 },
      { symbol: 'WBTC', price: 65000.5 },
    ],
  })
})

it('trades at the same moment all go through, and tell what each was paid', async () => {
  const { exchange } = sandbox()
  const before = (await exchange.pools(31338))[0]
  const trade = { from: 'ETH', to: 'DAI', amount: 10n ** 18n }
  const trades = await Promise.all(Array.from({ length: 4 }, () => exchange.trade(31338, trade)))
  const after = (await exchange.pools(31338))[0]
  const paid = trades.reduce((sum, { amountOut }) => sum + amountOut, 0n)
  expect(after?.reserves[1]).toBe((before?.reserves[1] ?? 0n) - paid)
  expect(new Set(trades.map(({ amountOut }) => amountOut)).size).toBe(4)
})
