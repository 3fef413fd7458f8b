import { describe, expect, it } from 'vitest'
import * as figures from '../../../plugins/swaps/figures.ts'
import * as form from '../../../plugins/swaps/form.ts'
import { readOptions } from '../../../plugins/swaps/options.ts'
import { fetchHeld, readGasPrice } from '../../../plugins/swaps/reads.ts'
import { mayReview } from '../../../plugins/swaps/review.ts'
import { blankSwap } from '../../../plugins/swaps/state.ts'
import { popularTokens, suggestedTokens } from '../../../plugins/swaps/suggested.ts'
import manifest from '../../../plugins/swaps/index.ts'
import { onNetwork } from '../../../runtime/actions/session.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import { makeKit, network, sandboxConfig } from '../../support/kit.ts'
import { otherNetworks } from '../../support/networks.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { asked, fill, openPanel, posted, quoted, sandboxOptions, tokenOf } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const count = (path: string) => asked(sandbox(), path).length
const QUOTES = '/v1/convert/quotes'

describe('opening the swap form', () => {
  it('loads the token list with popular, suggested and owned tokens [S3.swap.15] [S3.swap.16] [S3.swap.17] [S3.swap.18] [S7.bal.01]', async () => {
    const { controller } = await openPanel(sandbox())
    await controller.initialise()
    const { tokens, held } = controller.state
    const [popular, suggested] = [popularTokens(controller), suggestedTokens(controller)]
    const symbols = (list: readonly { symbol: string }[]) => list.map(({ symbol }) => symbol).toSorted()
    expect(symbols(tokens)).toEqual(['DAI', 'ETH', 'UNI', 'USDC', 'USDT', 'WBTC'])
    expect(symbols(popular)).toEqual(symbols(tokens))
    expect(popular.every((token) => tokens.some(({ address }) => address === token.address))).toBe(true)
    expect(symbols(suggested)).toEqual(expect.arrayContaining(['ETH', 'USDC']))
    expect(symbols(held)).toEqual(['DAI', 'ETH', 'USDC', 'USDT'])
    expect(held.find(({ symbol }) => symbol === 'USDC')).toMatchObject({
      decimals: 6,
      price: 1,
      quantity: { decimals: '6', numeric: '2500.123457' },
    })
  })

  it('loads the prices of the native currency and of gas [S3.swap.06] [S3.swap.07]', async () => {
    const { controller } = await openPanel(sandbox())
    await controller.initialise()
    const { gasFee } = controller.state
    const gasPriceInUSD = figures.gasPriceInUSD(controller)
    expect(form.networkPrice(controller)).toBe(2500.5)
    expect(String(gasFee)).toMatch(/^[1-9]\d+$/)
    expect(gasPriceInUSD).toBeTypeOf('number')
    expect(gasPriceInUSD).toBeCloseTo((Number(gasFee) * 150_000 * 2500.5) / 1e18, 12)
  })

  it('requests with the address that the config sets for the native currency [S9.open.01]', async () => {
    const own = `0x${'d'.repeat(40)}`
    const { controller } = await openPanel(sandbox(), { config: { nativeTokens: { eip155: own } } })
    const from = sandbox().requests().length
    const bodies = await posted('/fungible/price', controller.initialise)
    expect(bodies).toContainEqual(expect.objectContaining({ addresses: [`eip155:31337:${own}`] }))
    const ether = controller.state.held
    expect(ether.some(({ symbol }) => symbol === 'ETH')).toBe(false)
    const dai = tokenOf(controller, 'DAI')
    controller.setToken('sourceToken', { ...dai, address: `eip155:31337:${own}`, symbol: 'ETH' })
    controller.setToken('toToken', dai)
    controller.setAmount('1')
    await quoted({ controller })
    expect(asked(sandbox(), QUOTES, from).at(-1)?.query).toMatchObject({ from: `eip155:31337:${own}` })
  })

  it('is rejected on a network without swaps [S8.throw.14]', async () => {
    const sepolia = { ...network(11155111), caipNetworkId: 'eip155:11155111' as const }
    const config = { networks: [...(sandboxConfig(sandbox()).networks ?? []), sepolia] }
    const panel = await openPanel(sandbox(), { config: { ...config } })
    onNetwork(panel.kit, 'eip155:11155111')
    expect(panel.controller.isServed()).toBe(false)
    await expect(panel.controller.initialise()).rejects.toThrow('Network not supported for Swaps')
    expect(form.order(panel.controller)).toBeUndefined()
  })

  it('returns with a notice when tokens, balances or gas fail, and continues without prices', async () => {
    for (const path of ['/v1/convert/tokens', '/v1/account/', '/v1/convert/gas-price']) {
      const { controller, kit } = await openPanel(sandbox())
      sandbox().faults.set({ path, kind: 'status', status: 500 })
      await expect(controller.initialise()).rejects.toThrow('Failed to initialize swap')
      expect(controller.state.status).toBe('off')
      expect(kit.state.toast.open).toBe(false)
      sandbox().faults.clear()
    }
    const { controller, kit } = await openPanel(sandbox())
    sandbox().faults.set({ path: '/v1/fungible/price', kind: 'status', status: 500 })
    await controller.initialise()
    sandbox().faults.clear()
    expect(controller.state.status).toBe('form')
    expect(form.networkPrice(controller)).toBe(0)
    expect(kit.state.toast).toMatchObject({ message: 'Failed to fetch network token price', variant: 'error' })
  })

  it('can preselect tokens by symbol or address, and an amount', async () => {
    const { controller } = await openPanel(sandbox())
    const usdc = sandbox().tokens.find(({ symbol }) => symbol === 'USDC')
    controller.opened({ amount: '2.5', fromToken: 'dai', toToken: usdc?.address ?? '' })
    const leave = controller.enter()
    await waitFor(() => expect(figures.toTokenAmount(controller)).not.toBe(''))
    leave()
    expect(controller.state).toMatchObject({ sourceTokenAmount: '2.5' })
    expect([controller.state.sourceToken?.symbol, controller.state.toToken?.symbol]).toEqual(['DAI', 'USDC'])
  })
})

