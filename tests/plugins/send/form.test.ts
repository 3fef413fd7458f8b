import { describe, expect, it, vi } from 'vitest'
import * as form from '../../../plugins/send/form.ts'
import { BALANCE_RETRY_LOCK } from '../../../plugins/send/reads.ts'
import { blankSend } from '../../../plugins/send/state.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { sandboxConfig, solana } from '../../support/kit.ts'
import { choose, fill, load, openPanel } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe('the send form', () => {
  it('keeps the chosen token, the typed amount and the typed receiver [S3.send.01] [S3.send.02] [S3.send.03]', async () => {
    const { controller } = await openPanel(sandbox())
    await fill({ controller }, 'USDC', '12.5', other)
    expect(controller.state.token?.symbol).toBe('USDC')
    expect(controller.state.sendTokenAmount).toBe('12.5')
    expect(controller.state.receiver.address).toBe(other)
    expect(form.label(controller)).toBe('previewSend')
  })

  it('resolves a name to its account and picture [S3.send.04] [S3.send.05]', async () => {
    const { controller } = await openPanel(sandbox())
    await controller.setReceiver('olivia.walletkit.id')
    expect(controller.state.receiver.name).toBe('olivia.walletkit.id')
    expect(controller.state.receiver.address).toBe(sandbox().accounts[1]?.address)
    expect(controller.state.receiver.avatar).toMatch(/^data:image\/svg/)
    await controller.setReceiver('nobody.walletkit.id')
    expect(controller.state.receiver.note).toBe('Nobody has this name')
    expect(controller.state.receiver.name).toBeUndefined()
    expect(controller.state.receiver.status).toBe('unknown')
  })

  it('resolves a name only once the visitor stops typing, and only the last one', async () => {
    const { controller } = await openPanel(sandbox())
    const asked = () =>
      sandbox()
        .requests()
        .filter(({ path }) => path.startsWith('/v1/profile/account/'))
    const before = asked().length
    await Promise.all(['o', 'ol', 'olivia.walletkit', 'mateo.walletkit.id'].map((text) => controller.setReceiver(text)))
    expect(
      asked()
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(['/v1/profile/account/mateo.walletkit.id'])
    expect(controller.state.receiver.address).toBe(sandbox().accounts[2]?.address)
  })

  it('accepts an address without 0x, and rejects one with a wrong checksum', async () => {
    const { controller } = await openPanel(sandbox())
    await controller.setReceiver(other.slice(2))
    expect(controller.state.receiver.address).toBe(other)
    expect(controller.state.receiver.status).toBe('found')
    await controller.setReceiver(other.replace('b906', 'B906'))
    expect(controller.state.receiver.status).toBe('unknown')
    expect(controller.state.receiver.note).toBe('This address is mistyped: its checksum does not match')
    await controller.setReceiver(other.toLowerCase())
    expect(controller.state.receiver.status).toBe('found')
  })

  it('shows the gas price, the fee in USD and the native balance in USD [S3.send.06] [S3.send.07]', async () => {
    const panel = await openPanel(sandbox())
    await load(panel)
    const { controller } = panel
    const { gas } = controller.state
    expect(gas?.price).toBeTypeOf('bigint')
    expect(gas?.price).toBe(await panel.pluginKit.chain.getGasPrice())
    expect(form.gasPriceInUSD(controller)).toBeTypeOf('number')
    expect(form.gasPriceInUSD(controller)).toBeCloseTo((21_000 * Number(gas?.price) * 2500.5) / 1e18, 12)
    expect(Number(form.networkBalanceInUSD(controller))).toBeCloseTo((Number(gas?.nativeBalance) * 2500.5) / 1e18, 6)
  })

  it('lists the tokens of the account on the active network [S3.send.09]', async () => {
    const panel = await openPanel(sandbox())
    await load(panel)
    const { tokenBalances } = panel.controller.state
    expect(tokenBalances.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['ETH', 'DAI', 'USDC', 'USDT']))
    expect(new Set(tokenBalances.map(({ chainId }) => chainId))).toEqual(new Set(['eip155:31337']))
  })

  it('remembers a failed balance request and waits 30 s before the next one [S3.send.11]', async () => {
    const { controller, kit } = await openPanel(sandbox())
    const path = '/v1/account/'
    const asked = () =>
      sandbox()
        .requests()
        .filter((each) => each.path.startsWith(path)).length
    sandbox().faults.set({ path, kind: 'status', status: 500 })
    try {
      const before = Date.now()
      await controller.fetchTokens()
      expect(controller.state.lastRetry).toBeGreaterThanOrEqual(before)
      expect(controller.state.balancesLoading).toBe(false)
      expect(kit.state.toast.message).toBe('Token Balance Unavailable')
      const count = asked()
      await controller.fetchTokens()
      expect(asked()).toBe(count)
      sandbox().faults.clear()
      const failed = controller.state.lastRetry ?? 0
      vi.setSystemTime(failed + BALANCE_RETRY_LOCK - 1)
      await controller.fetchTokens()
      expect(asked()).toBe(count)
      vi.setSystemTime(failed + BALANCE_RETRY_LOCK)
      await controller.fetchTokens()
      expect(asked()).toBe(count + 1)
      expect(controller.state.lastRetry).toBeUndefined()
      expect(controller.state.tokenBalances.length).toBeGreaterThan(0)
    } finally {
      vi.useRealTimers()
      sandbox().faults.clear()
    }
  })

  it('resets when the namespace changes [S4.net.05]', async () => {
    const panel = await openPanel(sandbox(), {
      config: { networks: [...(sandboxConfig(sandbox()).networks ?? []), solana()] },
    })
    await fill(panel, 'ETH', '1', other)
    expect(form.label(panel.controller)).toBe('previewSend')
    panel.kit.state.networks.activeChain = 'solana'
    panel.kit.events.emit('changed', { namespace: 'solana' })
    expect({ ...panel.controller.state }).toEqual(blankSend())
    expect(panel.controller.state.receiver.text).toBe('')
  })

  it('clears the token, but not the receiver, when the network or the account changes', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'ETH', '1', other)
    panel.wallet.changeChain(31338)
    await waitFor(() => expect(panel.controller.state.token).toBeUndefined())
    expect(panel.controller.state.sendTokenAmount).toBeUndefined()
    expect(panel.controller.state.gas).toBeUndefined()
    expect(panel.controller.state.receiver.address).toBe(other)
    await fill(panel, 'ETH', '1', other)
    panel.wallet.changeAccount(1)
    await waitFor(() => expect(panel.controller.state.token).toBeUndefined())
    expect(panel.controller.state.receiver.address).toBe(other)
  })

  it('blocks a token whose decimals the chain does not confirm', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'USDC', '1', other)
    const { token } = panel.controller.state
    if (!token) throw new Error('No token')
    panel.controller.setToken({ ...token, quantity: { ...token.quantity, decimals: '18' } })
    await waitFor(() => expect(form.doDecimalsDiffer(panel.controller)).toBe(true))
    expect(form.label(panel.controller)).toBe('blocked')
    const ether = panel.controller.state.tokenBalances.find(({ symbol }) => symbol === 'ETH')
    panel.controller.setToken({ ...ether, quantity: { numeric: '1000', decimals: '6' } } as never)
    expect(form.label(panel.controller)).toBe('blocked')
  })

  it('asks twice for a receiver that looks like a known one, and blocks the token’s own contract', async () => {
    const panel = await openPanel(sandbox())
    const own = sandbox().accounts[0]?.address ?? ''
    await fill(panel, 'USDC', '1', `${own.slice(0, 6)}${'0'.repeat(32)}${own.slice(-4)}`.toLowerCase())
    expect(form.lookAlike(panel.controller)).toBe(own)
    expect(form.intent(panel.controller)).toBeUndefined()
    await panel.controller.sendToken()
    expect(panel.wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toEqual([])
    panel.controller.preview()
    expect(form.isAccepted(panel.controller)).toBe(true)
    expect(form.intent(panel.controller)).toMatchObject({ amount: 1_000_000n })
    expect(panel.kit.state.router.history.at(-1)?.view).not.toBe('WalletSendPreview')
    // A second press at once does not open the review; one after half a second does.
    panel.controller.preview()
    expect(panel.kit.state.router.history.at(-1)?.view).not.toBe('WalletSendPreview')
    await new Promise((resolve) => setTimeout(resolve, 550))
    panel.controller.preview()
    expect(panel.kit.state.router.history.at(-1)?.view).toBe('WalletSendPreview')
    // Another look-alike address must be accepted again.
    await panel.controller.setReceiver(`${own.slice(0, 6)}${'1'.repeat(32)}${own.slice(-4)}`.toLowerCase())
    expect(form.mustAccept(panel.controller)).toBe(true)
    await panel.controller.setReceiver(own)
    expect(form.label(panel.controller)).toBe('previewSend')
    await panel.controller.setReceiver(form.contract(panel.controller) ?? '')
    expect(form.isOwnContract(panel.controller)).toBe(true)
    expect(form.label(panel.controller)).toBe('blocked')
  })

  it('offers the whole balance of a token, exact to the unit', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'DAI', '1', other)
    panel.controller.setMax()
    const token = await panel.pluginKit.chain.getToken(form.contract(panel.controller) ?? '')
    expect(form.amount(panel.controller)).toBe(token.balance)
    choose(panel, 'USDC')
    expect(panel.controller.state.isMax).toBe(false)
  })

  it('reports an unavailable fee when no node answers, and sends nothing', async () => {
    const panel = await openPanel(sandbox())
    sandbox().faults.set({ path: '/rpc/', kind: 'status', status: 400, rpc: 'eth_gasPrice' })
    sandbox().faults.set({ path: '/v1/', kind: 'status', status: 400, rpc: 'eth_gasPrice' })
    try {
      await fill(panel, 'ETH', '1', other)
      expect(panel.controller.state.gasFailed).toBe(true)
      await panel.controller.sendToken()
      expect(panel.sent()).toEqual([])
    } finally {
      sandbox().faults.clear()
    }
  })
})
