import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { register } from '../../../runtime/actions/discover.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { parseBalances, parseTokenBalance } from '../../../runtime/contracts/tokenBalance.ts'
import {
  BALANCE_NAMESPACES,
  fetchBalances,
  fetchNativeBalance,
  updateBalances,
  updateNativeBalance,
} from '../../../runtime/data/balances.ts'
import { parseWalletAssets } from '../../../runtime/data/walletAssets.ts'
import type { InstallOptions } from '../../../runtime/test/index.ts'
import { makeKit, memoryStorage, sandboxConfig, slowly, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { setConnection } from '../../support/connect.ts'

const sandbox = useSandbox()
const asked = (part: string) =>
  sandbox()
    .requests()
    .filter(({ path }) => path.includes(part))

/** A connected kit on the sandbox. Only `Date` is fake, so requests and timers still run. */
async function connected(options: Partial<InstallOptions> = {}, storage = memoryStorage()) {
  const kit = makeKit(sandboxConfig(sandbox()), { storage })
  const { connector, wallet } = testConnector(sandbox(), options)
  register(kit, connector)
  await connect(kit, connector)
  return { kit, wallet, account: kit.state.accounts.eip155, storage }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  sandbox().faults.clear()
})
afterEach(() => void vi.useRealTimers())

