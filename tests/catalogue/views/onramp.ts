/** Buying: the form with its quote, the lists, the progress, and earlier purchases. */
import type { Setup } from '../page/main.ts'
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const setup: Partial<Setup> = { config: { features: { send: {}, receive: {}, onramp: {}, allWallets: 'SHOW' } } }
const fixture = (reach: Fixture['reach'], more: Partial<Fixture> = {}): Fixture => ({ setup, reach, ...more })

const OPTIONS = '/v1/onramp/options'
const QUOTE = '/v1/onramp/quote'
const HISTORY = '/v1/account'

const on = (view: string) => async (visit: Visit) => {
  await visit.connect()
  await visit.open(view)
}
const form = on('OnRampProviders')
const quoted = async (visit: Visit) => {
  await form(visit)
  await visit.shows(/0[.,]039352/)
}
const nobody = (view: string) =>
  fixture(async ({ open, shows }) => {
    await open(view)
    await shows('No wallet connected')
  })
const unsupported = (view: string) =>
  fixture(async (visit) => {
    visit.fault({ path: '/v1/supported-chains', kind: 'garbage', body: '{"http":["eip155:1"],"ws":[]}' })
    await form(visit)
    await visit.shows('Buying is not available here')
    await visit.open(view)
    await visit.shows('Buying is not available here')
  })
/** The state in which the connection is lost after the view and its first answer were loaded. */
const offline = (view: string, answer: string) =>
  fixture(async (visit) => {
    await quoted(visit)
    await visit.open(view)
    await visit.shows(answer)
    await visit.offline()
    await visit.shows(/You’re offline/)
  })
/** Opens a provider's window, and waits for its payment page. */
const buy = async (visit: Visit) => {
  await quoted(visit)
  const [popup] = await Promise.all([
    visit.page.waitForEvent('popup'),
    visit.modal.locator('button[data-id="coinbase"]').click(),
  ])
  await popup.getByRole('button', { name: /^Pay/ }).waitFor()
  return popup
}
const pay = async (visit: Visit, name: RegExp = /^Pay/) => {
  const popup = await buy(visit)
  await visit.shows('Pay in Coinbase')
  await popup.getByRole('button', { name }).click()
}

