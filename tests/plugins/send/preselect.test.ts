import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount, label } from '../../../plugins/send/form.ts'
import { findToken, parsePreselected } from '../../../plugins/send/preselect.ts'
import type { TokenBalance } from '../../../runtime/contracts/tokenBalance.ts'
import { close } from '../../../runtime/actions/close.ts'
import { open } from '../../../runtime/actions/open.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { choose, load, openPanel, type Panel } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const usdc = () => sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address ?? ''

/** Opens the panel with these parameters, as the view does. @returns the form, and the errors that were reported */
async function preselect(panel: Panel, params: unknown) {
  const errors: { code: string; cause: string }[] = []
  const stop = panel.kit.events.on('error', ({ code, cause }) => errors.push({ code, cause: text(cause) }))
  await panel.controller.opened(params)
  stop()
  const { token, sendTokenAmount: amount, receiver } = panel.controller.state
  return { form: { token: token?.symbol, amount, to: receiver.address }, errors }
}
const text = (cause: unknown) => (cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : '')

describe("a site's preselection", () => {
  it.each([
    ['symbol', () => 'usdc'],
    ['address', () => usdc().toLowerCase()],
    ['CAIP-10 address', () => `eip155:31337:${usdc()}`],
  ])('fills the form, with a token by its %s', async (_kind, token) => {
    const panel = await openPanel(sandbox())
    const { form, errors } = await preselect(panel, { token: token(), amount: '12.5', to: other })
    expect(form).toEqual({ token: 'USDC', amount: '12.5', to: other })
    expect(errors).toEqual([])
    expect(label(panel.controller)).toBe('previewSend')
    expect(amount(panel.controller)).toBe(12_500_000n)
  })

  it('can be the native currency by its network, a name, or a single field', async () => {
    const panel = await openPanel(sandbox())
    const { form } = await preselect(panel, { token: 'eip155:31337', to: 'olivia.walletkit.id' })
    expect(form).toEqual({ token: 'ETH', amount: undefined, to: sandbox().accounts[1]?.address })
    expect((await preselect(panel, { amount: '3' })).form).toEqual({ token: undefined, amount: '3', to: undefined })
    // Without parameters, the form stays as it was.
    expect((await preselect(panel, undefined)).form.amount).toBe('3')
  })

  it.each([
    [
      { token: 'NONE', amount: '1', to: other },
      'TOKEN',
      'params.token ("NONE")',
      { token: undefined, amount: undefined, to: other },
    ],
    [{ token: 7, amount: '1' }, 'TOKEN', 'params.token (number)', { token: undefined, amount: '1', to: undefined }],
    [
      { token: 'eip155:1', to: other },
      'TOKEN',
      'config does not list',
      { token: undefined, amount: undefined, to: undefined },
    ],
    [
      { token: 'USDC', amount: '0.0000001' },
      'AMOUNT',
      'params.amount ("0.0000001") has more than 6',
      { token: 'USDC', amount: undefined, to: undefined },
    ],
    [
      { token: 'USDC', amount: '1e3' },
      'AMOUNT',
      'params.amount ("1e3")',
      { token: 'USDC', amount: undefined, to: undefined },
    ],
    [{ amount: 5 }, 'AMOUNT', 'params.amount (number)', { token: undefined, amount: undefined, to: undefined }],
    [{ amount: '0' }, 'AMOUNT', 'above zero', { token: undefined, amount: undefined, to: undefined }],
    [{ token: 'USDC', to: '0x12' }, 'TO', 'params.to ("0x12")', { token: 'USDC', amount: undefined, to: undefined }],
    [
      { to: 'nobody.walletkit.id' },
      'TO',
      'leads to no account',
      { token: undefined, amount: undefined, to: undefined },
    ],
  ])('is ignored and named in an error when it is invalid: %j', async (params, code, said, form) => {
    const found = await preselect(await openPanel(sandbox()), params)
    expect(found.errors).toEqual([{ code: `SEND_ARGUMENT_${code}`, cause: expect.stringContaining(said) as string }])
    expect(found.form).toEqual(form)
  })

  it("waits for the token's network", async () => {
    const panel = await openPanel(sandbox())
    const { form, errors } = await preselect(panel, { token: 'eip155:31338', amount: '0.5', to: other })
    expect(errors).toEqual([
      { code: 'SEND_ARGUMENT_NETWORK', cause: expect.stringContaining('eip155:31338') as string },
    ])
    expect(form.token).toBeUndefined()
    panel.wallet.changeChain(31338)
    await waitFor(() => expect(panel.controller.state.token?.chainId).toBe('eip155:31338'))
    expect(panel.controller.state.sendTokenAmount).toBe('0.5')
    await waitFor(() => expect(panel.controller.state.receiver.address).toBe(other))
    // The parameters were used, so coming back to their network does not apply them again.
    panel.wallet.changeChain(31337)
    await waitFor(() => expect(panel.controller.state.token).toBeUndefined())
    panel.wallet.changeChain(31338)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(panel.controller.state.token).toBeUndefined()
  })

  it('is not applied again when the visitor returns from the token list, and never replaces their choice', async () => {
    const panel = await openPanel(sandbox())
    const params = { token: 'USDC', amount: '2' }
    await preselect(panel, params)
    await load(panel)
    panel.controller.pickToken()
    choose(panel, 'DAI')
    expect((await preselect(panel, params)).form.token).toBe('DAI')
    // After a close or another open it is a new visit.
    open(panel.kit, { view: 'WalletSend', params })
    await Promise.resolve()
    panel.controller.pickToken()
    close(panel.kit)
    await new Promise((resolve) => setTimeout(resolve))
    expect((await preselect(panel, params)).form).toEqual({ token: 'USDC', amount: '2', to: undefined })
    panel.controller.pickToken()
    expect((await preselect(panel, { token: 'ETH' })).form).toEqual({ token: 'ETH', amount: undefined, to: undefined })
  })

  it('is parsed without throwing, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (params) => {
        const { wanted, errors } = parsePreselected(params)
        expect(Object.values(wanted).every((each) => typeof each === 'string' && each.length <= 255)).toBe(true)
        expect(errors.length).toBeLessThanOrEqual(3)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => findToken([], text) === undefined))
  })

  it('selects no token by a symbol that two tokens share', () => {
    const token = (address: string): TokenBalance => ({
      name: 'Dollar',
      symbol: 'USDC',
      chainId: 'eip155:1',
      address: `eip155:1:0x${address.repeat(40)}`,
      price: 1,
      quantity: { decimals: '6', numeric: '1' },
      iconUrl: '',
    })
    const [one, two] = [token('1'), token('2')]
    expect(findToken([one], 'USDC')).toBe(one)
    expect(findToken([one, two], 'USDC')).toBeUndefined()
    expect(findToken([one, two], `0x${'2'.repeat(40)}`)).toBe(two)
    expect(findToken([one, two], `eip155:2:0x${'2'.repeat(40)}`)).toBeUndefined()
  })
})