describe('token balances', () => {
  it('are requested with currency and chain, and forced ones are requested again [S7.api.05] [S3.account.03]', async () => {
    const { kit, account } = await connected()
    const before = asked('/balance').length
    await updateBalances(kit)
    expect(account.tokenBalance?.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['ETH', 'USDC', 'DAI']))
    await updateBalances(kit, { force: true })
    const [first, second] = asked('/balance').slice(before)
    const path = `/v1/account/${account.address}/balance`
    expect(first).toMatchObject({ path, query: { currency: 'usd', chainId: 'eip155:31337' } })
    expect(first?.query).not.toHaveProperty('forceUpdate')
    expect(second?.path).toBe(path)
    expect(second?.query).toEqual({ ...first?.query, forceUpdate: `eip155:31337:${account.address}` })
  })

  it('that are forced do not join a request from before, and answer its caller too', async () => {
    const { kit, account } = await connected()
    const before = asked('/balance').length
    sandbox().faults.set({ path: '/v1/account', kind: 'delay', ms: 300 })
    const early = fetchBalances(kit)
    await expect.poll(() => asked('/balance').length).toBe(before + 1)
    sandbox().faults.clear()
    const forced = fetchBalances(kit, { force: true })
    expect(await early).toBe(await forced)
    expect(asked('/balance').at(-1)?.query).toMatchObject({ forceUpdate: `eip155:31337:${account.address}` })
    // A call during a forced request joins it.
    const [one, two] = [fetchBalances(kit, { force: true }), fetchBalances(kit, { force: true })]
    expect(await one).toBe(await two)
    expect(asked('/balance').length - before).toBe(3)
  })

  it('are loading while they are fetched, also when the fetch fails [S3.account.21] [S4.bal.01]', async () => {
    const { kit, account } = await connected()
    const fetching = updateBalances(kit)
    expect(account.balanceLoading).toBe(true)
    await fetching
    expect(account.balanceLoading).toBe(false)
    sandbox().faults.set({ path: '/v1/account', kind: 'status', status: 500 })
    const failing = updateBalances(kit, { force: true })
    expect(account.balanceLoading).toBe(true)
    await failing
    expect(account.balanceLoading).toBe(false)
  })

  it('are not fetched for 30 s after a failure [S3.account.22] [S4.bal.02]', async () => {
    const { kit, account } = await connected()
    sandbox().faults.set({ path: '/v1/account', kind: 'status', status: 500 })
    const now = Date.now()
    await updateBalances(kit)
    expect(account.lastRetry).toBe(now)
    const count = asked('/balance').length
    vi.setSystemTime(now + 29_900)
    await updateBalances(kit)
    expect(asked('/balance')).toHaveLength(count)
    vi.setSystemTime(now + 30_000)
    await updateBalances(kit)
    expect(asked('/balance')).toHaveLength(count + 1)
  })

  it('are cached by address for 30 s [S3.cache.01] [S9.cache.01]', async () => {
    const { kit, account, storage } = await connected()
    const count = asked('/balance').length
    await updateBalances(kit)
    await updateBalances(kit)
    expect(asked('/balance')).toHaveLength(count + 1)
    const cache = JSON.parse(storage.get('@appkit/portfolio_cache') ?? '{}') as Record<string, { timestamp: number }>
    expect(cache[account.caipAddress ?? '']?.timestamp).toBe(Date.now())
    vi.setSystemTime(Date.now() + 30_000)
    await updateBalances(kit)
    expect(asked('/balance')).toHaveLength(count + 2)
  })

  it('keep their last values when a later fetch fails', async () => {
    const { kit, account } = await connected()
    await updateBalances(kit)
    const known = account.tokenBalance?.length
    sandbox().faults.set({ path: '/v1/account', kind: 'garbage' })
    await updateBalances(kit, { force: true })
    expect(account.tokenBalance).toHaveLength(known ?? -1)
    expect(kit.state.toast).toMatchObject({ message: 'Token Balance Unavailable', variant: 'error' })
  })

  it('are the native balance over RPC when no service is configured', async () => {
    const { services: _, ...config } = sandboxConfig(sandbox())
    const kit = makeKit(config)
    const { connector } = testConnector(sandbox())
    register(kit, connector)
    await connect(kit, connector)
    await updateBalances(kit)
    expect(kit.state.accounts.eip155.tokenBalance).toMatchObject([
      { symbol: 'ETH', quantity: { numeric: '10000', decimals: '18' } },
    ])
  })

  it('include the token that the config names, which the button also shows', async () => {
    const { services, ...config } = sandboxConfig(sandbox())
    const usdc = sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address ?? ''
    const tokens = { 'eip155:31337': { address: usdc, image: '/usdc.svg' } }
    const kit = makeKit({ ...config, tokens })
    await connect(kit, testConnector(sandbox()).connector)
    await updateBalances(kit)
    const account = kit.state.accounts.eip155
    const [, token] = account.tokenBalance ?? []
    expect(token).toMatchObject({ symbol: 'USDC', address: `eip155:31337:${usdc}`, iconUrl: '/usdc.svg' })
    await updateNativeBalance(kit)
    expect(account.balanceSymbol).toBe('USDC')
    expect(account.balance).toBe(token?.quantity.numeric)
    expect(Number(account.balance)).toBeGreaterThan(0)
    // The service knows the token too, but the site's image is used.
    const served = makeKit({ ...config, ...(services && { services }), tokens })
    await connect(served, testConnector(sandbox()).connector)
    await updateBalances(served)
    expect(served.state.accounts.eip155.tokenBalance?.find(({ symbol }) => symbol === 'USDC')?.iconUrl).toBe(
      '/usdc.svg',
    )
  })

  it('are supported for eip155 and solana [S9.chains.01]', () => {
    expect(BALANCE_NAMESPACES).toEqual(['eip155', 'solana'])
  })
})

describe('the native balance', () => {
  it('is read over RPC into the account [S3.account.11] [S3.account.12]', async () => {
    const { kit, account } = await connected()
    await updateNativeBalance(kit)
    expect(account).toMatchObject({ balance: '10000', balanceSymbol: 'ETH' })
  })

  it('is cached by address for 30 s [S3.cache.02] [S9.cache.02]', async () => {
    const { kit, account, storage } = await connected()
    const count = asked('/rpc').length + asked('/v1/').length
    await fetchNativeBalance(kit)
    const once = asked('/rpc').length + asked('/v1/').length
    expect(once).toBeGreaterThan(count)
    await fetchNativeBalance(kit)
    expect(asked('/rpc').length + asked('/v1/').length).toBe(once)
    const cache = JSON.parse(storage.get('@appkit/native_balance_cache') ?? '{}') as Record<
      string,
      { timestamp: number }
    >
    expect(cache[account.caipAddress ?? '']?.timestamp).toBe(Date.now())
    vi.setSystemTime(Date.now() + 30_000)
    await fetchNativeBalance(kit)
    expect(asked('/rpc').length + asked('/v1/').length).toBeGreaterThan(once)
  })
})

