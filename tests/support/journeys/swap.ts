/** The journey of a swap: the panel, the quote, the review, and the wallet's answer. Tokens need an approval first. */
import { blocked, flags, impact } from '../../../plugins/swaps/figures.ts'
import { inputError, isLoaded, label } from '../../../plugins/swaps/form.ts'
import { openPanel, tokenOf } from '../../plugins/swaps/kit.ts'
import type { Journey } from '../kills.ts'
import { balanceLoading, held, stop, tracked, walletOf } from './common.ts'

const APPROVE = '0x095ea7b3'
const SWAP = '0x17844678'

export const swap = (name: string, source: string, target: string, amount: string): Journey => ({
  name,
  open: async (net, run) => {
    const panel = await openPanel(net.sandbox, { config: net.config, wallet: walletOf(net, run % 2) })
    const { kit, wallet, controller } = panel
    const { state } = controller
    const told = tracked(kit)
    const leaveForm = controller.enter()
    let leave = () => {}
    const isQuoted = () => state.quote?.allowance !== undefined
    const review = async () => {
      if (!isQuoted()) controller.retry()
      else await controller.prepare()
    }
    return {
      kit,
      wallet,
      prompts: source === 'ETH' ? [SWAP] : [APPROVE, SWAP],
      ...(source === 'ETH' && { confirms: () => told('INITIATE_SWAP') }),
      busy: () => {
        const { status, quote, failure } = state
        const isAsking = quote !== undefined && quote.allowance === undefined && failure?.of !== 'allowance'
        return held({
          loading: status === 'loading',
          quoting: status === 'quoting',
          building: status === 'building',
          swapping: status === 'swapping',
          allowance: isAsking && inputError(controller) === undefined,
          balanceLoading: balanceLoading(kit),
        })
      },
      steps: [
        { name: 'the panel', press: controller.load, done: () => isLoaded(controller) },
        {
          name: 'the quote',
          press: () => {
            if (state.toToken) return controller.retry()
            if (state.sourceToken?.symbol !== source) controller.setToken('sourceToken', tokenOf(controller, source))
            controller.setToken('toToken', tokenOf(controller, target))
            controller.setAmount(amount)
          },
          done: isQuoted,
        },
        {
          name: 'the review',
          press: () => (leave(), (leave = controller.enter(true)), review()),
          done: () => controller.mayStart(true),
        },
        {
          name: 'the swap',
          press: async () => {
            if (!controller.mayStart(true)) await review()
            await controller.swap(true)
          },
          done: () => told('SWAP_SUCCESS') === 1,
        },
      ],
      tell: () => {
        const { status, quote, failure } = state
        const found = { blocked: blocked(controller), flags: flags(controller), impact: impact(controller) }
        const shown = { status, quote, failure, ...found, inputError: inputError(controller), label: label(controller) }
        return JSON.stringify(shown, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
      },
      close: () => [leave, leaveForm, controller.destroy, () => stop(kit)].forEach((end) => end()),
    }
  },
})
