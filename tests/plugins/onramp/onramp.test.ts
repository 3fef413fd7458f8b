/** The on-ramp's form with the real sandbox: the choices, the price, and the requests to the services. */
import { describe, expect, it } from 'vitest'
import { CHIPS, checkLimits, readAmount } from '../../../plugins/onramp/amounts.ts'
import { watchArrival } from '../../../plugins/onramp/arrival.ts'
import { DEFAULT_OPTIONS, MOCK_QUOTE_ID, ONRAMP_NAMESPACES } from '../../../plugins/onramp/defaults.ts'
import manifest from '../../../plugins/onramp/index.ts'
import { arrivalOf, blockchainOf, blockchainsOf } from '../../../plugins/onramp/networks.ts'
import { QUOTE_DEBOUNCE } from '../../../plugins/onramp/quotes.ts'
import type { Amount } from '../../../runtime/plugin.ts'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { network, solana } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openOnRamp } from './kit.ts'

const sandbox = useSandbox()
const open = (options?: Parameters<typeof openOnRamp>[1]) => openOnRamp(sandbox(), options)
type Opened = Awaited<ReturnType<typeof open>>
const quoted = ({ state }: Pick<Opened, 'state'>) => expect.poll(() => state.quote?.quoteId).toBeDefined()
const QUOTE = '/v1/onramp/quote'

describe('the options', () => {
  it('are asked for once, and the first of each is chosen [S7.api.19]', async () => {
    const panel = await open()
    panel.controller.enter()
    await quoted(panel)
    const [asked, ...more] = panel.recorder.asked('/v1/onramp/options')
    expect(asked).toMatchObject({ method: 'GET', query: { projectId: 'unit', st: 'walletkit' }, body: undefined })
    expect(more).toEqual([])
    const { purchaseCurrencies, paymentCurrencies } = await panel.api
      .options()
      .then((found) => found ?? DEFAULT_OPTIONS)
    expect(purchaseCurrencies.map(({ id }) => id)).toEqual(['ETH', 'USDC', 'SOL'])
    expect(paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
    expect([panel.state.purchaseCurrency, panel.state.paymentCurrency]).toEqual(['ETH', 'USD'])
  })

  it('are the built-in ones when the service fails, and it is reported once', async () => {
    const panel = await open()
    panel.recorder.answer('/v1/onramp/options', { status: 500 })
    await panel.controller.load()
    expect(panel.state.source).toBe('fallback')
    expect(panel.state.purchaseCurrencies).toEqual(DEFAULT_OPTIONS.purchaseCurrencies)
    expect(panel.errors).toEqual(['ONRAMP_OPTIONS'])
    panel.recorder.answer('/v1/onramp/options', undefined)
    await panel.controller.load()
    expect(panel.state).toMatchObject({ source: 'service', purchaseCurrency: 'USDC' })
  })

  it('are those of the config instead, where it has some [S8.fallback.05]', async () => {
    const own = {
      purchaseCurrencies: [
        { id: 'DAI', name: 'Dai', symbol: 'DAI', networks: DEFAULT_OPTIONS.purchaseCurrencies[1]?.networks },
      ],
      paymentCurrencies: [{ id: 'GBP', payment_method_limits: [{ id: 'card', min: '5', max: '6' }] }],
    }
    const panel = await open({ options: { defaults: own } })
    panel.recorder.answer('/v1/onramp/options', { status: 503 })
    await panel.controller.load()
    expect(panel.state.purchaseCurrencies).toEqual(own.purchaseCurrencies)
    expect(panel.state.paymentCurrencies).toEqual(own.paymentCurrencies)
  })

  it('are not asked for on a network that the API does not serve', async () => {
    const panel = await open()
    panel.recorder.answer('/v1/supported-chains', { body: { http: ['eip155:1'], ws: [] } })
    await panel.controller.load()
    expect(panel.state.source).toBe('unsupported')
    expect(panel.recorder.asked('/v1/onramp/options')).toEqual([])
    expect(panel.controller.mayBuy()).toBe(false)
  })
})

describe('the quote', () => {
  it('is asked for once the visitor rests, with what is chosen [S7.api.20]', async () => {
    const panel = await open()
    await panel.controller.load()
    for (const amount of ['1', '12', '120', '123.45']) panel.controller.setAmount(amount)
    await quoted(panel)
    const asked = panel.recorder.asked(QUOTE)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      method: 'POST',
      query: { projectId: 'unit' },
      body: { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '123.45', network: 'sandbox-one' },
    })
    expect(panel.state.quote).toMatchObject({
      paymentTotal: { amount: '123.45', currency: 'USD' },
      coinbaseFee: { amount: '1.86' },
      purchaseAmount: { currency: 'ETH' },
    })
    expect(QUOTE_DEBOUNCE).toBe(500)
  })

  it('of an older choice is dropped, however late it comes', async () => {
    const panel = await open()
    await panel.controller.load()
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    const answer = (quoteId: string) => ({ body: { ...mockBody, quoteId } })
    panel.recorder.answer(QUOTE, async () => {
      await late
      return answer('old')
    })
    await expect.poll(() => panel.recorder.asked(QUOTE)).toHaveLength(1)
    panel.recorder.answer(QUOTE, answer('new'))
    panel.controller.setAmount('250')
    await expect.poll(() => panel.state.quote?.quoteId).toBe('new')
    release()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(panel.state).toMatchObject({ quote: { quoteId: 'new' }, quoteLoading: false })
  })

  it('of a form without an amount is dropped, however late it comes', async () => {
    const panel = await open()
    await panel.controller.load()
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    panel.recorder.answer(QUOTE, async () => {
      await late
      return { body: { ...mockBody, quoteId: 'old' } }
    })
    await expect.poll(() => panel.recorder.asked(QUOTE)).toHaveLength(1)
    panel.controller.setAmount('')
    release()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(panel.state).toMatchObject({ quote: undefined, quoteLoading: false })
  })

  it('is a marked mock when the service fails, and its price is not passed on', async () => {
    const panel = await open()
    await panel.controller.load()
    panel.recorder.answer(QUOTE, { status: 500 })
    panel.controller.setAmount('75')
    await quoted(panel)
    expect(panel.state.quote).toMatchObject({ quoteId: MOCK_QUOTE_ID, paymentTotal: { amount: '75', currency: 'USD' } })
    expect(panel.errors).toEqual(['ONRAMP_QUOTE'])
    expect(panel.controller.mayBuy()).toBe(true)
  })

  it('is not asked for outside of the limits, nor for what is no amount', async () => {
    const panel = await open()
    await panel.controller.load()
    for (const [amount, kind] of [
      ['9.99', 'low'],
      ['25000.01', 'high'],
      ['', 'none'],
      ['0', 'none'],
      ['1e3', 'none'],
      ['1.234', 'none'],
      ['-5', 'none'],
    ] as const) {
      panel.controller.setAmount(amount)
      expect(panel.controller.limit().kind).toBe(kind)
      expect(panel.controller.mayBuy()).toBe(false)
      expect(panel.state.quoteLoading).toBe(false)
    }
    for (const amount of ['10', '7500.01', '25000', '49.5', '10.']) {
      panel.controller.setAmount(amount)
      expect(panel.controller.limit().kind).toBe('ok')
    }
  })
})