describe('the wallet’s own list', () => {
  const metadata = { name: 'Own', symbol: 'OWN', decimals: 6, price: 2, iconUrl: '' }
  const asset = { address: `0x${'1'.repeat(40)}`, balance: '0xf4240', type: 'ERC20', metadata }

  it('is used when the wallet says that it has one [S5.bal.03]', async () => {
    const without = await connected()
    await updateBalances(without.kit)
    expect(without.wallet.requests.map(({ method }) => method)).not.toContain('wallet_getAssets')
    const { kit, account, wallet } = await connected({
      capabilities: { '0x7a69': { assetDiscovery: { supported: true } } },
      assets: { '0x7a69': [asset] },
    })
    await updateBalances(kit)
    expect(wallet.requests.map(({ method }) => method)).toContain('wallet_getAssets')
    expect(account.tokenBalance).toMatchObject([{ symbol: 'OWN', value: 2, quantity: { numeric: '1', decimals: '6' } }])
  })

  it.each([
    ['not here', { '0x7a69': { assetDiscovery: { supported: false } } }],
    ['on another network', { '0x1': { assetDiscovery: { supported: true } } }],
    [
      'on every network but this one',
      { '0x0': { assetDiscovery: { supported: true } }, '0x7a69': { assetDiscovery: { supported: false } } },
    ],
    ['in words that nobody knows', { '0x7a69': { assetDiscovery: { supported: 'yes' } } }],
  ])('is not asked for when the wallet has one %s [S5.bal.03]', async (_, capabilities) => {
    const { kit, account, wallet } = await connected({ capabilities, assets: { '0x7a69': [asset] } })
    await updateBalances(kit)
    expect(wallet.requests.map(({ method }) => method)).not.toContain('wallet_getAssets')
    expect(account.tokenBalance?.map(({ symbol }) => symbol)).not.toContain('OWN')
  })

  it('is used when the wallet says that it has one on every network', async () => {
    const { kit, account } = await connected({
      capabilities: { '0x0': { assetDiscovery: { supported: true } }, '0x7a69': { atomic: { status: 'ready' } } },
      assets: { '0x7a69': [asset] },
    })
    await updateBalances(kit)
    expect(account.tokenBalance).toMatchObject([{ symbol: 'OWN', value: 2 }])
  })

  it('is ignored when it has another shape [S5.bal.02]', async () => {
    const { kit, account } = await connected({
      capabilities: { '0x7a69': { assetDiscovery: { supported: true } } },
      assets: { '0x7a69': [{ ...asset, balance: 31 }] },
    })
    await updateBalances(kit)
    expect(account.tokenBalance?.map(({ symbol }) => symbol)).toContain('USDC')
  })

  it('has an address on each token of a chain [S3.asset.01]', () => {
    expect(parseWalletAssets({ '0x1': [asset] })).toBeDefined()
    expect(parseWalletAssets({ '0x1': [{ ...asset, address: undefined }] })).toBeUndefined()
  })

  it('has hex balances [S3.asset.02]', () => {
    expect(parseWalletAssets({ '0x1': [{ ...asset, balance: '0x1f' }] })).toBeDefined()
    for (const balance of [31, '31']) expect(parseWalletAssets({ '0x1': [{ ...asset, balance }] })).toBeUndefined()
  })

  it('has the types ERC20 and NATIVE [S3.asset.03]', () => {
    for (const type of ['ERC20', 'NATIVE']) expect(parseWalletAssets({ '0x1': [{ ...asset, type }] })).toBeDefined()
    expect(parseWalletAssets({ '0x1': [{ ...asset, type: 'ERC721' }] })).toBeUndefined()
  })

  it('describes each token [S3.asset.04]', () => {
    for (const key of Object.keys(metadata)) {
      expect(parseWalletAssets({ '0x1': [{ ...asset, metadata: { ...metadata, [key]: undefined } }] })).toBeUndefined()
    }
  })
})

