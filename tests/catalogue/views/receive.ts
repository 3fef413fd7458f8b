/** Views of the receive panel. */
import type { Catalogue } from '../states.ts'
import type { Visit } from '../visit.ts'

const ready = async ({ connect, open, shows }: Visit) => {
  await connect()
  await open()
  await shows(/^noah/)
  await open('WalletReceive')
  await shows('Your address')
}

export const receiveViews = {
  WalletReceive: {
    loading: 'config',
    ready: { reach: ready },
    empty: {
      reach: async ({ open, shows }) => {
        await open('WalletReceive')
        await shows('No wallet connected')
      },
    },
    error: 'config',
    offline: 'config',
    unsupported: 'shell',
    progress: 'instant',
    done: {
      reach: async (visit) => {
        await ready(visit)
        await visit.button('Copy address').click()
        await visit.shows('Address copied')
      },
    },
    more: {
      'ready.solana': {
        setup: { solana: true },
        reach: async ({ connect, open, shows }) => {
          await connect('example.harbor', 'solana')
          await open('WalletReceive')
          await shows('Your address')
        },
      },
    },
  },

  WalletCompatibleNetworks: {
    loading: 'config',
    ready: {
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('WalletCompatibleNetworks')
        await shows('Optimism')
      },
    },
    empty: {
      setup: { config: { networks: [] } },
      reach: async ({ open, shows }) => {
        await open('WalletCompatibleNetworks')
        await shows('No networks')
      },
    },
    error: 'config',
    offline: 'config',
    unsupported: 'shell',
    progress: 'static',
    done: 'static',
  },
} satisfies Catalogue
