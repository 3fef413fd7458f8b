/** The blockchain API of a server with its own node: a real local chain, read as a page reads it. */
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHosted } from '../../support/hosted.ts'
import { useSandbox } from '../../support/sandbox.ts'

const SITE = 'https://shop.example'
const sandbox = useSandbox()
const folder = mkdtempSync(join(tmpdir(), 'token-list-'))
let hosted: Awaited<ReturnType<typeof startHosted>>

beforeAll(async () => {
  const { chains, tokens, solana } = sandbox()
  const list = tokens
    .filter(({ kind }) => kind !== 'spam')
    .map(({ chainId, address, name, symbol, decimals }) => ({
      ...{ chainId, address, name, symbol, decimals },
    }))
  const path = join(folder, 'tokens.json')
  writeFileSync(path, JSON.stringify({ tokens: list }))
  hosted = await startHosted({
    ...{ sites: [SITE], sources: { rpc: {} }, tokens: path },
    networks: chains.map(({ id, name, rpcUrl }) => ({ id, name, symbol: 'ETH', rpc: rpcUrl })),
    solana: { id: solana.caipNetworkId.split(':')[1], rpc: solana.rpcUrl },
  })
})
afterAll(async () => {
  await hosted?.close()
  rmSync(folder, { recursive: true })
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${hosted.url()}${path}`, { ...init, headers: { origin: SITE, ...init.headers } })
const call = (method: string, chainId = 'eip155:31337', params: unknown[] = []) =>
  ask(`/v1/?chainId=${chainId}&projectId=x`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })

describe('the blockchain API over the config’s nodes', () => {
  it('tells its networks, and what an account has', async () => {
    const { http } = (await (await ask('/v1/supported-chains')).json()) as { http: string[] }
    expect(http).toEqual(['eip155:31337', 'eip155:31338', sandbox().solana.caipNetworkId])
    const [account] = sandbox().accounts
    const answer = await ask(`/v1/account/${account?.address}/balance?chainId=eip155:31337&currency=usd&projectId=x`)
    expect(answer.headers.get('x-walletkit-source')).toBe('rpc')
    expect(answer.headers.get('access-control-allow-origin')).toBe(SITE)
    const { balances } = (await answer.json()) as { balances: { symbol: string; quantity: object }[] }
    expect(balances[0]).toMatchObject({ symbol: 'ETH', chainId: 'eip155:31337', quantity: { decimals: '18' } })
    expect(balances.map(({ symbol }) => symbol).sort()).toEqual(['DAI', 'ETH', 'USDC', 'USDT'])
  })

  it('tells what a Solana account has', async () => {
    const { caipNetworkId, accounts } = sandbox().solana
    const answer = await ask(`/v1/account/${accounts[0]?.address}/balance?chainId=${caipNetworkId}`)
    expect(await answer.json()).toMatchObject({ balances: [{ symbol: 'SOL', quantity: { numeric: '1000' } }] })
  })

  it('passes calls on, one or a batch, and refuses what pages have no need of', async () => {
    expect(await (await call('eth_chainId')).json()).toEqual({ jsonrpc: '2.0', id: 7, result: '0x7a69' })
    const batch = ['eth_chainId', 'eth_blockNumber'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
    const answer = await ask('/v1?chainId=eip155:31337', { method: 'POST', body: JSON.stringify(batch) })
    expect(await answer.json()).toMatchObject([{ id: 0, result: '0x7a69' }, { id: 1 }])
    // The sandbox's node has unlocked accounts: whoever may call this can spend from them.
    for (const method of ['eth_sendTransaction', 'eth_accounts', 'anvil_setBalance', 'personal_sign', 'constructor'])
      expect((await call(method)).status).toBe(403)
    const error = await call('eth_call', 'eip155:31337', [{ to: 'nonsense' }, 'latest'])
    expect(await error.json()).toMatchObject({ id: 7, error: { code: expect.any(Number) as number } })
  })

  it('refuses pages of other sites, other networks, and what is no address', async () => {
    const stranger = await ask('/v1/supported-chains', { headers: { origin: 'https://evil.example' } })
    expect(stranger.status).toBe(403)
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
    expect((await call('eth_chainId', 'eip155:1')).status).toBe(400)
    const wrong = await ask('/v1/account/0x12/balance?chainId=eip155:31337')
    expect(await wrong.json()).toMatchObject({ status: 'FAILED', reasons: [{ name: 'address' }] })
    expect((await ask('/v1/account/a%2Fb/balance?chainId=eip155:31337')).status).toBe(400)
  })

  it('says which part nobody answers', async () => {
    const [account] = sandbox().accounts
    const history = await ask(`/v1/account/${account?.address}/history?chainId=eip155:31337`)
    expect(history.status).toBe(404)
    expect(await history.text()).toContain('No source of this server tells the history on this network')
    expect((await ask('/v1/convert/tokens?chainId=eip155:31337')).status).toBe(404)
  })

  it('refuses what other pages load as a picture, which has no origin', async () => {
    const asked = (site: string) =>
      fetch(`${hosted.url()}/v1/supported-chains`, { headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' } })
    expect((await asked('cross-site')).status).toBe(403)
    expect((await asked('same-site')).status).toBe(403)
    expect((await asked('none')).status).toBe(200)
  })

  it('refuses pages of other sites in browsers that tell only the address of the page', async () => {
    const asked = (referer: string) => fetch(`${hosted.url()}/v1/supported-chains`, { headers: { referer } })
    for (const page of ['https://evil.example/', 'https://shop.example.evil.example/a', 'nonsense', `${SITE}.evil/`])
      expect((await asked(page)).status, page).toBe(403)
    for (const page of [`${SITE}/cart?id=1`, `${hosted.url()}/`]) expect((await asked(page)).status, page).toBe(200)
  })

  it('goes on for others when a page asks for what no node can answer', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    for (let count = 0; count < 6; count += 1) {
      const answer = await ask('/v1/?chainId=eip155:31337', { method: 'POST', body: deep })
      expect(answer.status).toBe(400)
    }
    expect((await call('eth_chainId')).status).toBe(200)
  })

  it('answers a preflight of its sites', async () => {
    const answer = await ask('/v1/fungible/price', { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type')
  })
})

describe('a server without sources', () => {
  it('has no blockchain API', async () => {
    const plain = await startHosted({ sites: [SITE] })
    expect((await fetch(`${plain.url()}/v1/supported-chains`)).status).toBe(404)
    await plain.close()
  })
})
