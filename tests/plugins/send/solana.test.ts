/** The send panel on Solana: the runtime's own kit, a real chain, a wallet with real keys. */
import { setTimeout as wait } from 'node:timers/promises'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as form from '../../../plugins/send/form.ts'
import createSendController from '../../../plugins/send/controller.ts'
import { RENT_MINIMUM } from '../../../plugins/send/gas.ts'
import manifest from '../../../plugins/send/index.ts'
import { ESTIMATE_DEBOUNCE } from '../../../plugins/send/reads.ts'
import { readTokenTransfer } from '../../../plugins/send/solana.ts'
import { hideToast } from '../../../runtime/state/showToast.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { WalletKitError } from '../../../runtime/errors/base.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { createTestSolanaWallet } from '../../../runtime/test/index.ts'
import { makeKit, memoryStorage, sandboxConfig } from '../../support/kit.ts'
import { otherNetworks } from '../../support/networks.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { connectorOf } from '../../runtime/chains/solana/kit.ts'
import { choose, fill, load } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const SOL = 1_000_000_000n
/** The fee of one signature, in lamports. */
const FEE = 5_000n
const chain = () =>
  new Connection(sandbox().solana.rpcUrl, { commitment: 'confirmed', wsEndpoint: sandbox().solana.wsUrl })
const held = async (address: string) => BigInt(await chain().getBalance(new PublicKey(address)))
const tokens = async (address: string) => {
  const mint = new PublicKey(sandbox().solana.mint.address)
  const { value } = await chain().getParsedTokenAccountsByOwner(new PublicKey(address), { mint })
  return value.reduce((sum, { account }) => {
    const { info } = account.data.parsed as { info: { tokenAmount: { amount: string } } }
    return sum + BigInt(info.tokenAmount.amount)
  }, 0n)
}
const stranger = () => Keypair.generate().publicKey.toBase58()
/** A new account with `lamports` lamports. */
async function funded(lamports: bigint): Promise<Keypair> {
  const key = Keypair.generate()
  await chain().requestAirdrop(key.publicKey, Number(lamports))
  await waitFor(async () => expect(await held(key.publicKey.toBase58())).toBe(lamports))
  return key
}

async function openSolana({
  key,
  storage = memoryStorage(),
  change = (chain: PluginKit['chain']) => chain,
  definition = solana,
}: {
  key?: Keypair
  storage?: ReturnType<typeof memoryStorage>
  change?: (chain: PluginKit['chain']) => PluginKit['chain']
  definition?: typeof solana
} = {}) {
  const { networks = [], ...config } = sandboxConfig(sandbox())
  const all = [...otherNetworks(sandbox(), ['solana']), ...networks]
  const kit = makeKit({ ...config, networks: all }, { chains: [definition, eip155], plugins: [manifest], storage })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const seeds = key
    ? [Buffer.from(key.secretKey.slice(0, 32)).toString('hex')]
    : sandbox().solana.accounts.map(({ secretKey }) => secretKey)
  const wallet = createTestSolanaWallet({
    keys: seeds.map((seed) => `0x${seed}` as const),
    rpcUrl: sandbox().solana.rpcUrl,
  })
  await connect(kit, connectorOf(wallet.wallet))
  const given = createPluginKit(kit, manifest)
  const pluginKit = { ...given, chain: change(given.chain) }
  const controller = createSendController({ kit: pluginKit, options: undefined })
  const sent = () => wallet.requests.filter(({ method }) => /signAndSend|signTransaction/.test(method))
  return { kit, wallet, pluginKit, controller, sent, storage, address: () => pluginKit.account().address ?? '' }
}
const confirmed = async ({ controller }: Pick<Awaited<ReturnType<typeof openSolana>>, 'controller'>) =>
  waitFor(() => expect(controller.sends[0]?.status).toBe('confirmed'))

