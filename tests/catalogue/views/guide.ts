/**
 * Explanations, and where to install a wallet. Also the states of all views while their code loads, or has failed to
 * load.
 */
import type { Catalogue, Fixture, ViewStates } from '../states.ts'

const LIST = '/getWallets'

const reads = (view: string, text: string): Fixture => ({
  reach: async ({ open, shows }) => {
    await open(view)
    await shows(text)
  },
})
/** The state in which the view's code is loading. */
const fetching = (view: string): Fixture => ({
  reach: async ({ chunk, open, modal }) => {
    await chunk(`${view}View`, 'hang')
    await open(view)
    await modal.locator('.waiting').waitFor()
  },
})
/** The state after the view's code has failed to load. */
const unfetched = (view: string): Fixture => ({
  reach: async ({ chunk, open, shows }) => {
    await chunk(`${view}View`, 'fail')
    await open(view)
    await shows('This part could not be loaded')
  },
})

const getWallet = {
  loading: {
    reach: async ({ open, fault, modal }) => {
      fault({ path: LIST, kind: 'hang' })
      await open('GetWallet')
      await modal.locator('.bone').first().waitFor()
    },
  },
  ready: {
    reach: async ({ open, modal }) => {
      await open('GetWallet')
      await modal.getByRole('link').first().waitFor()
    },
  },
  empty: { ...reads('GetWallet', 'Pick a wallet you trust'), setup: { config: { services: {} } } },
  error: {
    reach: async ({ open, fault, shows }) => {
      fault({ path: LIST, kind: 'status', status: 500 })
      await open('GetWallet')
      await shows('The list could not be loaded')
    },
  },
  offline: {
    reach: async ({ open, offline, page, modal, shows }) => {
      await open('GetWallet')
      await modal.getByRole('link').first().waitFor()
      await page.evaluate(() => kit.open())
      await offline()
      await open('GetWallet')
      await shows('You’re offline')
    },
  },
  unsupported: 'nobody',
  progress: 'static',
  done: 'static',
  more: {
    'ready.stores': {
      reach: async ({ open, page, sandbox, shows }) => {
        const answer = await page.request.get(`${sandbox.url}/getWallets?projectId=catalogue&entries=100`)
        const { data } = (await answer.json()) as { data: Record<string, string | null>[] }
        const wallet = data.find((each) => each['chrome_store'] && each['app_store'] && each['webapp_link'])
        await open('GetWallet', { wallet })
        await shows('Chrome extension')
      },
    },
    'empty.stores': {
      reach: async ({ open, shows }) => {
        await open('GetWallet', { wallet: { id: 'nowhere', name: 'Northstar' } })
        await shows('No link is known for Northstar')
      },
    },
  },
} satisfies ViewStates

export const guideViews = {
  WhatIsAWallet: {
    loading: fetching('WhatIsAWallet'),
    ready: reads('WhatIsAWallet', 'You approve every move'),
    empty: 'static',
    error: unfetched('WhatIsAWallet'),
    offline: 'static',
    unsupported: 'nobody',
    progress: 'static',
    done: 'static',
  },

  WhatIsANetwork: {
    loading: fetching('WhatIsANetwork'),
    ready: reads('WhatIsANetwork', 'You can switch'),
    empty: 'static',
    error: unfetched('WhatIsANetwork'),
    offline: 'static',
    unsupported: 'static',
    progress: 'static',
    done: 'static',
  },

  GetWallet: getWallet,
  // Another name of the same view.
  Downloads: {
    loading: 'alias',
    ready: {
      reach: async ({ open, modal }) => {
        await open('Downloads')
        await modal.getByRole('link').first().waitFor()
      },
    },
    empty: 'alias',
    error: 'alias',
    offline: 'alias',
    unsupported: 'alias',
    progress: 'alias',
    done: 'alias',
  },
} satisfies Catalogue
