/** Email login: the field in Connect, the codes, the approval of a browser, and the change of the address. */
import { approve } from '../../support/login.ts'
import type { Setup } from '../page/main.ts'
import type { Catalogue, Fixture, ViewStates } from '../states.ts'
import type { Visit } from '../visit.ts'

const EMAIL = 'mira@lumenswap.xyz'
const LATER = 'mira@harbor.example'
const setup: Partial<Setup> = {
  login: true,
  config: { features: { send: {}, receive: {}, email: {}, allWallets: 'SHOW' } },
}
const fixture = (reach: Fixture['reach']): Fixture => ({ setup, reach })

const label = 'Continue with this email'
const fill = async ({ open, modal }: Visit, email = EMAIL) => {
  await open('Connect')
  await modal.getByRole('textbox', { name: 'Email' }).fill(email)
}
const begin = async (visit: Visit) => {
  await fill(visit)
  await visit.button(label).click()
}
/** The code in the newest mail to the address. Waits if there is no mail yet. */
const codeOf = async ({ sandbox }: Visit, email = EMAIL) => (await sandbox.login.nextMail(email)).code ?? ''
const enter = ({ modal }: Visit, code: string) => modal.getByLabel('Code of 6 digits').fill(code)
const wrong = (code: string) => (code === '111111' ? '222222' : '111111')
/** Makes a request to the login service hang (never answered) or fail (not delivered). */
const api = ({ page }: Visit, name: string, how: 'hang' | 'fail') =>
  page.route(`**/api/${name}`, (route) => (how === 'fail' ? route.abort() : undefined))

const code = async (visit: Visit) => {
  // An earlier picture may have changed this setting.
  visit.sandbox.login.set({ devices: false })
  await begin(visit)
  await visit.shows('Enter the code we sent to')
}
const device = async (visit: Visit) => {
  visit.sandbox.login.set({ devices: true })
  await begin(visit)
  await visit.shows('Open the link we sent to')
}
const signIn = async (visit: Visit) => {
  await code(visit)
  await enter(visit, await codeOf(visit))
  await visit.page.waitForFunction(() => kit.getAccount().status === 'connected')
  await visit.modal.waitFor({ state: 'hidden' })
}
const edit = async (visit: Visit) => {
  await signIn(visit)
  await visit.open('UpdateEmailWallet')
  await visit.modal.getByLabel('Your email').fill(LATER)
}
const primary = async (visit: Visit) => {
  visit.sandbox.login.set({ resendAfter: 0 })
  await edit(visit)
  const before = visit.sandbox.login.mails(EMAIL).length
  await visit.button('Change email').click()
  await approve(visit)
  await visit.shows('Enter the code we sent to your current email')
  while (visit.sandbox.login.mails(EMAIL).length === before) await visit.sandbox.login.nextMail(EMAIL, Date.now())
}
const secondary = async (visit: Visit) => {
  await primary(visit)
  await enter(visit, await codeOf(visit))
  await visit.shows('Enter the code we sent to your new email')
}

/** The states of a view for a code. `reach` opens it; `name` is the request that sends the code. */
const codeStates = (reach: (visit: Visit) => Promise<unknown>, name: string, email: string) =>
  ({
    loading: 'config',
    ready: fixture(reach),
    error: fixture(async (visit) => {
      await reach(visit)
      await enter(visit, wrong(await codeOf(visit, email)))
      await visit.shows('Invalid code. Try again.')
    }),
    offline: fixture(async (visit) => {
      await reach(visit)
      await visit.offline()
      await enter(visit, '482913')
      await visit.shows(/You’re offline/)
    }),
    progress: fixture(async (visit) => {
      await api(visit, name, 'hang')
      await reach(visit)
      await enter(visit, '482913')
      await visit.shows('Checking the code…')
    }),
    done: 'moves',
  }) satisfies Partial<ViewStates>

const unasked = (reach: (visit: Visit) => Promise<unknown>, name: string): Fixture =>
  fixture(async (visit) => {
    await api(visit, name, 'fail')
    await reach(visit)
    await enter(visit, '482913')
    await visit.shows('The code could not be checked')
  })

