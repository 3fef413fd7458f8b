/** The journey of a purchase: the options, the price, the page to pay on, and the list of purchases. */
import { vi } from 'vitest'
import { MOCK_QUOTE_ID } from '../../../plugins/onramp/defaults.ts'
import { openOnRamp } from '../../plugins/onramp/kit.ts'
import type { Journey } from '../kills.ts'
import { balanceLoading, held, stop } from './common.ts'

export const onramp: Journey = {
  name: 'a purchase, up to the page to pay on',
  open: async (net) => {
    const { kit, controller, state } = await openOnRamp(net.sandbox, { config: net.config })
    const leave = controller.enter()
    const coinbase = controller.providers().find(({ name }) => name === 'coinbase')
    // Simulate a blocked popup: the panel then shows a link to the page instead.
    vi.stubGlobal('window', { open: () => null })
    let amount = 100
    return {
      kit,
      prompts: [],
      busy: () =>
        held({
          options: state.source === 'loading',
          quote: state.quoteLoading,
          opening: state.buying?.stage === 'opening',
          balanceLoading: balanceLoading(kit),
        }),
      steps: [
        { name: 'the options', press: controller.load, done: () => state.source === 'service' },
        {
          name: 'the quote',
          press: () => controller.setAmount(String(++amount)),
          done: () => state.quote !== undefined && state.quote.quoteId !== MOCK_QUOTE_ID,
        },
        {
          name: 'the page to pay on',
          press: () => coinbase && controller.buy(coinbase),
          done: () => state.buying?.stage === 'waiting',
        },
        {
          name: 'the activity',
          press: () => controller.fetchActivity(),
          done: () => state.activity.status === 'ready',
        },
      ],
      close: () => (controller.stopWaiting(), leave(), stop(kit)),
    }
  },
}
