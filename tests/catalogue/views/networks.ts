/** Choosing a network, and the wallet's answer. */
import type { Catalogue } from '../states.ts'
import type { Visit } from '../visit.ts'

const connected = async ({ connect, open, shows }: Visit) => {
  await connect()
  await open('Networks')
  await shows('Optimism')
}
/** The sandbox's second network, which the test wallet supports. */
const second = ({ sandbox }: Visit) => sandbox.chains[1]?.name ?? ''
const switching = async (visit: Visit, answer: 'hold' | 'reject') => {
  await visit.connect()
  await visit.wallet('set', { answer })
  const id = visit.sandbox.chains[1]?.id
  const network = await visit.page.evaluate((wanted) => kit.getCaipNetworks().find((each) => each.id === wanted), id)
  await visit.open('SwitchNetwork', { network })
}
/** Puts the wallet on a network that the site does not support. */
const lost = async (visit: Visit) => {
  await visit.connect()
  await visit.open()
  await visit.shows(/^noah/)
  await visit.wallet('changeChain', 424242)
  await visit.shows(/does not support your current network/)
}

export const networkViews = {
  Networks: {
    loading: 'config',
    ready: { reach: connected },
    empty: {
      reach: async (visit) => {
        await connected(visit)
        await visit.modal.getByRole('searchbox').fill('etherium')
        await visit.shows('No networks found')
      },
    },
    error: {
      reach: async (visit) => {
        await connected(visit)
        await visit.wallet('set', { answer: 'reject' })
        await visit.button(second(visit)).click()
        await visit.shows('Declined in Test wallet')
      },
    },
    offline: 'wallet',
    // A network that the wallet did not approve is listed, with the reason why it cannot be chosen.
    unsupported: {
      setup: { solana: true },
      reach: async ({ connect, open, shows }) => {
        await connect('example.harbor', 'solana')
        await open('Networks')
        await shows('Not approved in Harbor')
      },
    },
    progress: {
      reach: async (visit) => {
        await connected(visit)
        await visit.wallet('set', { answer: 'hold' })
        await visit.button(second(visit)).click()
        await visit.shows('Confirm in Test wallet')
      },
    },
    done: 'moves',
    more: {
      // Only one namespace is connected, and the visitor can connect the others from here.
      'ready.namespaces': {
        setup: { solana: true },
        reach: async (visit) => {
          await visit.connect()
          await visit.open('Networks')
          await visit.shows('Not connected')
        },
      },
    },
  },

  SwitchNetwork: {
    loading: 'waits',
    ready: 'waits',
    empty: {
      reach: async ({ open, shows }) => {
        await open('SwitchNetwork')
        await shows('No network chosen')
      },
    },
    error: {
      reach: async (visit) => {
        await switching(visit, 'reject')
        await visit.shows('Switch declined')
      },
    },
    offline: 'wallet',
    unsupported: {
      reach: async (visit) => {
        await visit.connect()
        await visit.wallet('set', { switch: 'unknown', add: 'fail' })
        await switching(visit, 'hold')
        await visit.shows('Chain is not supported')
        await visit.page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
      },
    },
    progress: {
      reach: async (visit) => {
        await switching(visit, 'hold')
        await visit.shows('Confirm in Test wallet')
      },
    },
    done: 'moves',
  },

  UnsupportedChain: {
    loading: 'config',
    ready: 'waits',
    empty: 'config',
    error: {
      reach: async (visit) => {
        await lost(visit)
        await visit.wallet('set', { answer: 'reject' })
        await visit.button(second(visit)).click()
        await visit.shows('Declined in Test wallet')
      },
    },
    offline: 'wallet',
    unsupported: { reach: lost },
    progress: {
      reach: async (visit) => {
        await lost(visit)
        await visit.wallet('set', { answer: 'hold' })
        await visit.button(second(visit)).click()
        await visit.shows('Confirm in Test wallet')
      },
    },
    done: 'moves',
  },
} satisfies Catalogue