/** The email field among the other connect methods. */
export const emailField: NonNullable<ViewStates['more']> = {
  'ready.email': fixture(async ({ open, modal, shows }) => {
    await open('Connect')
    await modal.getByRole('textbox', { name: 'Email' }).waitFor()
    await shows(/^\d+\+$/)
  }),
  'ready.emailTyped': fixture((visit) => fill(visit)),
  'error.email': fixture(async (visit) => {
    await fill(visit, 'mira@lumenswap')
    await visit.button(label).click()
    await visit.shows('Invalid email')
  }),
  'offline.email': fixture(async (visit) => {
    await fill(visit)
    await visit.offline()
    await visit.shows('You’re offline')
  }),
  'progress.email': fixture(async (visit) => {
    await api(visit, 'CONNECT_EMAIL', 'hang')
    await begin(visit)
    await visit.modal.locator('.email-go .spinner').waitFor()
  }),
  'empty.email': {
    setup: { config: { ...setup.config } },
    reach: async ({ open, shows }) => {
      await open('Connect')
      await shows('Email login is not available on this site')
    },
  },
}

const gone = (view: string) =>
  fixture(async ({ open, shows }) => {
    await open(view)
    await shows('Nothing to confirm')
  })
const nobody = (view: string) =>
  fixture(async ({ open, shows }) => {
    await open(view)
    await shows('Nobody is signed in')
  })

export const emailViews = {
  EmailVerifyOtp: {
    ...codeStates(code, 'CONNECT_OTP', EMAIL),
    empty: gone('EmailVerifyOtp'),
    unsupported: 'nobody',
    more: {
      'ready.resend': fixture(async (visit) => {
        await code(visit)
        await visit.later(30_000)
        await visit.button('Resend code').waitFor()
      }),
      'error.unasked': unasked(code, 'CONNECT_OTP'),
    },
  },
  EmailVerifyDevice: {
    loading: 'waits',
    ready: 'waits',
    empty: gone('EmailVerifyDevice'),
    error: fixture(async (visit) => {
      await api(visit, 'CONNECT_DEVICE', 'fail')
      await device(visit)
      await visit.shows('This browser was not approved')
    }),
    offline: fixture(async (visit) => {
      await device(visit)
      await visit.offline()
      await visit.shows(/You’re offline/)
    }),
    unsupported: 'nobody',
    progress: fixture(device),
    done: 'moves',
  },
  UpdateEmailWallet: {
    loading: 'config',
    ready: fixture(async (visit) => {
      await signIn(visit)
      await visit.open('UpdateEmailWallet')
      await visit.shows('Enter a new email')
    }),
    empty: nobody('UpdateEmailWallet'),
    error: fixture(async (visit) => {
      await edit(visit)
      await visit.modal.getByLabel('Your email').fill('mira@harbor')
      await visit.button('Change email').click()
      await visit.shows('Invalid email')
    }),
    offline: fixture(async (visit) => {
      await edit(visit)
      await visit.offline()
      await visit.shows('You’re offline')
    }),
    unsupported: 'shell',
    progress: fixture(async (visit) => {
      await api(visit, 'CHANGE', 'hang')
      await edit(visit)
      await visit.button('Change email').click()
      await visit.modal.locator('.button .spinner').waitFor()
    }),
    done: 'moves',
    more: { 'ready.changed': fixture(edit) },
  },
  UpdateEmailPrimaryOtp: {
    ...codeStates(primary, 'UPDATE_EMAIL_PRIMARY_OTP', EMAIL),
    empty: gone('UpdateEmailPrimaryOtp'),
    unsupported: 'shell',
  },
  UpdateEmailSecondaryOtp: {
    ...codeStates(secondary, 'UPDATE_EMAIL_SECONDARY_OTP', LATER),
    empty: gone('UpdateEmailSecondaryOtp'),
    unsupported: 'shell',
  },
  UpgradeEmailWallet: {
    loading: 'config',
    ready: fixture(async (visit) => {
      await signIn(visit)
      await visit.open('UpgradeEmailWallet')
      await visit.shows('Take your wallet anywhere')
    }),
    empty: nobody('UpgradeEmailWallet'),
    error: 'static',
    offline: 'static',
    unsupported: 'shell',
    progress: 'instant',
    done: 'moves',
  },
} satisfies Catalogue
