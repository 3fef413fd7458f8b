import { parseEther, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Balance } from '../../sandbox/index.ts'
import { useSandbox } from '../support/sandbox.ts'
import { chainClients, tokenOf } from './chain.ts'

const sandbox = useSandbox()

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(sandbox().url + path)
  return { status: response.status, body: await response.json() }
}

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(sandbox().url + path, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

async function balancesOf(address: Hex, query = ''): Promise<Balance[]> {
  const { status, body } = await get(`/v1/account/${address}/balance?currency=usd&projectId=p${query}`)
  expect(status).toBe(200)
  return (body as { balances: Balance[] }).balances
}

const account = (index: number) => {
  const found = sandbox().accounts[index]
  if (!found) throw new Error(`No test account ${index}`)
  return found
}

describe('GET /status', () => {
  it('tells the chains, accounts, tokens, seed and uptime', async () => {
    const { body } = await get('/status')
    expect(body).toMatchObject({
      url: sandbox().url,
      seed: '1',
      uptime: expect.any(Number) as number,
      chains: [
        { id: 31337, name: 'Sandbox One', caipNetworkId: 'eip155:31337', running: true },
        { id: 31338, name: 'Sandbox Two', caipNetworkId: 'eip155:31338', running: true },
      ],
      accounts: sandbox().accounts,
      tokens: sandbox().tokens,
    })
  })

  it('is a page for a browser, with all of it, and JSON for whoever does not accept HTML', async () => {
    const answerTo = (accept: string) => fetch(`${sandbox().url}/status`, { headers: { accept } })
    const page = await answerTo('text/html,application/xhtml+xml,*/*;q=0.8')
    expect(page.headers.get('content-type')).toContain('text/html')
    const text = await page.text()
    for (const { address } of [...sandbox().accounts, ...sandbox().tokens]) expect(text).toContain(address)
    for (const service of [sandbox().secureSite, sandbox().relay.url]) expect(text).toContain(service)
    expect(text).toContain('running')
    for (const accept of ['*/*', 'application/json'])
      expect((await answerTo(accept)).headers.get('content-type')).toContain('json')
  })
})

describe('the RPC paths', () => {
  const calls = [
    { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
    { jsonrpc: '2.0', id: 2, method: 'eth_getBalance', params: [account0(), 'latest'] },
  ]
  it.each([
    ['/rpc/31337', '0x7a69'],
    ['/v1/?chainId=eip155:31337&projectId=p', '0x7a69'],
    ['/rpc/31338', '0x7a6a'],
    ['/v1/?chainId=eip155:31338&projectId=p', '0x7a6a'],
  ])('%s answers a batch, sent as text/plain or JSON', async (path, chainId) => {
    for (const type of ['text/plain', 'application/json']) {
      const request = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(calls) }
      const answer = (await (await fetch(sandbox().url + path, request)).json()) as { id: number; result: string }[]
      expect(answer.find(({ id }) => id === 1)?.result).toBe(chainId)
      expect(BigInt(answer.find(({ id }) => id === 2)?.result ?? 0)).toBeGreaterThan(parseEther('9000'))
    }
  })

  it('refuses an unknown network and a call without a project id', async () => {
    expect(await post('/rpc/1', calls[0])).toMatchObject({ status: 404 })
    expect(await post('/v1/?chainId=eip155:1&projectId=p', calls[0])).toMatchObject({ status: 404 })
    expect(await post('/v1/?chainId=eip155:31337', calls[0])).toMatchObject({ status: 401 })
  })

  it.each(['/rpc/31338', '/v1/?chainId=eip155:31338&projectId=p'])('%s takes a websocket', async (path) => {
    const { webSocket, createPublicClient } = await import('viem')
    const transport = webSocket(sandbox().url.replace('http', 'ws') + path, { reconnect: false })
    const client = createPublicClient({ transport })
    expect(await client.getChainId()).toBe(31338)
    const socket = await client.transport.getRpcClient()
    socket.close()
  })
})

describe('GET /v1/account/{address}/balance', () => {
  it('gives exact quantities, native first and without an address, tokens with CAIP-10 addresses', async () => {
    const balances = await balancesOf(account(1).address, '&chainId=eip155:31337')
    expect(balances.map(({ symbol }) => symbol)).toEqual(['ETH', 'DAI', 'USDC', 'USDT', 'CLAIM'])
    expect(balances[0]).not.toHaveProperty('address')
    const dai = tokenOf(sandbox(), 'DAI', 31337)
    expect(balances[1]).toMatchObject({
      name: 'Sandbox Dai',
      chainId: 'eip155:31337',
      address: `eip155:31337:${dai.address}`,
      price: 1,
      value: 250,
      quantity: { decimals: '18', numeric: '250.000000000000000001' },
      iconUrl: expect.stringMatching(/^data:image\/svg\+xml;base64,/) as string,
    })
    expect(balances[4]).toMatchObject({ symbol: 'CLAIM', price: 0, value: 0 })
  })

  it('keeps the chains apart and gives both without a chainId', async () => {
    const both = await balancesOf(account(2).address)
    const dai = both
      .filter(({ symbol }) => symbol === 'DAI')
      .map(({ chainId, quantity }) => [chainId, quantity.numeric])
    expect(dai).toEqual([
      ['eip155:31337', '10'],
      ['eip155:31338', '20'],
    ])
  })

  it('follows a transfer of ether, of a token, and of the token that returns nothing', async () => {
    const receiver = privateKeyToAccount(generatePrivateKey()).address
    expect(await balancesOf(receiver)).toEqual([])
    const chain = chainClients(sandbox(), 31338, account(0).privateKey)
    await chain.sendEther(receiver, parseEther('0.010000000000000001'))
    await chain.write(tokenOf(sandbox(), 'USDC', 31338), 'transfer', [receiver, 1_500_001n])
    await chain.write(tokenOf(sandbox(), 'USDT', 31338), 'transfer', [receiver, 7n])
    const held = await balancesOf(receiver)
    expect(held.map(({ symbol, chainId, quantity }) => [symbol, chainId, quantity.numeric])).toEqual([
      ['ETH', 'eip155:31338', '0.010000000000000001'],
      ['USDC', 'eip155:31338', '1.500001'],
      ['USDT', 'eip155:31338', '0.000007'],
    ])
  })

  it('finds a token deployed later, but gives no price to one that borrows a name', async () => {
    const { abi, bytecode } = await import('../../sandbox/contracts/artifacts/StandardToken.ts')
    const holder = privateKeyToAccount(generatePrivateKey()).address
    const chain = chainClients(sandbox(), 31337, account(3).privateKey)
    const address = await chain.deploy(abi, bytecode, ['Dollar', 'USDC', 6, [holder], [123n]])
    expect(await balancesOf(holder)).toMatchObject([
      { symbol: 'USDC', address: `eip155:31337:${address}`, price: 0, value: 0, quantity: { numeric: '0.000123' } },
    ])
  })

  it('refuses what is no address, an unknown network, another currency, and no project id', async () => {
    const { address } = account(0)
    const statuses = await Promise.all(
      [
        '/v1/account/0x12/balance?projectId=p',
        `/v1/account/${address}/balance?projectId=p&chainId=eip155:1`,
        `/v1/account/${address}/balance?projectId=p&currency=eur`,
        `/v1/account/${address}/balance`,
      ].map(async (path) => (await get(path)).status),
    )
    expect(statuses).toEqual([400, 400, 400, 401])
  })
})

describe('names', () => {
  it('gives name and avatar of a named address in any case, 404 for others', async () => {
    const lower = account(0).address.toLowerCase()
    expect(await get(`/v1/identity/${lower}?projectId=p&sender=${lower}`)).toMatchObject({
      status: 200,
      body: { name: 'noah.walletkit.id', avatar: expect.stringMatching(/^data:image\/svg/) as string },
    })
    expect(await get(`/v1/identity/${account(2).address}?projectId=p`)).toMatchObject({ body: { avatar: null } })
    expect(await get(`/v1/identity/${account(5).address}?projectId=p`)).toMatchObject({
      status: 404,
      body: { reasons: [{ name: 'address' }] },
    })
  })

  it('resolves the same names to the same addresses', async () => {
    const { body } = await get('/v1/profile/account/Noah.walletkit.id?projectId=p&apiVersion=2')
    const { addresses, attributes } = body as { addresses: Record<string, { address: string }>; attributes: unknown }
    // The coin type by ENSIP-11: 0x80000000 | 31337.
    expect(addresses['2147514985']?.address).toBe(account(0).address)
    expect(new Set(Object.values(addresses).map(({ address }) => address)).size).toBe(1)
    expect(attributes).toMatchObject([{ avatar: expect.any(String) as string }])
    expect((await get('/v1/profile/account/nobody.walletkit.id?projectId=p')).status).toBe(404)
  })
})

describe('POST /v1/fungible/price', () => {
  it('prices the native currency and the tokens by contract', async () => {
    const usdt = tokenOf(sandbox(), 'USDT', 31337).address
    const addresses = [
      `eip155:31337:0x${'e'.repeat(40)}`,
      `eip155:31337:${usdt.toLowerCase()}`,
      `eip155:31337:0x${'1'.repeat(40)}`,
    ]
    const { body } = await post('/v1/fungible/price', { projectId: 'p', currency: 'usd', addresses })
    expect(body).toMatchObject({
      fungibles: [
        { symbol: 'ETH', price: 2500.5 },
        { symbol: 'USDT', price: 0.9995 },
      ],
    })
  })

  it('answers in another currency, and names it and the rate', async () => {
    const addresses = [`eip155:31337:0x${'e'.repeat(40)}`]
    const { body } = await post('/v1/fungible/price', { projectId: 'p', currency: 'eur', addresses })
    expect(body).toMatchObject({ currency: 'eur', rates: { EUR: '0.92' }, fungibles: [{ price: 2500.5 * 0.92 }] })
  })

  it.each([[{ addresses: 'x' }], [{ addresses: ['0x1'] }], [{}], [{ addresses: [], currency: 'xau' }]])(
    'refuses %j',
    async (body) => {
      expect((await post('/v1/fungible/price?projectId=p', body)).status).toBe(400)
    },
  )
})

describe('the rest', () => {
  it('lists its chains', async () => {
    const ids = ['eip155:31337', 'eip155:31338', 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh']
    expect((await get('/v1/supported-chains?projectId=p')).body).toEqual({ http: ids, ws: ids })
  })

  it('keeps and counts analytics events, and refuses another shape', async () => {
    const event = { eventId: 'a', url: 'http://x', domain: 'x', timestamp: 1, props: { event: 'MODAL_OPEN' } }
    for (const eventId of ['1', '2']) expect((await post('/e?projectId=p', { ...event, eventId })).status).toBe(200)
    expect((await post('/e?projectId=p', { ...event, props: 'none' })).status).toBe(400)
    const { body } = await get('/sandbox/analytics')
    expect(body).toMatchObject({ count: 2, byEvent: { MODAL_OPEN: 2 }, events: [{ eventId: '1' }, { eventId: '2' }] })
  })

  it('answers an unknown path with 404 and a wrong method with 405, both as JSON', async () => {
    expect(await get('/v1/nothing')).toMatchObject({ status: 404, body: { status: 'FAILED' } })
    expect(await post('/status', {})).toMatchObject({ status: 405, body: { status: 'FAILED' } })
    expect((await get('/v1/identity/%zz')).status).toBe(400)
    expect((await get('/v1/account/__proto__/balance?projectId=p')).status).toBe(400)
  })

  it('lets any loopback origin read, and no other', async () => {
    const from = async (origin: string) => fetch(`${sandbox().url}/status`, { headers: { origin } })
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:1', 'http://app.localhost']) {
      expect((await from(origin)).headers.get('access-control-allow-origin')).toBe(origin)
    }
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null']) {
      const answer = await from(origin)
      expect(answer.status).toBe(403)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('answers a preflight', async () => {
    const headers = { origin: 'http://localhost:1', 'access-control-request-headers': 'content-type' }
    const answer = await fetch(`${sandbox().url}/rpc/31337`, { method: 'OPTIONS', headers })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type')
  })
})

/** The address of the first test account, for tests that need it before the sandbox runs. */
function account0(): Hex {
  return '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
}
