/** Social logins: the buttons in Connect, the list of all, waiting for a window, and Farcaster's QR code. */
import type { Setup } from '../page/main.ts'
import type { Catalogue, Fixture, ViewStates } from '../states.ts'
import type { Visit } from '../visit.ts'

const features = { send: {}, receive: {}, allWallets: 'SHOW' } as const
const setupOf = (socials: unknown): Partial<Setup> => ({ login: true, config: { features: { ...features, socials } } })
const fixture = (reach: Fixture['reach'], socials: unknown = true): Fixture => ({ setup: setupOf(socials), reach })
const withoutService = (view: string): Fixture => ({
  setup: { config: { features: { ...features, socials: true } } },
  reach: async ({ open, shows }) => {
    await open(view)
    await shows('Social login is not available on this site')
  },
})

const connect = async ({ open, button, shows }: Visit) => {
  await open('Connect')
  await button(/^Continue with/)
    .first()
    .waitFor()
  await shows(/^\d+\+$/)
}
/** Makes a request to the login service hang (never answered) or fail (not delivered). */
const api = ({ page }: Visit, name: string, how: 'hang' | 'fail') =>
  page.route(`**/api/${name}`, (route) => (how === 'fail' ? route.abort() : undefined))

/** Opens the provider's window, which waits for the person's login. */
const choose = async (visit: Visit) => {
  await connect(visit)
  const [popup] = await Promise.all([visit.page.waitForEvent('popup'), visit.button('Continue with Google').click()])
  await visit.shows('Continue in the Google window')
  return popup
}

const code = ({ modal }: Visit) => modal.getByRole('img', { name: 'QR code to log in with Farcaster' }).waitFor()

/** The social logins among the other connect methods. */
export const socialButtons: NonNullable<ViewStates['more']> = {
  'ready.socials': fixture(connect),
  'ready.socialsOne': fixture(connect, ['github']),
  'ready.socialsTwo': fixture(connect, ['apple', 'discord']),
  'ready.socialsAndEmail': {
    setup: { login: true, config: { features: { ...features, email: {}, socials: true } } },
    reach: async (visit) => {
      await connect(visit)
      await visit.modal.getByRole('textbox', { name: 'Email' }).waitFor()
    },
  },
  'empty.socials': withoutService('Connect'),
}

export const socialViews = {
  ConnectSocials: {
    loading: 'config',
    ready: fixture(async ({ open, shows }) => {
      await open('ConnectSocials')
      await shows('Facebook')
    }),
    empty: withoutService('ConnectSocials'),
    error: 'config',
    offline: 'config',
    unsupported: 'nobody',
    progress: 'moves',
    done: 'moves',
  },
  ConnectingSocial: {
    loading: 'waits',
    ready: fixture(async ({ open, shows }) => {
      await open('ConnectingSocial', { provider: 'discord', name: 'Discord' })
      await shows('Log in with Discord')
    }),
    empty: fixture(async ({ open, shows }) => {
      await open('ConnectingSocial')
      await shows('No login chosen')
    }),
    error: fixture(async (visit) => {
      await visit.page.evaluate('window.open = () => null')
      await connect(visit)
      await visit.button('Continue with Google').click()
      await visit.shows('The window was blocked')
    }),
    offline: fixture(async (visit) => {
      await choose(visit)
      await visit.offline()
      await visit.shows('You’re offline')
    }),
    unsupported: 'nobody',
    progress: fixture(choose),
    done: 'moves',
    more: {
      'error.failed': fixture(async (visit) => {
        await api(visit, 'GET_SOCIAL_REDIRECT_URI', 'fail')
        await connect(visit)
        await visit.button('Continue with Google').click()
        await visit.shows('You are not logged in')
      }),
      'error.timeout': fixture(async (visit) => {
        await api(visit, 'GET_SOCIAL_REDIRECT_URI', 'hang')
        await visit.page.clock.install()
        // The 30 s begin with the request to the service, after the window was opened.
        const asked = visit.page.waitForRequest('**/api/GET_SOCIAL_REDIRECT_URI')
        await choose(visit)
        await asked
        await visit.page.clock.runFor(31_000)
        await visit.shows('The login took too long')
      }),
      'progress.leaving': fixture(async (visit) => {
        await api(visit, 'GET_SOCIAL_REDIRECT_URI', 'hang')
        await visit.page.evaluate('window.TelegramWebviewProxy = {}')
        await connect(visit)
        await visit.button('Continue with Google').click()
        await visit.shows('Going to Google')
      }),
    },
  },
  ConnectingFarcaster: {
    loading: fixture(async (visit) => {
      await api(visit, 'GET_FARCASTER_URI', 'hang')
      await visit.open('ConnectingFarcaster')
      await visit.shows('Scan with your phone')
    }),
    ready: fixture(async (visit) => {
      await visit.open('ConnectingFarcaster')
      await code(visit)
    }),
    empty: 'waits',
    error: 'moves',
    offline: fixture(async (visit) => {
      await visit.open('ConnectingFarcaster')
      await code(visit)
      await visit.offline()
      await visit.shows('You’re offline')
    }),
    unsupported: 'nobody',
    progress: 'waits',
    done: 'moves',
    more: {
      'ready.phone': fixture(async ({ page, open, modal }) => {
        await page.evaluate(`Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone Mobile' })`)
        await open('ConnectingFarcaster')
        await modal.getByRole('link', { name: 'Open Farcaster' }).waitFor()
      }),
    },
  },
} satisfies Catalogue
