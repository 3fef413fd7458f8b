/** Smart sessions: the list, a session's details, an app's request, and the confirmation. */
import type { Route } from 'playwright-core'
import type { Setup } from '../page/main.ts'
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const setup: Partial<Setup> = {
  config: { features: { send: {}, receive: {}, smartSessions: {}, allWallets: 'SHOW' } },
}
const fixture = (reach: Fixture['reach']): Fixture => ({ setup, reach })

/** A time in seconds since 1970, three weeks after the page's clock. */
const SOON = 1_791_814_400
const permissionsOf = ({ sandbox }: Visit) => {
  const address = sandbox.tokens.find(({ symbol }) => symbol === 'USDC')?.address
  return [
    {
      type: 'contract-call',
      data: { address, functions: [{ functionName: 'deposit' }, { functionName: 'withdraw' }] },
    },
    { type: 'erc20-recurring-allowance', data: { address, allowance: 25_000_000, period: '1d' } },
    { type: 'native-token-recurring-allowance', data: { allowance: '50000000000000000', period: '1w' } },
  ]
}

/** Tells the page that sessions began and ended at fixed times, and not by the service's clock. */
const fixTimes = ({ page }: Visit) => {
  const answer = async (route: Route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/("(?:createdAt|revokedAt)"):\d+/g, `$1:${SOON - 30 * 86_400}`)
    await route.fulfill({ response, body })
  }
  // A request that hangs fails when the page closes.
  return page.route(/\/v1\/sessions\//, (route) => answer(route).catch(() => undefined))
}

/** Creates and activates a session at the service, as a site's server does. */
async function begin(visit: Visit) {
  const { sandbox } = visit
  const at = `${sandbox.url}/v1/sessions/eip155:31337:${sandbox.accounts[0]?.address}`
  const send = async (path: string, body: unknown) => {
    const answer = await fetch(`${path}?projectId=catalogue`, { method: 'POST', body: JSON.stringify(body) })
    return (await answer.json()) as { pci: string }
  }
  // The service's own clock decides when a session ends. Rounded to a day, so that pictures of one day are the same.
  const expiry = Math.max(SOON, (Math.ceil(Date.now() / 86_400_000) + 21) * 86_400)
  const project = { name: 'Lumen Swap', url: 'https://lumenswap.example' }
  const { pci } = await send(at, { expiry, permissions: permissionsOf(visit), project })
  await send(`${at}/activate`, { pci, context: '0x01' })
  return pci
}
const list = async (visit: Visit) => {
  await visit.connect()
  await begin(visit)
  await fixTimes(visit)
  await visit.open('SmartSessionList')
  await visit.shows('Spend up to 25 USDC every day')
}
const detail = async (visit: Visit) => {
  await list(visit)
  await visit
    .button(/Lumen Swap/)
    .first()
    .click()
  await visit.shows('Spend up to 25 USDC every day')
}
const ask = async (visit: Visit, request: object = {}) => {
  await visit.connect()
  await visit.open('SmartSessionRequest', { request: { expiry: SOON, permissions: permissionsOf(visit), ...request } })
}
const asked = async (visit: Visit) => {
  await ask(visit)
  await visit.shows('Spend up to 25 USDC every day')
}

export const sessionViews = {
  SmartSessionList: {
    loading: fixture(async (visit) => {
      visit.fault({ path: '/v1/sessions', kind: 'hang' })
      await visit.connect()
      await visit.open('SmartSessionList')
      await visit.modal.getByRole('status', { name: 'Loading sessions' }).waitFor()
    }),
    ready: fixture(list),
    empty: {
      setup,
      wallets: [{ key: 'empty' }],
      reach: async (visit) => {
        await visit.connect()
        await visit.open('SmartSessionList')
        await visit.shows('No smart sessions')
      },
    },
    error: fixture(async (visit) => {
      visit.fault({ path: '/v1/sessions', kind: 'status', status: 500 })
      await visit.connect()
      await visit.open('SmartSessionList')
      await visit.button('Try again').waitFor()
    }),
    offline: fixture(async (visit) => {
      await list(visit)
      await visit.offline()
      await visit.shows('You’re offline')
    }),
    unsupported: 'shell',
    progress: 'moves',
    done: 'moves',
  },

  SmartSessionDetail: {
    loading: fixture(async (visit) => {
      visit.fault({ path: '/v1/sessions', kind: 'hang' })
      await visit.connect()
      await visit.open('SmartSessionDetail', { pci: 'pci-1' })
      await visit.modal.getByRole('status', { name: 'Loading sessions' }).waitFor()
    }),
    ready: fixture(detail),
    empty: fixture(async (visit) => {
      await visit.connect()
      await visit.open('SmartSessionDetail', { pci: 'gone' })
      await visit.shows('This session has ended')
    }),
    error: fixture(async (visit) => {
      visit.fault({ path: '/v1/sessions', kind: 'status', status: 500 })
      await visit.connect()
      await visit.open('SmartSessionDetail', { pci: 'pci-1' })
      await visit.button('See sessions').waitFor()
    }),
    offline: fixture(async (visit) => {
      await detail(visit)
      await visit.offline()
      await visit.shows('You’re offline')
    }),
    unsupported: 'shell',
    progress: fixture(async (visit) => {
      await detail(visit)
      await visit.wallet('set', { answer: 'hold' })
      await visit.button('Revoke').click()
      await visit.shows('Confirm in Test wallet')
    }),
    done: fixture(async (visit) => {
      await detail(visit)
      await visit.button('Revoke').click()
      await visit.shows(/^Removed from the list/)
    }),
  },

  SmartSessionRequest: {
    loading: 'config',
    ready: fixture(asked),
    empty: fixture(async (visit) => {
      await ask(visit, { permissions: [] })
      await visit.shows('This request cannot be granted')
    }),
    error: fixture(async (visit) => {
      await ask(visit, { expiry: SOON + 90 * 86_400 })
      await visit.shows('This session lasts longer than 30 days.')
    }),
    offline: fixture(async (visit) => {
      await asked(visit)
      await visit.offline()
      await visit.shows('You’re offline')
    }),
    unsupported: 'shell',
    progress: fixture(async (visit) => {
      await asked(visit)
      visit.fault({ path: '/v1/sessions', kind: 'hang' })
      await visit.page.waitForTimeout(600)
      await visit.button('Allow').click()
      await visit.shows('Confirm in Test wallet')
    }),
    done: 'moves',
  },

  SmartSessionCreated: {
    loading: 'config',
    ready: fixture(async (visit) => {
      await visit.connect()
      await visit.open('SmartSessionCreated', { expiry: SOON * 1000 })
      await visit.shows('Session created')
    }),
    empty: 'config',
    error: 'config',
    offline: 'config',
    unsupported: 'shell',
    progress: 'static',
    done: 'static',
  },
} satisfies Catalogue