describe('the slow list of a wallet', () => {
  const discovery = { capabilities: { '0x7a69': { assetDiscovery: { supported: true } } } }
  const metadata = { name: 'Own', symbol: 'OWN', decimals: 6, price: 2, iconUrl: '' }
  const own = { address: `0x${'1'.repeat(40)}`, balance: '0xf4240', type: 'ERC20', metadata }
  /** A connected wallet that answers one method late, or never. */
  async function slow(method: string, ms: number | undefined) {
    const all = await connected({ ...discovery, assets: { '0x7a69': [own] } })
    const provider = slowly(all.wallet.provider, method, ms)
    setConnection(all.kit, 'eip155', { provider })
    const symbols = () => all.account.tokenBalance?.map(({ symbol }) => symbol)
    return { ...all, symbols }
  }
  const timed = async (run: () => Promise<unknown>) => {
    const start = performance.now()
    await run()
    return performance.now() - start
  }

  it.each(['wallet_getCapabilities', 'wallet_getAssets'])(
    'delays the balances for at most 3 s when %s is never answered, and only once',
    async (method) => {
      const { kit, symbols, wallet } = await slow(method, undefined)
      const first = await timed(() => updateBalances(kit))
      expect(symbols()).toContain('USDC')
      expect(first).toBeGreaterThan(2900)
      expect(first).toBeLessThan(8000)
      const before = wallet.requests.length
      // The wallet has still not answered the first request, so it is not asked again.
      expect(await timed(() => updateBalances(kit, { force: true }))).toBeLessThan(first - 1000)
      expect(symbols()).toContain('USDC')
      expect(wallet.requests).toHaveLength(before)
    },
  )

  it('updates the screen and the cache when it arrives later', async () => {
    const { kit, symbols, account } = await slow('wallet_getCapabilities', 4000)
    await updateBalances(kit)
    expect(symbols()).toContain('USDC')
    await expect.poll(symbols).toEqual(['OWN'])
    account.tokenBalance = undefined
    await updateBalances(kit)
    expect(symbols()).toEqual(['OWN'])
  })

  it('is ignored for another account', async () => {
    const { kit, symbols, account } = await slow('wallet_getCapabilities', 4000)
    await updateBalances(kit)
    account.caipAddress = `eip155:31337:0x${'2'.repeat(40)}`
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(symbols()).toContain('USDC')
  })

  it.each([
    ['no network', {}],
    ['another network', { '0x1': [own] }],
  ])('may be empty: a valid answer that names %s', async (_name, assets) => {
    const { kit, account } = await connected({ ...discovery, assets })
    await updateBalances(kit)
    expect(account.tokenBalance).toEqual([])
  })
})

describe('a balance entry', () => {
  const entry = {
    name: 'Dollar',
    symbol: 'USDC',
    chainId: 'eip155:1',
    address: `eip155:1:0x${'1'.repeat(40)}`,
    value: 3,
    price: 1,
    quantity: { decimals: '6', numeric: '3' },
    iconUrl: 'data:image/png;base64,',
  }

  it('is dropped when its decimals are the text 0 [S5.bal.01]', () => {
    const balances = ['0', '6', '18'].map((decimals) => ({ ...entry, quantity: { decimals, numeric: '1' } }))
    expect(parseBalances({ balances }).map(({ quantity }) => quantity.decimals)).toEqual(['6', '18'])
  })

  it('has its network as a CAIP-2 id [S3.balance.03]', () => {
    expect(parseTokenBalance(entry)?.chainId).toBe('eip155:1')
    expect(parseTokenBalance({ ...entry, chainId: '1' })).toBeUndefined()
  })

  it('is native without an address [S3.balance.04]', () => {
    expect(parseTokenBalance({ ...entry, address: undefined })).not.toHaveProperty('address')
    expect(parseTokenBalance(entry)?.address).toBe(entry.address)
  })

  it('has its quantity as text [S3.balance.07]', () => {
    for (const quantity of [
      { decimals: 6, numeric: '3' },
      { decimals: '6', numeric: 3 },
      { decimals: '6' },
      undefined,
      {},
    ]) {
      expect(parseTokenBalance({ ...entry, quantity })).toBeUndefined()
    }
  })

  it('is parsed from any input without throwing', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        (value) => void parseBalances({ balances: [value, { ...entry, ...(value as object) }] }),
      ),
    )
    fc.assert(fc.property(fc.anything(), (value) => void parseWalletAssets(value)))
  })
})
