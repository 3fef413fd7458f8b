/** Views for connecting: the installed wallets, the directory, and waiting for a wallet. */
import type { Catalogue, WalletSetup } from '../states.ts'
import type { Visit } from '../visit.ts'
import { emailField } from './email.ts'
import { socialButtons } from './socials.ts'

/** Two installed wallets; the fixtures control the first. */
const STAR = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#1c2048" d="M0 0h40v40H0z"/><path fill="#ffd98a" d="M20 7l4 9 9 4-9 4-4 9-4-9-9-4 9-4z"/></svg>',
)}`
const WALLETS: WalletSetup[] = [{}, { name: 'Northstar', rdns: 'example.northstar', icon: STAR }]
const LIST = '/getWallets'

const rows = async ({ open, shows }: Visit) => {
  await open()
  await shows('Test wallet')
}
const choose = async (visit: Visit) => {
  await rows(visit)
  await visit.button(/Test wallet/).click()
}

export const connectViews = {
  Connect: {
    loading: {
      wallets: WALLETS,
      setup: { config: { wallets: { featured: ['one', 'two'] } } },
      reach: async (visit) => {
        visit.fault({ path: LIST, kind: 'hang' })
        await rows(visit)
      },
    },
    ready: {
      wallets: WALLETS,
      reach: async (visit) => {
        await rows(visit)
        await visit.shows(/^\d+\+$/)
      },
    },
    empty: {
      wallets: [],
      setup: { config: { services: {}, features: { allWallets: 'HIDE' } } },
      reach: async ({ open, shows }) => {
        await open()
        await shows('No wallet found')
      },
    },
    // The directory only adds a number and an image here, so without it the wallets are listed as before.
    error: {
      wallets: WALLETS,
      reach: async (visit) => {
        visit.fault({ path: LIST, kind: 'status', status: 500 })
        const answer = visit.page.waitForResponse(/getWallets/)
        await rows(visit)
        await answer
      },
    },
    offline: {
      wallets: WALLETS,
      reach: async (visit) => {
        await visit.open()
        await visit.page.evaluate(() => kit.close())
        await visit.offline()
        await rows(visit)
      },
    },
    unsupported: 'nobody',
    progress: 'moves',
    done: 'moves',
    more: {
      ...emailField,
      ...socialButtons,
      'ready.remote': {
        wallets: [{ name: 'Northstar', rdns: 'example.northstar', icon: STAR }],
        setup: { remote: true },
        reach: async (visit) => {
          await visit.page.evaluate(() =>
            localStorage.setItem('@appkit/recent_wallets', JSON.stringify([{ id: 'harbor', name: 'Harbor' }])),
          )
          await visit.open()
          await visit.shows('QR code')
          await visit.shows(/^\d+\+$/)
        },
      },
      'ready.recommended': {
        wallets: [],
        setup: { remote: true },
        reach: async (visit) => {
          await visit.open()
          await visit.shows(/^\d+\+$/)
        },
      },
      'loading.recommended': {
        wallets: [],
        setup: { remote: true },
        reach: async (visit) => {
          visit.fault({ path: LIST, kind: 'hang' })
          await visit.open()
          await visit.shows('QR code')
        },
      },
      'ready.consent': {
        wallets: WALLETS,
        setup: { config: { features: { allWallets: 'SHOW', legalCheckbox: true } } },
        reach: async (visit) => {
          await rows(visit)
          await visit.shows(/^\d+\+$/)
        },
      },
      'ready.collapsed': {
        wallets: WALLETS,
        setup: { config: { features: { allWallets: 'SHOW', collapseWallets: true } } },
        reach: async ({ open, shows }) => {
          await open()
          await shows('Continue with a wallet')
        },
      },
    },
  },

  ConnectingMultiChain: {
    loading: 'config',
    ready: {
      wallets: [{ name: 'Northstar', rdns: 'example.northstar', icon: STAR }],
      setup: { solana: true },
      reach: async (visit) => {
        await visit.open()
        await visit.button(/Northstar/).click()
        await visit.shows('Choose where to connect Northstar')
      },
    },
    empty: {
      reach: async ({ open, shows }) => {
        await open('ConnectingMultiChain')
        await shows('No wallet chosen')
      },
    },
    error: 'moves',
    offline: 'wallet',
    unsupported: 'nobody',
    progress: 'moves',
    done: {
      wallets: [{ name: 'Northstar', rdns: 'example.northstar', icon: STAR }],
      setup: { solana: true },
      reach: async (visit) => {
        await visit.connect('Northstar', 'solana')
        await visit.open('Connect')
        await visit.button(/Northstar/).click()
        await visit.shows('Connected')
      },
    },
  },

  ConnectingExternal: {
    loading: 'waits',
    ready: 'waits',
    empty: {
      reach: async ({ open, shows }) => {
        await open('ConnectingExternal')
        await shows('No wallet chosen')
      },
    },
    error: {
      reach: async (visit) => {
        await visit.wallet('set', { answer: 'reject' })
        await choose(visit)
        await visit.shows('Connection declined')
      },
    },
    offline: 'wallet',
    unsupported: 'moves',
    progress: {
      reach: async (visit) => {
        await visit.wallet('set', { answer: 'hold' })
        await choose(visit)
        await visit.shows('Continue in Test wallet')
      },
    },
    done: 'moves',
  },

  AllWallets: {
    loading: {
      wallets: [],
      reach: async ({ open, fault, modal }) => {
        fault({ path: LIST, kind: 'hang' })
        await open('AllWallets')
        await modal.locator('.grid-bones').waitFor()
      },
    },
    ready: {
      reach: async ({ open, modal }) => {
        await open('AllWallets')
        await modal.locator('.cell .name').nth(12).waitFor()
      },
    },
    empty: {
      reach: async ({ open, modal, shows }) => {
        await open('AllWallets')
        await modal.getByRole('searchbox').fill('norhtstar')
        await shows('No wallets found')
      },
    },
    error: {
      reach: async ({ open, fault, shows }) => {
        fault({ path: LIST, kind: 'status', status: 500 })
        await open('AllWallets')
        await shows('The list could not be loaded')
      },
    },
    offline: {
      reach: async ({ open, offline, page, modal, shows }) => {
        await open('AllWallets')
        await modal.locator('.cell .name').nth(12).waitFor()
        await page.evaluate(() => kit.open())
        await offline()
        await open('AllWallets')
        await shows('You’re offline')
      },
    },
    unsupported: 'nobody',
    progress: 'moves',
    done: 'moves',
    more: {
      'ready.installed': {
        wallets: WALLETS,
        setup: { remote: true },
        reach: async ({ open, modal }) => {
          await open('AllWallets')
          await modal.locator('.cell .name').nth(12).waitFor()
        },
      },
      'ready.consent': {
        wallets: WALLETS,
        setup: { config: { features: { legalCheckbox: true } } },
        reach: async ({ open, modal }) => {
          await open('AllWallets')
          await modal.locator('.cell .name').nth(12).waitFor()
        },
      },
      'empty.nothing': {
        wallets: [],
        setup: { config: { services: {} } },
        reach: async ({ open, shows }) => {
          await open('AllWallets')
          await shows('No wallet found')
        },
      },
    },
  },
} satisfies Catalogue