describe('a SOL transfer', () => {
  it('moves exactly the typed amount, the payer pays the displayed cost, and the form resets', async () => {
    const panel = await openSolana()
    const { controller, kit, pluginKit } = panel
    const [from, to] = [panel.address(), stranger()]
    await fill(panel, 'SOL', '0.123456789', to)
    await controller.fetchGas()
    const before = await held(from)
    const { gas } = controller.state
    expect(gas).toMatchObject({ fee: FEE, reserve: RENT_MINIMUM, nativeBalance: before })
    expect([controller.state.gas?.price, form.networkBalanceInUSD(controller)]).toEqual([FEE, expect.any(String)])
    expect(form.label(controller)).toBe('previewSend')
    const sending = controller.sendToken()
    expect(kit.state.router.view).toBe('Account')
    await sending
    expect(kit.state.toast.message).toBe('Transaction started')
    expect(controller.state.sendTokenAmount).toBeUndefined()
    await confirmed(panel)
    expect(await held(to)).toBe(123_456_789n)
    expect(await held(from)).toBe(before - 123_456_789n - FEE)
    expect(panel.sent()).toHaveLength(1)
    expect(pluginKit.chain.sent()).toMatchObject([
      { from, to, status: 'confirmed', note: { kind: 'send', to, out: { amount: '0.123456789', symbol: 'SOL' } } },
    ])
  })

  it('has its fee estimated once when a second estimate is requested during the first', async () => {
    let estimates = 0
    const panel = await openSolana({
      change: (chain) => ({ ...chain, estimateFee: (call) => (estimates++, chain.estimateFee(call)) }),
    })
    await fill(panel, 'SOL', '1', stranger())
    const before = estimates
    await panel.controller.fetchGas()
    await wait(2 * ESTIMATE_DEBOUNCE)
    expect(estimates - before).toBe(1)
  })

  it('keeps a hash that arrives after the visitor stopped waiting, and is tracked after a reload', async () => {
    const panel = await openSolana()
    const to = stranger()
    await fill(panel, 'SOL', '0.1', to)
    panel.wallet.set({ answer: 'hold' })
    const sending = panel.controller.sendToken()
    await waitFor(() => expect(panel.wallet.pending()).toBe(1))
    panel.controller.abandon()
    panel.kit.teardown.splice(0).forEach((stop) => stop())
    panel.wallet.settle('approve')
    await sending
    const later = await openSolana({ storage: panel.storage })
    expect(later.controller.sends).toMatchObject([{ note: { to, out: { amount: '0.1', symbol: 'SOL' } } }])
    await confirmed(later)
    expect(await held(to)).toBe(100_000_000n)
  })

  it('that expired is reported, and is no longer pending', async () => {
    const unknown = () => Promise.reject(new WalletKitError('TX_NOT_FOUND', 'Transaction not found'))
    const adapter = async () => ({ default: { ...(await solana.adapter()).default, waitForTransaction: unknown } })
    const panel = await openSolana({ definition: { ...solana, adapter } })
    await fill(panel, 'SOL', '0.1', stranger())
    await panel.controller.sendToken()
    await waitFor(() => expect(panel.controller.sends[0]?.status).toBe('failed'))
    expect(panel.pluginKit.chain.sent()).toMatchObject([{ status: 'failed' }])
    await waitFor(() => expect(panel.kit.state.toast.message).toBe('Transaction expired. Nothing was sent'))
  })

  it('with Max leaves nothing: it sends the balance minus the fee', async () => {
    const key = await funded(2n * SOL)
    const panel = await openSolana({ key })
    const to = stranger()
    await fill(panel, 'SOL', '1', to)
    await panel.controller.fetchGas()
    panel.controller.setMax()
    expect(form.amount(panel.controller)).toBe(2n * SOL - FEE)
    expect(form.label(panel.controller)).toBe('previewSend')
    await panel.controller.sendToken()
    await confirmed(panel)
    expect([await held(panel.address()), await held(to)]).toEqual([0n, 2n * SOL - FEE])
  })

  it("is blocked when less than the chain's rent minimum would remain, or reach a new account", async () => {
    expect(BigInt(await chain().getMinimumBalanceForRentExemption(0))).toBe(RENT_MINIMUM)
    const panel = await openSolana({ key: await funded(SOL) })
    const { controller } = panel
    await fill(panel, 'SOL', '1', stranger())
    await controller.fetchGas()
    const asked = (lamports: bigint) => {
      controller.setAmount(`0.${lamports.toString().padStart(9, '0')}`)
      return form.label(controller)
    }
    expect([asked(SOL - FEE - RENT_MINIMUM), asked(SOL - FEE - RENT_MINIMUM + 1n)]).toEqual(['previewSend', 'blocked'])
    expect(form.isTooMuch(controller)).toBe(true)
    expect([asked(SOL - FEE - 1n), asked(SOL - FEE), asked(SOL - FEE + 1n)]).toEqual([
      'blocked',
      'previewSend',
      'insufficientGas',
    ])
    expect([asked(RENT_MINIMUM - 1n), asked(RENT_MINIMUM)]).toEqual(['blocked', 'previewSend'])
    // An account that exists can receive any amount.
    await controller.setReceiver(sandbox().solana.accounts[1]?.address ?? '')
    await controller.fetchGas()
    expect(asked(1n)).toBe('previewSend')
    await controller.sendToken()
    await confirmed(panel)
    expect(await held(panel.address())).toBe(SOL - FEE - 1n)
  })
})

