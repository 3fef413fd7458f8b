/** Wallets outside this page: the QR code, the wallet's app, and its web page. */
import type { Wallet } from '../../../runtime/index.ts'
import { createRemoteWallet } from '../../support/remoteWallet.ts'
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const STAR = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#1c2048" d="M0 0h40v40H0z"/><path fill="#ffd98a" d="M20 7l4 9 9 4-9 4-4 9-4-9-9-4 9-4z"/></svg>',
)}`
const NORTHSTAR: Wallet = {
  id: 'northstar',
  name: 'Northstar',
  image_url: STAR,
  mobile_link: 'northstar://',
  webapp_link: 'https://app.northstar.example',
  desktop_link: 'northstar-desktop://',
  rdns: 'example.northstar',
  app_store: 'https://apps.example/northstar',
}
const PHONE_ONLY: Wallet = { id: 'northstar', name: 'Northstar', image_url: STAR, mobile_link: 'northstar://' }

/**
 * A script that records links instead of opening them. It is text, because the TypeScript loader adds helpers to
 * functions.
 */
const OPEN = 'window.open = (href) => void (globalThis.opened = href)'
const REFUSE = `Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('No')) } })`

type View = 'ConnectingWalletConnect' | 'ConnectingWalletConnectBasic'
const openView = (visit: Visit, view: View = 'ConnectingWalletConnect', wallet?: Wallet) =>
  visit.open(view, wallet && { wallet })
const codeShows = ({ modal }: Visit) => modal.getByRole('img', { name: 'QR code to connect a wallet' }).waitFor()

const ready = (view: View, wallet?: Wallet): Fixture => ({
  setup: SETUP[view],
  clock: 'day',
  reach: async (visit) => {
    await openView(visit, view, wallet)
    await codeShows(visit)
  },
})

const SETUP = {
  ConnectingWalletConnect: { remote: true },
  ConnectingWalletConnectBasic: { remote: true, config: { basic: true } },
} as const

/** The site asks for consent to its terms before the code shows. */
const consent: Fixture = {
  setup: {
    remote: true,
    config: {
      basic: true,
      termsConditionsUrl: 'https://shop.example/terms',
      privacyPolicyUrl: 'https://shop.example/privacy',
      features: { legalCheckbox: true },
    },
  },
  reach: async (visit) => {
    await openView(visit, 'ConnectingWalletConnectBasic')
    await visit.modal.getByRole('checkbox').waitFor()
  },
}

/** The relay refuses connections, and the page keeps trying for ten seconds. */
const loading = (view: View): Fixture => ({
  setup: SETUP[view],
  reach: async (visit) => {
    visit.sandbox.relay.refuse(true)
    await openView(visit, view)
    await visit.shows('Scan with your phone')
  },
})

/** A wallet scans the code, and rejects the session. */
const declined = (view: View, wallet?: Wallet): Fixture => ({
  setup: SETUP[view],
  reach: async (visit) => {
    const remote = await createRemoteWallet({
      relayUrl: visit.sandbox.relay.url,
      chains: visit.sandbox.chains,
      policy: 'reject',
    })
    await visit.page.evaluate(OPEN)
    await openView(visit, view, wallet)
    await codeShows(visit)
    await visit.button('Open').click()
    await remote.pair(await visit.page.evaluate(() => (globalThis as { opened?: string }).opened ?? ''))
    await visit.shows('Connection declined')
    await remote.close()
  },
})

const unreachable = (view: View): Fixture => ({
  setup: SETUP[view],
  reach: async (visit) => {
    visit.sandbox.relay.refuse(true)
    await openView(visit, view)
    await visit.modal.getByText('The wallet relay cannot be reached').waitFor({ timeout: 20_000 })
  },
})

const offline = (view: View): Fixture => ({
  setup: SETUP[view],
  reach: async (visit) => {
    await openView(visit, view)
    await codeShows(visit)
    await visit.offline()
    await visit.shows('You’re offline')
  },
})

/** The config has no relay. */
const none = (view: View): Fixture => ({
  setup: { config: view === 'ConnectingWalletConnect' ? {} : { basic: true } },
  reach: async (visit) => {
    await openView(visit, view)
    await visit.shows('Only wallets of this browser')
  },
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** A phone, on which links open nothing. */
const onPhone = async (visit: Visit, wallet: Wallet = NORTHSTAR) => {
  await visit.page.evaluate(`${OPEN}; Object.defineProperty(navigator, 'userAgent', { get: () => '${IPHONE}' })`)
  await openView(visit, 'ConnectingWalletConnect', wallet)
}
const tab = (visit: Visit, name: string) => visit.modal.getByRole('tab', { name }).click()

export const remoteViews = {
  ConnectingWalletConnect: {
    loading: loading('ConnectingWalletConnect'),
    ready: ready('ConnectingWalletConnect'),
    empty: none('ConnectingWalletConnect'),
    error: declined('ConnectingWalletConnect', PHONE_ONLY),
    offline: offline('ConnectingWalletConnect'),
    unsupported: 'nobody',
    progress: {
      setup: { remote: true },
      reach: async (visit) => {
        await onPhone(visit)
        await visit.shows('Continue in Northstar')
        await visit.shows(/takes longer than usual/)
        await visit.button('Try again').waitFor()
      },
    },
    done: 'moves',
    more: {
      'ready.wallet': ready('ConnectingWalletConnect', NORTHSTAR),
      'ready.refusedCopy': {
        setup: { remote: true },
        clock: 'day',
        reach: async (visit) => {
          await visit.page.evaluate(REFUSE)
          await openView(visit)
          await codeShows(visit)
          await visit.button('Copy link').click()
          await visit.modal.getByRole('textbox').waitFor()
        },
      },
      'ready.web': {
        setup: { remote: true },
        reach: async (visit) => {
          await openView(visit, 'ConnectingWalletConnect', NORTHSTAR)
          await tab(visit, 'Web app')
          await visit.button('Open Northstar').and(visit.modal.locator(':enabled')).waitFor()
        },
      },
      'ready.desktop': {
        setup: { remote: true },
        reach: async (visit) => {
          await openView(visit, 'ConnectingWalletConnect', NORTHSTAR)
          await tab(visit, 'Desktop')
          await visit.button('Open Northstar').and(visit.modal.locator(':enabled')).waitFor()
        },
      },
      'progress.opened': {
        setup: { remote: true },
        reach: async (visit) => {
          await onPhone(visit, PHONE_ONLY)
          await visit.button('Cancel').waitFor()
        },
      },
      'progress.returned': {
        setup: { remote: true },
        reach: async (visit) => {
          await onPhone(visit, PHONE_ONLY)
          await visit.button('Cancel').waitFor()
          await visit.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
          await visit.shows('Connecting…')
        },
      },
      'error.unreachable': unreachable('ConnectingWalletConnect'),
      'empty.notHere': {
        setup: { remote: true },
        reach: async (visit) => {
          await openView(visit, 'ConnectingWalletConnect', NORTHSTAR)
          await tab(visit, 'Browser')
          await visit.shows('Northstar is not in this browser')
        },
      },
      'empty.noWay': {
        setup: { remote: true },
        reach: async (visit) => {
          await openView(visit, 'ConnectingWalletConnect', { id: 'northstar', name: 'Northstar', image_url: STAR })
          await visit.shows('No way to Northstar from here')
        },
      },
    },
  },

  ConnectingWalletConnectBasic: {
    loading: loading('ConnectingWalletConnectBasic'),
    ready: ready('ConnectingWalletConnectBasic'),
    empty: none('ConnectingWalletConnectBasic'),
    error: declined('ConnectingWalletConnectBasic'),
    offline: offline('ConnectingWalletConnectBasic'),
    unsupported: 'nobody',
    progress: 'moves',
    done: 'moves',
    more: { 'ready.consent': consent, 'error.unreachable': unreachable('ConnectingWalletConnectBasic') },
  },
} satisfies Catalogue
