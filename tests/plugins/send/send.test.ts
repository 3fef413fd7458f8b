import { createPublicClient, http } from 'viem'
import { describe, expect, it } from 'vitest'
import * as form from '../../../plugins/send/form.ts'
import { progress } from '../../../runtime/data/progress.ts'
import { STORAGE_KEYS } from '../../../runtime/lib/keyTable.ts'
import { onNetwork } from '../../../runtime/actions/session.ts'
import { network, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { fill, load, openPanel, type Panel } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const reader = () => createPublicClient({ transport: http(sandbox().chains[0]?.rpcUrl) })
const balance = (address: string) => reader().getBalance({ address: address as `0x${string}` })
const key = (at: number) => sandbox().accounts[at]?.privateKey ?? '0x'

function events({ kit }: Panel) {
  const heard: { event: string; properties?: unknown }[] = []
  kit.events.on('track', ({ event, properties }) => heard.push({ event, properties }))
  return heard
}

describe('a send', () => {
  it('moves exactly the typed amount of ether, and resets the form [S5.send.02] [S3.send.10]', async () => {
    const panel = await openPanel(sandbox())
    const { controller, kit } = panel
    const heard = events(panel)
    await fill(panel, 'ETH', '0.250000000000000001', other)
    const before = await balance(other)
    const sending = controller.sendToken()
    expect(form.isLoading(controller)).toBe(true)
    expect(kit.state.router.view).toBe('Account')
    expect(panel.sent()).toEqual([])
    await sending
    expect(form.isLoading(controller)).toBe(false)
    expect(panel.sent()).toEqual([
      { from: panel.pluginKit.account().address, to: other, value: '0x3782dace9d90001', chainId: '0x7a69' },
    ])
    await expect.poll(() => balance(other)).toBe(before + 250_000_000_000_000_001n)
    expect(kit.state.toast).toMatchObject({ message: 'Transaction started', variant: 'success' })
    const { token, sendTokenAmount, receiver } = controller.state
    expect([token, sendTokenAmount, receiver.address]).toEqual([undefined, undefined, undefined])
    const event = { isSmartAccount: false, network: 'eip155:31337', token: 'ETH', amount: '0.250000000000000001' }
    expect(heard).toEqual([
      { event: 'SEND_INITIATED', properties: event },
      { event: 'SEND_SUCCESS', properties: event },
    ])
  })

  it('makes no wallet request while receiver, amount, gas price or decimals are missing [S5.send.02]', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    await fill(panel, 'ETH', '1', other)
    const whole = { ...controller.state, token: { ...controller.state.token } }
    await controller.clearReceiver()
    await controller.sendToken()
    await controller.setReceiver(other)
    controller.setAmount('')
    await controller.sendToken()
    controller.setAmount('1')
    controller.state.gas = undefined
    await controller.sendToken()
    controller.state.gas = whole.gas
    if (controller.state.token) controller.state.token.quantity.decimals = ''
    await controller.sendToken()
    expect(panel.sent()).toEqual([])
    if (controller.state.token) controller.state.token.quantity.decimals = '18'
    await controller.sendToken()
    expect(panel.sent()).toHaveLength(1)
  })

  it.each(['DAI', 'USDC', 'USDT'])(
    'moves %s with a transfer call, even if transfer returns nothing',
    async (symbol) => {
      const panel = await openPanel(sandbox())
      await fill(panel, symbol, '1.5', other)
      const contract = form.contract(panel.controller) ?? ''
      const held = async () =>
        BigInt(
          (
            await reader().call({
              to: contract as `0x${string}`,
              data: `0x70a08231${other.slice(2).toLowerCase().padStart(64, '0')}`,
            })
          ).data ?? '0x0',
        )
      const before = await held()
      const amount = form.amount(panel.controller)
      await panel.controller.sendToken()
      expect(panel.sent()[0]).toMatchObject({ to: contract })
      expect(panel.sent()[0]?.['data']).toMatch(/^0xa9059cbb/)
      await expect.poll(held).toBe(before + (amount ?? 0n))
    },
  )

  it('passes the tokens of the config to every transfer that it builds', async () => {
    const listed = ['eip155:31337:0x90f79bf6eb2c4f870365e785982e1f101e93b906']
    const panel = await openPanel(sandbox(), { config: { features: { send: { noReturnTokens: [...listed, 7] } } } })
    await fill(panel, 'DAI', '1.5', other)
    await panel.controller.fetchGas()
    const estimated = panel.built.length
    expect(estimated).toBeGreaterThan(0)
    await panel.controller.sendToken()
    expect(panel.sent()).toHaveLength(1)
    expect(panel.built.length).toBeGreaterThan(estimated)
    for (const { noReturnTokens } of panel.built) expect(noReturnTokens).toEqual(listed)
  })

  it('makes no wallet request for a token while token, amount or receiver are missing [S5.send.01]', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    await fill(panel, 'USDC', '1', other)
    const token = controller.state.token && {
      ...controller.state.token,
      quantity: { ...controller.state.token.quantity },
    }
    controller.state.token = undefined
    await controller.sendToken()
    if (token) controller.setToken(token)
    controller.setAmount('')
    await controller.sendToken()
    controller.setAmount('1')
    await controller.clearReceiver()
    await controller.sendToken()
    expect(panel.sent()).toEqual([])
    await controller.setReceiver(other)
    await controller.sendToken()
    expect(panel.sent().map(({ data = '' }) => data.slice(0, 10))).toEqual(['0xa9059cbb'])
  })

  it('makes one request for twenty clicks', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'ETH', '0.01', other)
    await Promise.all(Array.from({ length: 20 }, () => panel.controller.sendToken()))
    expect(panel.sent()).toHaveLength(1)
  })

  it('with Max sends the balance minus the fee, and the account ends at zero', async () => {
    const panel = await openPanel(sandbox(), { wallet: { keys: [key(8)] } })
    const { controller, pluginKit } = panel
    await fill(panel, 'ETH', '1', other)
    await controller.fetchGas()
    controller.setMax()
    const { gas } = controller.state
    expect(form.amount(controller)).toBe((await pluginKit.chain.getBalance()) - 21_000n * (gas?.price ?? 0n))
    await controller.sendToken()
    expect(panel.sent()[0]).toMatchObject({ gas: '0x5208' })
    await waitFor(async () => expect(await balance(pluginKit.account().address ?? '')).toBe(0n))
  })

  it("shows the wallet's rejection, keeps the form and can be tried again", async () => {
    const panel = await openPanel(sandbox())
    const { controller, kit } = panel
    const heard = events(panel)
    await fill(panel, 'ETH', '0.01', other)
    panel.wallet.set({ answer: 'reject' })
    await controller.sendToken()
    expect(kit.state.toast).toMatchObject({
      message: 'Something went wrong',
      note: expect.stringMatching(/^Declined in .Test wallet.\. Nothing was sent\.$/) as string,
      variant: 'error',
    })
    expect(heard.map(({ event }) => event)).toEqual(['SEND_INITIATED', 'SEND_ERROR'])
    expect(form.isLoading(controller)).toBe(false)
    expect(controller.state.sendTokenAmount).toBe('0.01')
    panel.wallet.set({ answer: 'approve' })
    await controller.sendToken()
    expect(panel.sent()).toHaveLength(2)
  })

  it('is not sent when the account or network changes before the wallet is asked', async () => {
    for (const change of [
      (panel: Panel) => panel.wallet.changeAccount(1),
      (panel: Panel) => panel.wallet.changeChain(31338),
    ]) {
      const panel = await openPanel(sandbox())
      await fill(panel, 'USDC', '1', other)
      const sending = panel.controller.sendToken()
      change(panel)
      await sending
      expect(panel.sent()).toEqual([])
      expect(panel.kit.state.toast.message).toBe('Account or network changed. Nothing was sent')
    }
  })

  it('is not sent when the name resolves to another account by then', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'ETH', '0.01', 'olivia.walletkit.id')
    const body = JSON.stringify({ addresses: { 60: { address: other } }, attributes: [] })
    sandbox().faults.set({ path: '/v1/profile/account/', kind: 'garbage', body })
    try {
      await panel.controller.sendToken()
    } finally {
      sandbox().faults.clear()
    }
    expect(panel.sent()).toEqual([])
    expect(panel.kit.state.toast.message).toBe('The name changed. Nothing was sent')
    await panel.controller.sendToken()
    expect(panel.sent()).toHaveLength(1)
  })

  it('keeps a hash that arrives after the visitor stopped waiting', async () => {
    const panel = await openPanel(sandbox())
    const { controller, wallet, kit } = panel
    const hashes: string[] = []
    kit.events.on('transaction', ({ hash }) => hashes.push(hash))
    await fill(panel, 'ETH', '0.01', other)
    wallet.set({ answer: 'hold' })
    const sending = controller.sendToken()
    await waitFor(() => expect(wallet.pending()).toBe(1))
    controller.abandon()
    expect(form.isLoading(controller)).toBe(false)
    controller.setAmount('0.02')
    wallet.settle('approve')
    await sending
    expect(hashes).toHaveLength(1)
    expect(JSON.parse(panel.storage.get(STORAGE_KEYS.sent) ?? '[]')).toMatchObject([
      { hash: hashes[0], to: other, note: { kind: 'send', to: other, out: { amount: '0.01', symbol: 'ETH' } } },
    ])
    expect(controller.state.sendTokenAmount).toBe('0.02')
    expect(kit.state.toast.message).toBe('Transaction started')
  })

  it.each([
    ['names the wallet that asks', 'org.walletkit.test', 'wallet', 'Confirm in Mail'],
    ['names none for a login, which asks in the modal', 'ID_AUTH', undefined, 'Confirm the send'],
  ])('%s', async (_what, identifier, state, message) => {
    const panel = await openPanel(sandbox())
    const { controller, wallet, kit } = panel
    kit.state.accounts.eip155.connectedWalletInfo = { name: 'Mail', identifier }
    await fill(panel, 'ETH', '0.01', other)
    wallet.set({ answer: 'hold' })
    const sending = controller.sendToken()
    await waitFor(() => expect(wallet.pending()).toBe(1))
    expect(progress(kit)[0]?.state).toBe(state)
    const second = (await controller.headless()).send({ to: other, amount: '0.01' }, () => undefined)
    await expect(second).rejects.toMatchObject({ code: 'SEND_PENDING', message })
    wallet.settle('approve')
    await sending
  })

  it('tracks the transaction until it is mined, on its own network, and after a reload', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'ETH', '0.01', other)
    await panel.controller.sendToken()
    onNetwork(panel.kit, 'eip155:31338')
    const state = () => panel.controller.sends[0]?.status
    await waitFor(() => expect(state()).toBe('confirmed'))
    const [shown] = progress(panel.kit)
    expect(shown).toMatchObject({ state: 'done', title: 'Transaction confirmed', image: { name: 'ETH' } })
    expect(shown?.text).toMatch(/^0\.01 ETH to 0x90F7/)
    expect(panel.pluginKit.chain.explorerUrl(panel.controller.sends[0]?.hash ?? '', 'eip155:31337')).toMatch(
      /^https:\/\/explorer\.example\/tx\/0x/,
    )
    const [sent] = panel.pluginKit.chain.sent()
    panel.storage.set(STORAGE_KEYS.sent, JSON.stringify([{ ...sent, status: 'pending' }, 'junk', { hash: '0x1' }]))
    const later = await openPanel(sandbox(), { storage: panel.storage })
    expect(later.controller.sends).toHaveLength(1)
    await waitFor(() => expect(later.controller.sends[0]?.status).toBe('confirmed'))
  })

  it('remembers token receivers after a reload, and warns of look-alikes', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'USDC', '1', other)
    await panel.controller.sendToken()
    const later = await openPanel(sandbox(), { storage: panel.storage })
    const twin = `${other.slice(0, 6)}${'7'.repeat(32)}${other.slice(-4)}`.toLowerCase()
    await fill(later, 'USDC', '1', twin)
    expect(form.lookAlike(later.controller)).toBe(other)
    expect(form.mustAccept(later.controller)).toBe(true)
    expect(form.intent(later.controller)).toBeUndefined()
  })

  it('reports a transaction that failed in its block', async () => {
    const spam = sandbox().tokens.find(({ kind }) => kind === 'spam')
    // The contract does not accept ether. Set the gas, because otherwise the node would refuse when it estimates.
    const panel = await openPanel(sandbox(), {
      onSend: (transaction) => ({ ...transaction, to: spam?.address ?? '', gas: 100_000n }),
    })
    await fill(panel, 'ETH', '0.01', other)
    await panel.controller.sendToken()
    await waitFor(() => expect(panel.controller.sends[0]?.status).toBe('failed'))
    await waitFor(() => expect(panel.kit.state.toast.message).toBe('Transaction failed'))
  })

  it('throws on a namespace that cannot send [S8.throw.12]', async () => {
    const bitcoin = {
      ...network(1),
      id: '000000000019d6689c085ae165831e93',
      caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
      chainNamespace: 'bip122',
    } as const
    const panel = await openPanel(sandbox(), {
      config: { networks: [...(sandboxConfig(sandbox()).networks ?? []), bitcoin] },
    })
    await load(panel)
    panel.kit.state.networks.activeChain = 'bip122'
    await expect(panel.controller.sendToken()).rejects.toThrow('Unsupported chain')
    expect(panel.sent()).toEqual([])
  })
})