describe('a token transfer', () => {
  it("reaches a new account exactly, with the account's rent in the fee", async () => {
    const panel = await openSolana()
    const { controller } = panel
    const [from, to] = [panel.address(), stranger()]
    await fill(panel, 'SUSD', '12.000001', to)
    await waitFor(() => expect(controller.state.exactBalance?.decimals).toBe(6))
    await controller.fetchGas()
    const fee = controller.state.gas?.fee ?? 0n
    expect(fee).toBe(FEE + BigInt(await chain().getMinimumBalanceForRentExemption(165)))
    const [lamports, before] = [await held(from), await tokens(from)]
    await controller.sendToken()
    await confirmed(panel)
    expect([await tokens(to), await tokens(from)]).toEqual([12_000_001n, before - 12_000_001n])
    expect(await held(from)).toBe(lamports - fee)
    expect(panel.pluginKit.chain.sent()[0]?.note).toMatchObject({ to, out: { amount: '12.000001', symbol: 'SUSD' } })

    // The token account exists now, so only the signature costs something.
    await fill(panel, 'SUSD', '0.000001', to)
    await controller.fetchGas()
    expect(controller.state.gas?.fee).toBe(FEE)
  })

  it('with Max sends the whole balance, and the payer must cover fee and rent', async () => {
    const key = await funded(2_900_000n)
    const giver = await openSolana()
    const own = key.publicKey.toBase58()
    await fill(giver, 'SUSD', '7.5', own)
    await giver.controller.sendToken()
    await confirmed(giver)

    const panel = await openSolana({ key })
    const { controller } = panel
    const to = stranger()
    await fill(panel, 'SUSD', '1', to)
    await waitFor(() => expect(controller.state.exactBalance?.value).toBe(7_500_000n))
    controller.setMax()
    expect(form.amount(controller)).toBe(7_500_000n)
    await controller.fetchGas()
    // 2,900,000 minus rent and fee would leave less than the minimum of an account, so the panel warns and does not
    // send.
    expect(form.isTooMuch(controller)).toBe(true)
    expect(form.label(controller)).toBe('blocked')
    await controller.sendToken()
    expect(panel.sent()).toEqual([])
    await controller.setReceiver(giver.address())
    await controller.fetchGas()
    expect(form.label(controller)).toBe('previewSend')
    await controller.sendToken()
    await confirmed(panel)
    expect([await tokens(own), await held(own)]).toEqual([0n, 2_900_000n - FEE])
  })

  it('is not sent when the built transaction differs from the confirmed one', async () => {
    const panel = await openSolana({
      change: (chain) => ({
        ...chain,
        buildTransfer: (asked) => chain.buildTransfer({ ...asked, amount: asked.amount + 1n }),
      }),
    })
    await fill(panel, 'SUSD', '1', sandbox().solana.accounts[1]?.address ?? '')
    await panel.controller.sendToken()
    expect(panel.sent()).toEqual([])
    expect(panel.kit.state.toast.message).toBe('Account or network changed. Nothing was sent')
  })

  it('is decoded from the bytes of a transaction, and other transactions are not', async () => {
    const { pluginKit } = await openSolana()
    const token = sandbox().solana.mint.address
    const { data = '' } = await pluginKit.chain.buildTransfer({ token, to: stranger(), amount: 123n })
    expect(readTokenTransfer(data)).toEqual({ token, amount: 123n, decimals: 6 })
    for (const end of [1, 10, 70, 150]) expect(readTokenTransfer(data.slice(0, -4 * end))).toBeUndefined()
    expect(readTokenTransfer('?')).toBeUndefined()
    expect(readTokenTransfer('')).toBeUndefined()
  })

  it('is not read from an instruction of another program, which may give the same bytes another meaning', async () => {
    const { pluginKit } = await openSolana()
    const token = sandbox().solana.mint.address
    const { data = '' } = await pluginKit.chain.buildTransfer({ token, to: stranger(), amount: 123n })
    const bytes = Buffer.from(data, 'base64')
    const place = bytes.indexOf(new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA').toBytes())
    expect(place).toBeGreaterThan(0)
    new PublicKey(stranger()).toBuffer().copy(bytes, place)
    expect(readTokenTransfer(bytes.toString('base64'))).toBeUndefined()
  })
})

describe('a send on Solana', () => {
  it('needs amount and receiver: without either it makes no wallet request and reports the missing one [S5.send.03]', async () => {
    const panel = await openSolana()
    const { controller, kit } = panel
    const text = 'Please enter a valid amount and receiver address'
    const said = async (send: () => unknown) => {
      hideToast(kit.state.toast)
      await send()
      return kit.state.toast.message
    }
    await fill(panel, 'SOL', '0.1', stranger())
    await controller.clearReceiver()
    expect(await said(controller.sendToken)).toBe(text)
    expect(await said(controller.submit)).toBe(text)
    await controller.setReceiver('nobody')
    expect(await said(controller.sendToken)).toBe(text)
    await controller.setReceiver(stranger())
    controller.setAmount('')
    expect(await said(controller.sendToken)).toBe(text)
    controller.setAmount('1e9')
    expect(await said(controller.sendToken)).toBe(text)
    expect(panel.sent()).toEqual([])
    controller.setAmount('0.1')
    expect(await said(controller.sendToken)).toBe('Transaction started')
    expect(panel.sent()).toHaveLength(1)
  })

  it("needs an approval: a rejection is shown with Solana's text, and the form stays", async () => {
    const panel = await openSolana()
    await fill(panel, 'SOL', '0.1', stranger())
    panel.wallet.set({ answer: 'reject' })
    await panel.controller.sendToken()
    expect(panel.kit.state.toast).toMatchObject({
      message: 'Failed to send transaction. Please try again.',
      variant: 'error',
    })
    expect(panel.controller.state.sendTokenAmount).toBe('0.1')
  })

  it('needs a Solana address: no name is resolved, and no hex address is accepted', async () => {
    const panel = await openSolana()
    const { controller } = panel
    const asked = sandbox().requests().length
    await controller.setReceiver('olivia.walletkit.id')
    expect(controller.state.receiver.note).toBe('Names don’t work on Sandbox Solana. Type an address.')
    await controller.setReceiver('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
    expect(controller.state.receiver.note).toBe('This is no address on Sandbox Solana')
    await controller.setReceiver(stranger().slice(0, 40))
    expect(controller.state.receiver.status).toBe('unknown')
    expect(
      sandbox()
        .requests()
        .slice(asked)
        .filter(({ path }) => path.startsWith('/v1/profile')),
    ).toEqual([])
  })

  it('needs a second press for a receiver that looks like a previous one, also after a reload', async () => {
    const panel = await openSolana()
    const known = stranger()
    await fill(panel, 'SUSD', '1', known)
    await panel.controller.sendToken()
    const later = await openSolana({ storage: panel.storage })
    const twin = twinOf(known)
    await fill(later, 'SUSD', '1', twin)
    expect(form.lookAlike(later.controller)).toBe(known)
    expect(form.mustAccept(later.controller)).toBe(true)
    expect(form.intent(later.controller)).toBeUndefined()
    await later.controller.setReceiver(known)
    expect(form.lookAlike(later.controller)).toBeUndefined()
  })

  it('needs a fee: while no node answers, no SOL is sent', async () => {
    const panel = await openSolana()
    for (const path of ['/rpc/', '/v1'])
      sandbox().faults.set({ path, kind: 'status', status: 400, rpc: 'getFeeForMessage' })
    try {
      await fill(panel, 'SOL', '0.1', stranger())
      await load(panel)
      expect(panel.controller.state.gasFailed).toBe(true)
      await panel.controller.sendToken()
      expect(panel.sent()).toEqual([])
    } finally {
      sandbox().faults.clear()
    }
    choose(panel, 'SOL')
  })
})

/** Another address of 32 bytes with the same first and last characters: tries middles until one is valid. */
function twinOf(address: string): string {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  for (const one of letters)
    for (const two of letters) {
      const twin = `${address.slice(0, 10)}${one}${two}${address.slice(12)}`
      try {
        if (twin !== address && new PublicKey(twin).toBytes().length === 32) return twin
      } catch {
        continue
      }
    }
  throw new Error('No twin')
}