export const onrampViews = {
  OnRampProviders: {
    loading: fixture(async (visit) => {
      visit.fault({ path: OPTIONS, kind: 'hang' })
      await form(visit)
      await visit.modal.locator('.bone').first().waitFor()
    }),
    ready: fixture(quoted),
    empty: nobody('OnRampProviders'),
    error: fixture(async (visit) => {
      visit.fault({ path: QUOTE, kind: 'status', status: 500 })
      await form(visit)
      await visit.shows(/mocked-quote-id/)
    }),
    offline: offline('OnRampProviders', '0.039352'),
    unsupported: unsupported('OnRampProviders'),
    progress: fixture(async (visit) => {
      visit.fault({ path: QUOTE, kind: 'hang' })
      await form(visit)
      await visit.modal.locator('.onramp-figures .bone').first().waitFor()
    }),
    done: 'moves',
    more: {
      'error.options': fixture(async (visit) => {
        visit.fault({ path: OPTIONS, kind: 'status', status: 500 })
        visit.fault({ path: QUOTE, kind: 'hang' })
        await form(visit)
        await visit.shows('The list of currencies could not be loaded.')
      }),
      'error.limit': fixture(async (visit) => {
        await quoted(visit)
        await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('30000')
        await visit.shows('At most $25,000.00')
      }),
      'empty.service': fixture(
        async (visit) => {
          await form(visit)
          await visit.shows('Buying is not available on this site')
        },
        { setup: { config: { ...setup.config, services: {} } } },
      ),
    },
  },

  OnRampTokenSelect: {
    loading: fixture(async (visit) => {
      visit.fault({ path: OPTIONS, kind: 'hang' })
      await on('OnRampTokenSelect')(visit)
      await visit.modal.locator('.bone').first().waitFor()
    }),
    ready: fixture(async (visit) => {
      await on('OnRampTokenSelect')(visit)
      await visit.shows('Sandbox Dollar')
    }),
    empty: fixture(async (visit) => {
      await on('OnRampTokenSelect')(visit)
      await visit.modal.getByRole('searchbox').fill('doubloon')
      await visit.shows('No tokens found')
    }),
    error: fixture(async (visit) => {
      visit.fault({ path: OPTIONS, kind: 'status', status: 500 })
      await on('OnRampTokenSelect')(visit)
      await visit.shows('USD Coin')
    }),
    offline: offline('OnRampTokenSelect', 'Sandbox Dollar'),
    unsupported: unsupported('OnRampTokenSelect'),
    progress: 'instant',
    done: 'moves',
    more: { 'empty.account': nobody('OnRampTokenSelect') },
  },

  OnRampFiatSelect: {
    loading: fixture(async (visit) => {
      visit.fault({ path: OPTIONS, kind: 'hang' })
      await on('OnRampFiatSelect')(visit)
      await visit.modal.locator('.bone').first().waitFor()
    }),
    ready: fixture(async (visit) => {
      await on('OnRampFiatSelect')(visit)
      // The name differs by language, the code does not.
      await visit.shows('USD')
    }),
    empty: nobody('OnRampFiatSelect'),
    error: fixture(async (visit) => {
      visit.fault({ path: OPTIONS, kind: 'status', status: 500 })
      await on('OnRampFiatSelect')(visit)
      await visit.shows('US Dollar')
    }),
    offline: offline('OnRampFiatSelect', 'US Dollar'),
    unsupported: unsupported('OnRampFiatSelect'),
    progress: 'instant',
    done: 'moves',
  },

  OnRampActivity: {
    loading: fixture(async (visit) => {
      await quoted(visit)
      visit.fault({ path: HISTORY, kind: 'hang' })
      await visit.button('Your purchases').click()
      await visit.modal.locator('.bone').first().waitFor()
    }),
    ready: fixture(async (visit) => {
      await pay(visit)
      await visit.shows(/^You bought/)
      await visit.open('OnRampActivity')
      await visit.shows('Bought ETH')
    }),
    empty: fixture(
      async (visit) => {
        await on('OnRampActivity')(visit)
        await visit.shows('No purchases yet')
      },
      { wallets: [{ key: 'empty' }] },
    ),
    error: fixture(async (visit) => {
      await quoted(visit)
      visit.fault({ path: HISTORY, kind: 'status', status: 500 })
      await visit.button('Your purchases').click()
      await visit.shows('Failed to fetch transactions')
    }),
    offline: fixture(async (visit) => {
      await quoted(visit)
      visit.fault({ path: HISTORY, kind: 'status', status: 500 })
      await visit.button('Your purchases').click()
      await visit.shows('Failed to fetch transactions')
      await visit.offline()
      await visit.shows('Your purchases show up once you are back.')
    }),
    unsupported: unsupported('OnRampActivity'),
    progress: 'static',
    done: 'static',
    more: { 'empty.account': nobody('OnRampActivity') },
  },

  BuyInProgress: {
    loading: fixture(async (visit) => {
      visit.fault({ path: '/v1/generators/onrampurl', kind: 'hang' })
      await quoted(visit)
      await visit.modal.locator('button[data-id="coinbase"]').click()
      await visit.shows('Opening Coinbase')
    }),
    ready: 'waits',
    empty: fixture(async (visit) => {
      await visit.connect()
      await visit.open('BuyInProgress')
      await visit.shows('No purchase is under way')
    }),
    error: fixture(async (visit) => {
      await pay(visit, /fail/)
      await visit.shows('Nothing was bought')
    }),
    offline: 'waits',
    unsupported: 'shell',
    progress: fixture(async (visit) => {
      await buy(visit)
      await visit.shows('Pay in Coinbase')
      await visit.later(12_000)
      await visit.shows('Waiting for 12 s')
    }),
    done: fixture(async (visit) => {
      await pay(visit)
      await visit.shows(/^You bought/)
    }),
    more: {
      'error.page': fixture(async (visit) => {
        visit.fault({ path: '/v1/generators/onrampurl', kind: 'status', status: 500 })
        await quoted(visit)
        await visit.modal.locator('button[data-id="coinbase"]').click()
        await visit.shows('The provider’s page could not be opened')
      }),
      'progress.blocked': fixture(async (visit) => {
        await visit.page.evaluate(() => void (window.open = () => null))
        await quoted(visit)
        await visit.modal.locator('button[data-id="coinbase"]').click()
        await visit.shows('The browser blocked its window.')
      }),
      'progress.paying': fixture(async (visit) => {
        visit.sandbox.onramp.set({ hold: true })
        await pay(visit)
        await visit.shows('Coinbase is sending')
        visit.sandbox.onramp.set({ hold: false })
      }),
    },
  },

  WhatIsABuy: {
    loading: 'static',
    ready: fixture(async (visit) => {
      await on('WhatIsABuy')(visit)
      await visit.shows('Money in, tokens out')
    }),
    empty: 'static',
    error: 'static',
    offline: 'static',
    unsupported: 'static',
    progress: 'static',
    done: 'static',
  },
} satisfies Catalogue