describe('owned tokens', () => {
  it('are those of the requested network [S7.lookup.01]', async () => {
    const panel = await openPanel(sandbox())
    panel.wallet.changeChain(31338)
    await waitFor(() => expect(panel.pluginKit.network()?.caipNetworkId).toBe('eip155:31338'))
    const from = sandbox().requests().length
    const held = await fetchHeld(panel.pluginKit, 'eip155:31338')
    const path = `/v1/account/${panel.pluginKit.account().address}/balance`
    expect(asked(sandbox(), path, from).map(({ query }) => query['chainId'])).toEqual(['eip155:31338'])
    expect(held.length).toBeGreaterThan(0)
    expect(new Set(held.map(({ chainId }) => chainId))).toEqual(new Set(['eip155:31338']))
    expect(await fetchHeld(panel.pluginKit, 'eip155:31337')).toEqual([])
  })
})

describe('the gas price', () => {
  it('is an error when neither the service nor the connection knows it [S8.throw.13]', async () => {
    const bitcoin = { ...network(1), caipNetworkId: 'bip122:000000000019d6689c085ae165831e93' as const }
    const config = { networks: [{ ...bitcoin, chainNamespace: 'bip122' as const }, network(11155111)] }
    const kit = makeKit(config)
    const own = createPluginKit(kit, manifest)
    const options = readOptions({})
    const never = undefined as never
    kit.state.networks.activeChain = 'bip122'
    await expect(readGasPrice({ kit: own, provider: never, options })).rejects.toThrow(
      'Network not supported for Gas Price',
    )
    kit.state.networks.activeChain = 'eip155'
    await expect(readGasPrice({ kit: own, provider: never, options })).rejects.toThrow(
      'Network not supported for Gas Price',
    )
  })

  it('is the fee from the connection on Solana, not from the service [S7.rpc.09]', async () => {
    const { accounts } = sandbox().solana
    const kit = makeKit(
      { ...sandboxConfig(sandbox()), networks: otherNetworks(sandbox(), ['solana']) },
      { chains: [solana] },
    )
    kit.state.networks.activeChain = 'solana'
    kit.state.accounts.solana.address = accounts[0]?.address
    const before = count('/v1/convert/gas-price')
    const from = sandbox().requests().length
    expect(
      await readGasPrice({
        kit: createPluginKit(kit, manifest),
        provider: undefined as never,
        options: readOptions({}),
      }),
    ).toBe(5000n)
    expect(count('/v1/convert/gas-price')).toBe(before)
    const rpc = sandbox()
      .requests()
      .slice(from)
      .flatMap((each) => each.rpc)
    expect(rpc).toContain('getFeeForMessage')
  })
})