describe('the page to pay on', () => {
  it('is asked for with six fields, and given as a URL [S7.api.18]', async () => {
    const panel = await open()
    const address = panel.pluginKit.account().address ?? ''
    const destinationWallets = [{ address, blockchains: ['sandbox-one'], assets: ['ETH'] }]
    const url = await panel.api.url({
      destinationWallets,
      defaultNetwork: 'sandbox-one',
      partnerUserId: address,
      presetCryptoAmount: '0.01973605',
      presetFiatAmount: '50',
    })
    const [asked] = panel.recorder.asked('/v1/generators/onrampurl')
    expect(asked).toMatchObject({ method: 'POST', query: { projectId: 'unit' } })
    expect(asked?.body).toEqual({
      destinationWallets,
      defaultNetwork: 'sandbox-one',
      partnerUserId: address,
      defaultExperience: 'buy',
      presetCryptoAmount: '0.01973605',
      presetFiatAmount: '50',
    })
    expect(url).toMatch(new RegExp(`^${sandbox().url}/onramp/checkout/[0-9a-f]{32}$`))
  })

  it('is told the networks by the on-ramp’s own names', () => {
    const at = (chain_id: string, name = 'x') => ({ name, display_name: name, chain_id, contract_address: '' })
    expect(['1', '42161', '137', '80094', '43114', '10', '42220', '8453'].map((id) => blockchainOf(at(id)))).toEqual([
      'ethereum',
      'arbitrum',
      'polygon',
      'berachain',
      'avalanche-c-chain',
      'optimism',
      'celo',
      'base',
    ])
    expect(blockchainOf(at('31337', 'sandbox-one'))).toBe('sandbox-one')
    expect(blockchainsOf(at('1'), { preferredAccountType: 'eoa' })).toHaveLength(8)
    expect(blockchainsOf(at('1'), { preferredAccountType: 'smartAccount' })).toEqual(['ethereum'])
    expect(blockchainsOf(at('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), { preferredAccountType: 'eoa' })).toEqual(['solana'])
  })
})

describe('who sells, and where', () => {
  it('is on eip155 and Solana only [S9.chains.02]', async () => {
    expect(ONRAMP_NAMESPACES).toEqual(['eip155', 'solana'])
    expect(manifest.slots?.walletFeatures?.[0]).toMatchObject({
      order: 10,
      fills: true,
      namespaces: ['eip155', 'solana'],
    })
    const panel = await open()
    expect(panel.controller.providers().map(({ name }) => name)).toEqual(['coinbase', 'meld'])
    panel.kit.state.networks.activeChain = 'solana'
    expect(panel.controller.providers().map(({ name }) => name)).toEqual(['meld'])
    panel.kit.state.networks.activeChain = 'bip122'
    expect(panel.controller.providers()).toEqual([])
  })

  it('is who the config lists [S9.onramp.03]', async () => {
    const providers = [{ name: 'own', label: 'Own', feeRange: '3%', namespaces: ['eip155'] }]
    const panel = await open({ options: { providers } })
    expect(panel.controller.providers()).toEqual(providers)
  })

  it('never sends to another network’s address that may be nobody’s', () => {
    const ether = DEFAULT_OPTIONS.purchaseCurrencies[1]
    if (!ether) throw new Error('There are two')
    const eoa = { namespace: 'eip155', preferredAccountType: 'eoa' } as const
    expect(arrivalOf(ether, network(137), eoa)).toMatchObject({ network: { chain_id: '137' }, elsewhere: false })
    expect(arrivalOf(ether, network(10), eoa)).toMatchObject({ network: { chain_id: '1' }, elsewhere: true })
    const smart = { namespace: 'eip155', preferredAccountType: 'smartAccount' } as const
    expect(arrivalOf(ether, network(137), smart)).toMatchObject({ elsewhere: false })
    expect(arrivalOf(ether, network(10), smart)).toBeUndefined()
    expect(arrivalOf(ether, solana(), { namespace: 'solana', preferredAccountType: 'eoa' })).toBeUndefined()
  })

  it('starts anew for another account, and keeps the amount', async () => {
    const panel = await open()
    panel.controller.enter()
    await quoted(panel)
    panel.controller.setAmount('250')
    const other = sandbox().accounts[5]?.address ?? ''
    setAccount(panel.kit.state.accounts, 'eip155', { address: other, caipAddress: `eip155:31337:${other}` } as never)
    panel.kit.events.emit('changed', { namespace: 'eip155' })
    await expect.poll(() => panel.recorder.asked('/v1/onramp/options')).toHaveLength(2)
    await quoted(panel)
    expect(panel.state).toMatchObject({ amount: '250', purchaseCurrency: 'ETH', buying: undefined })
  })
})

describe('the wait', () => {
  const begin = async (panel: Opened, history = true) => {
    if (!history) panel.recorder.answer(`/v1/account/${panel.pluginKit.account().address}/history`, { status: 404 })
    const to = panel.controller.arrival()
    const address = panel.pluginKit.account().address ?? ''
    if (!to) throw new Error('Ether is sold here')
    const look = await watchArrival(panel.pluginKit, panel.api, { network: to.network, address, here: true })
    const url = await panel.api.url({
      destinationWallets: [{ address, blockchains: ['sandbox-one'], assets: ['ETH'] }],
      defaultNetwork: 'sandbox-one',
      partnerUserId: address,
      presetFiatAmount: '50',
    })
    const pay = (outcome = 'pay') =>
      fetch(`${url}/pay`, { method: 'POST', body: `outcome=${outcome}`, headers: { origin: sandbox().url } })
    return { look, pay }
  }

  it('sees the balance grow, by exactly as much as was bought, where nobody lists purchases', async () => {
    const panel = await open()
    await panel.controller.load()
    const { look, pay } = await begin(panel, false)
    expect(await look()).toEqual({ kind: 'waiting' })
    await pay()
    await expect.poll(look).toEqual({ kind: 'done', amount: '0.01965606' })
  })

  it('follows the list of purchases: sending, then there', async () => {
    const panel = await open()
    await panel.controller.load()
    const { look, pay } = await begin(panel)
    expect(await look()).toEqual({ kind: 'waiting' })
    sandbox().onramp.set({ hold: true })
    await pay()
    expect(await look()).toEqual({ kind: 'paying' })
    sandbox().onramp.set({ hold: false })
    await expect.poll(look).toEqual({ kind: 'done', amount: '0.01965606' })
    const newest = async () => {
      await panel.controller.fetchActivity()
      return panel.state.activity.purchases[0]
    }
    await expect
      .poll(newest)
      .toMatchObject({ status: 'success', symbol: 'ETH', amount: '0.01965606', chain: 'eip155:31337' })
    expect(panel.recorder.asked(`/v1/account/${panel.pluginKit.account().address}/history`)[0]?.query).toMatchObject({
      onramp: 'coinbase',
      account: panel.pluginKit.account().address,
    })
  })

  it('begins to watch although nobody lists purchases, and sees the balance grow', async () => {
    const panel = await open()
    await panel.controller.load()
    const path = `/v1/account/${panel.pluginKit.account().address}/history`
    panel.recorder.answer(path, () => new Promise(() => undefined))
    const { look, pay } = await begin(panel)
    await pay()
    await expect.poll(look, { timeout: 15_000 }).toEqual({ kind: 'done', amount: '0.01965606' })
  }, 40_000)

  it('uses a balance that is read only after the window has opened', async () => {
    const panel = await open()
    await panel.controller.load()
    const { chain } = panel.pluginKit
    const slow = async () => (await new Promise((resolve) => setTimeout(resolve, 3_500)), chain.getBalance())
    const kit = { ...panel.pluginKit, chain: { ...chain, getBalance: slow } }
    const { look, pay } = await begin({ ...panel, pluginKit: kit }, false)
    await expect.poll(look, { timeout: 15_000 }).toEqual({ kind: 'waiting' })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await pay()
    await expect.poll(look, { timeout: 15_000 }).toEqual({ kind: 'done', amount: '0.01965606' })
  }, 40_000)

  it('says that a payment failed', async () => {
    const panel = await open()
    await panel.controller.load()
    const { look, pay } = await begin(panel)
    await pay('fail')
    expect(await look()).toEqual({ kind: 'failed' })
  })

  it('tells that purchases could not be fetched', async () => {
    const panel = await open()
    panel.recorder.answer(`/v1/account/${panel.pluginKit.account().address}/history`, { status: 500 })
    await panel.controller.fetchActivity()
    expect(panel.state.activity.status).toBe('failed')
    expect(panel.errors).toEqual(['ONRAMP_ACTIVITY'])
  })
})

it('an amount between the ranges of two methods has the limit that is next above it', () => {
  const limits = [
    { id: 'card', min: '10', max: '100' },
    { id: 'bank', min: '500', max: '1000' },
  ]
  const check = (typed: string) =>
    checkLimits(readAmount(typed) as Amount, { id: 'USD', payment_method_limits: limits })
  const whole = (value: bigint) => expect.objectContaining({ value }) as Amount
  expect(check('250')).toEqual({ kind: 'low', least: whole(500n) })
  expect(check('5')).toEqual({ kind: 'low', least: whole(10n) })
  expect(check('5000')).toEqual({ kind: 'high', most: whole(1000n) })
  expect([check('100'), check('500')]).toEqual([{ kind: 'ok' }, { kind: 'ok' }])
})

it('the chips are amounts that can be paid', () => {
  const [usd] = DEFAULT_OPTIONS.paymentCurrencies
  for (const chip of CHIPS) {
    const amount = readAmount(chip)
    expect(amount && usd && checkLimits(amount, usd)).toEqual({ kind: 'ok' })
  }
})

const entered = { amount: '1', currency: 'USD' }
const mockBody = {
  coinbaseFee: entered,
  paymentSubtotal: entered,
  paymentTotal: entered,
  purchaseAmount: { amount: '1', currency: 'ETH' },
}
