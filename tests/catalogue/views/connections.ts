/** The connected wallets, and the accounts of the active one. */
import type { Catalogue, WalletSetup } from '../states.ts'
import type { Visit } from '../visit.ts'

const wallets: WalletSetup[] = [{}, { name: 'Second wallet', rdns: 'org.second', key: 'empty' }]
const both = async ({ connect, open, shows }: Visit) => {
  await connect('org.second')
  await connect()
  await open('Connections')
  await shows('Accounts of Test wallet')
}

export const connectionViews = {
  Connections: {
    loading: 'config',
    ready: { wallets, reach: both },
    empty: 'moves',
    error: 'wallet',
    offline: 'wallet',
    unsupported: 'shell',
    progress: {
      wallets,
      reach: async (visit) => {
        await both(visit)
        await visit.wallet('set', { revoke: 'hold' })
        await visit.hold()
        await visit.button('Disconnect Test wallet').click()
        await visit.modal.locator('.connection-head .spinner').waitFor()
      },
    },
    done: 'instant',
    more: {
      'ready.one': {
        reach: async ({ connect, open, shows }) => {
          await connect()
          await open('Connections')
          await shows('Accounts of Test wallet')
        },
      },
    },
  },
} satisfies Catalogue
