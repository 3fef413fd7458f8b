/** A swap: the panel, the quote, the review, and the wallet's answer, with or without an approval first. */
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
    const { state, checks, form } = controller
    const told = tracked(kit)
    const leaveForm = controller.enter()
    let leave = () => {}
    const isQuoted = () => checks.quoted !== undefined && checks.allowance !== undefined
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
        const { initialising, quoting, preparing, progress, quoted, allowance, allowanceFailed } = checks
        const isAsking = quoted !== undefined && allowance === undefined && !allowanceFailed && !state.inputError
        return held({
          initialising,
          quoting,
          preparing,
          progress: progress !== undefined,
          allowance: isAsking,
          balanceLoading: balanceLoading(kit),
        })
      },
      steps: [
        { name: 'the panel', press: controller.load, done: () => checks.initialised },
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
        const { blocked, quoted, allowance, allowanceFailed, fetchError, amountError, flags } = checks
        const facts = { blocked, quoted, allowance, allowanceFailed, fetchError, amountError, flags }
        const shown = { ...facts, inputError: state.inputError, label: form.label(), impact: form.impact() }
        return JSON.stringify(shown, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
      },
      close: () => [leave, leaveForm, controller.destroy, () => stop(kit)].forEach((end) => end()),
    }
  },
})