describe('the form', () => {
  it('keeps both tokens, the amount and the quoted result [S3.swap.01] [S3.swap.02] [S3.swap.03] [S3.swap.04]', async () => {
    const panel = await openPanel(sandbox())
    const { state } = panel.controller
    await fill(panel, 'ETH', 'USDC', '1')
    expect(state.sourceToken).toMatchObject({
      symbol: 'ETH',
      decimals: 18,
      address: `eip155:31337:0x${'e'.repeat(40)}`,
    })
    expect(state.toToken).toMatchObject({ symbol: 'USDC', decimals: 6 })
    expect(state.toToken?.address).toBe(tokenOf(panel.controller, 'USDC').address)
    expect(state.sourceTokenAmount).toBe('1')
    const { query } = asked(sandbox(), QUOTES).at(-1) ?? { query: {} }
    expect(query).toMatchObject({ amount: '1000000000000000000', from: state.sourceToken?.address })
    expect(panel.controller.state.quote?.toAmount).toBeGreaterThan(2_000_000_000n)
    expect(figures.toTokenAmount(panel.controller)).toBe(String(Number(panel.controller.state.quote?.toAmount) / 1e6))
  })

  it('shows prices, impact, slippage and fee of the quote [S3.swap.05] [S3.swap.08] [S3.swap.09] [S3.swap.10] [S3.swap.11]', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    expect(controller.options.slippage).toBe(1)
    await fill(panel, 'USDC', 'ETH', '100')
    const { sourceToken, toToken } = controller.state
    await waitFor(() => expect(form.priceOf(controller, toToken)).toBe(2500.5))
    expect([form.priceOf(controller, sourceToken), form.networkPrice(controller)]).toEqual([1, 2500.5])
    const worth = (Number(panel.controller.state.quote?.toAmount) / 1e18) * 2500.5
    expect(figures.priceImpact(controller)).toBeCloseTo(100 - worth, 6)
    expect(figures.maxSlippage(controller)).toBeCloseTo(Number(figures.toTokenAmount(controller)) / 100, 15)
    expect(figures.providerFee(controller)).toBe('0.85')
  })

  it('uses a slippage of one percent unless another is set [S9.swap.01]', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'ETH', 'USDC', '1')
    const bodies = await posted('/build-transaction', panel.controller.prepare)
    expect(bodies).toEqual([expect.objectContaining({ eip155: { slippage: 1 } })])
    expect(figures.blocked(panel.controller)).toBeUndefined()
  })

  it('uses the slippage of the config for both the display and the transaction [S9.swap.04]', async () => {
    const panel = await openPanel(sandbox(), { options: { slippage: 2.5 } })
    await fill(panel, 'ETH', 'USDC', '1')
    expect(figures.maxSlippage(panel.controller)).toBeCloseTo(
      Number(figures.toTokenAmount(panel.controller)) * 0.025,
      6,
    )
    const bodies = await posted('/build-transaction', panel.controller.prepare)
    expect(bodies).toEqual([expect.objectContaining({ eip155: { slippage: 2.5 } })])
    expect(figures.blocked(panel.controller)).toBeUndefined()
  })

  it('requests no quote for a zero amount or for a token without address or decimals [S5.swap.01] [S5.swap.02]', async () => {
    const { controller } = await openPanel(sandbox())
    await controller.initialise()
    controller.setToken('sourceToken', tokenOf(controller, 'DAI'))
    controller.setToken('toToken', { ...tokenOf(controller, 'ETH'), decimals: undefined as never })
    const before = count(QUOTES)
    controller.setAmount('5')
    await quoted({ controller })
    controller.setToken('toToken', { ...tokenOf(controller, 'ETH'), address: '' })
    await quoted({ controller })
    expect(form.label(controller)).toBe('selectToken')
    controller.setToken('toToken', tokenOf(controller, 'ETH'))
    for (const text of ['0', '', '0.000', '1e3', '-5']) {
      controller.setAmount(text)
      await quoted({ controller })
      expect(form.label(controller)).toBe('enterAmount')
    }
    expect(count(QUOTES)).toBe(before)
  })

  it('reports an insufficient balance, of the token and for gas [S3.swap.12] [S5.swap.06]', async () => {
    const panel = await openPanel(sandbox())
    const { controller, kit } = panel
    await fill(panel, 'DAI', 'ETH', '1000.123456789012345679')
    expect(form.inputError(controller)).toBe('Insufficient balance')
    expect(form.label(controller)).toBe('inputError')
    controller.setAmount('1000.123456789012345678')
    await quoted(panel)
    expect(form.inputError(controller)).toBeUndefined()
    expect(kit.state.accounts.eip155.preferredAccountType).toBe('eoa')
    controller.state.held = controller.state.held.filter(({ symbol }) => symbol !== 'ETH')
    delete controller.state.facts[`eip155:31337:0x${'e'.repeat(40)}`]
    controller.setAmount('5')
    await quoted(panel)
    expect(form.inputError(controller)).toBe('Insufficient balance')
  })

  it('reports no insufficient gas for a smart account [S5.swap.07]', async () => {
    const panel = await openPanel(sandbox())
    const { controller, kit } = panel
    await fill(panel, 'DAI', 'ETH', '5')
    kit.state.accounts.eip155.preferredAccountType = 'smartAccount'
    controller.state.held = controller.state.held.filter(({ symbol }) => symbol !== 'ETH')
    delete controller.state.facts[`eip155:31337:0x${'e'.repeat(40)}`]
    controller.setAmount('6')
    await quoted(panel)
    expect(form.inputError(controller)).toBeUndefined()
    controller.setAmount('100000')
    await quoted(panel)
    expect(form.inputError(controller)).toBe('Insufficient balance')
  })

  it('requests a quote once the visitor stops typing, and only for the last amount', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    await fill(panel, 'ETH', 'DAI', '1')
    const from = sandbox().requests().length
    for (const text of ['2', '20', '200', '2']) controller.setAmount(text)
    expect(figures.toTokenAmount(controller)).toBe('')
    await quoted(panel)
    expect(asked(sandbox(), QUOTES, from).map(({ query }) => query['amount'])).toEqual(['2000000000000000000'])
  })

  it('ignores a quote that arrives after a newer one', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    await fill(panel, 'ETH', 'DAI', '1')
    sandbox().faults.set({ path: QUOTES, kind: 'delay', ms: 1500, times: 1 })
    const from = sandbox().requests().length
    controller.setAmount('3')
    await waitFor(() => expect(asked(sandbox(), QUOTES, from)).toHaveLength(1))
    controller.setAmount('2')
    await quoted(panel)
    const second = figures.toTokenAmount(controller)
    await new Promise((resolve) => setTimeout(resolve, 1800))
    expect(figures.toTokenAmount(controller)).toBe(second)
    expect(Number(second)).toBeLessThan(5001)
  })

  it('swaps the two tokens, and sets the amount to one when there was no quote', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    await fill(panel, 'ETH', 'USDC', '1')
    const arrived = figures.toTokenAmount(controller)
    controller.switchTokens()
    expect([controller.state.sourceToken?.symbol, controller.state.toToken?.symbol]).toEqual(['USDC', 'ETH'])
    expect(controller.state.sourceTokenAmount).toBe(arrived)
    await quoted(panel)
    controller.setAmount('')
    await quoted(panel)
    controller.switchTokens()
    expect(controller.state.sourceTokenAmount).toBe('1')
    controller.setToken('sourceToken', tokenOf(controller, 'USDC'))
    expect([controller.state.sourceToken?.symbol, controller.state.toToken?.symbol]).toEqual(['USDC', 'ETH'])
  })

  it('offers exact shares of a balance, and for ether leaves the gas', async () => {
    const panel = await openPanel(sandbox())
    const { controller, pluginKit } = panel
    await fill(panel, 'DAI', 'ETH', '1')
    await waitFor(() => expect(Object.values(controller.state.facts).filter((each) => each.balance)).toHaveLength(2))
    controller.setShare(100)
    expect(controller.state.sourceTokenAmount).toBe('1000.123456789012345678')
    controller.setShare(25)
    expect(controller.state.sourceTokenAmount).toBe('250.030864197253086419')
    await fill(panel, 'ETH', 'DAI', '1')
    controller.setShare(100)
    const balance = await pluginKit.chain.getBalance()
    expect(form.amount(controller)).toBe(balance - 150_000n * (controller.state.gasFee ?? 0n))
    await quoted(panel)
    expect(form.inputError(controller)).toBeUndefined()
  })

  it('reports a failed allowance once, and a failed quote beside the button', async () => {
    const panel = await openPanel(sandbox())
    const { controller, kit } = panel
    await fill(panel, 'ETH', 'DAI', '1')
    sandbox().faults.set({ path: '/v1/convert/allowance', kind: 'status', status: 500 })
    await fill(panel, 'DAI', 'ETH', '1')
    expect(kit.state.toast).toMatchObject({ message: 'Failed to check allowance', variant: 'error' })
    kit.state.toast.message = ''
    controller.setAmount('2')
    await quoted(panel)
    expect(kit.state.toast.message).toBe('')
    sandbox().faults.set({ path: QUOTES, kind: 'status', status: 500 })
    controller.setAmount('3')
    await quoted(panel)
    expect(form.label(controller)).toBe('swap')
    sandbox().faults.clear()
    controller.retry()
    await quoted(panel)
    expect(form.label(controller)).toBe('review')
  })

  it("reports with the catalogue's text that nothing would arrive", async () => {
    const panel = await openPanel(sandbox())
    sandbox().faults.set({ path: QUOTES, kind: 'garbage', body: JSON.stringify({ quotes: [{ fromAmount: '1' }] }) })
    await fill(panel, 'ETH', 'DAI', '1').finally(() => sandbox().faults.clear())
    expect(form.amountError(panel.controller)).toBe('Incorrect amount / Please enter a valid amount')
    expect(figures.toTokenAmount(panel.controller)).toBe('')
  })

  it('can be reviewed while its quote is renewed, but not before another quote arrived', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    await fill(panel, 'ETH', 'DAI', '1')
    expect(mayReview(controller)).toBe(true)
    sandbox().faults.set({ path: QUOTES, kind: 'delay', ms: 600, times: 1 })
    controller.retry()
    expect([controller.state.status === 'quoting', mayReview(controller)]).toEqual([true, true])
    controller.setAmount('2')
    expect([controller.state.status === 'quoting', mayReview(controller)]).toEqual([true, false])
    await quoted(panel)
    expect(mayReview(controller)).toBe(true)
  })

  it('resets for another account or network, and ignores late answers', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'DAI', 'ETH', '5')
    sandbox().faults.set({ path: QUOTES, kind: 'delay', ms: 600, times: 1 })
    panel.controller.retry()
    panel.wallet.changeAccount(1)
    await waitFor(() => expect(panel.controller.state.sourceToken).toBeUndefined())
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect({ ...panel.controller.state }).toEqual(blankSwap())
  })

  it('needs a configured service', async () => {
    const { url: _url, ...others } = sandbox()
    const config = { services: {}, features: { swaps: sandboxOptions } }
    const panel = await openPanel({ ...others, url: '' }, { config })
    expect(panel.controller.isSetUp).toBe(false)
    expect(panel.controller.isServed()).toBe(false)
    await panel.controller.swap()
    expect(panel.sent()).toEqual([])
  })
})
