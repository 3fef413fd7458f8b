/** The journey of a send: the balances and the fee, the form, and the wallet's answer. */
import { intent, isLoading } from '../../../plugins/send/form.ts'
import { choose, openPanel } from '../../plugins/send/kit.ts'
import type { Journey } from '../kills.ts'
import { balanceLoading, held, stop, tracked, walletOf } from './common.ts'

const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const TRANSFER = '0xa9059cbb'

export const send = (name: string, symbol: string, amount: string): Journey => ({
  name,
  open: async (net, run) => {
    const panel = await openPanel(net.sandbox, { config: net.config, wallet: walletOf(net, run % 2) })
    const { kit, wallet, controller } = panel
    const { state } = controller
    const told = tracked(kit)
    const leave = controller.enter()
    return {
      kit,
      wallet,
      prompts: [symbol === 'ETH' ? '' : TRANSFER],
      ...(symbol === 'ETH' && { confirms: () => told('SEND_INITIATED') }),
      busy: () =>
        held({
          loading: isLoading(controller),
          balancesLoading: state.balancesLoading,
          resolving: state.receiver.status === 'searching',
          gas: state.token !== undefined && state.gas === undefined && !state.gasFailed,
          balanceLoading: balanceLoading(kit),
        }),
      steps: [
        {
          name: 'balances and fee',
          press: () => {
            // After a failure the controller waits before it tries again, so move the clock on by that time.
            if (state.lastRetry !== undefined) net.clock.skip(30_000)
            return Promise.all([controller.fetchTokens(), controller.fetchGas()])
          },
          done: () => state.tokenBalances.length > 0 && state.gas !== undefined,
        },
        {
          name: 'the form',
          press: () => {
            choose(panel, symbol)
            controller.setAmount(amount)
            return controller.setReceiver(RECEIVER)
          },
          done: () => intent(controller) !== undefined,
        },
        { name: 'the send', press: controller.sendToken, done: () => told('SEND_SUCCESS') === 1 },
      ],
      close: () => (leave(), stop(kit)),
    }
  },
})
