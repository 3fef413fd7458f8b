/** Account names: the explanation, the form, the registration. */
import { approve } from '../../support/login.ts'
import type { Setup } from '../page/main.ts'
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const SUFFIX = '.walletkit.id'
const setup: Partial<Setup> = {
  login: true,
  config: {
    features: { send: {}, receive: {}, email: {}, names: { suffix: SUFFIX }, allWallets: 'SHOW' },
    defaultAccountTypes: { eip155: 'eoa' },
  },
}
const fixture = (reach: Fixture['reach']): Fixture => ({ setup, reach })
/** The service refuses requests with a wrong time, and the page's clock is fixed unless `remote` is set. */
const timely = (reach: Fixture['reach']): Fixture => ({ setup: { ...setup, remote: true }, reach })
const SUGGESTIONS = '/v1/profile/suggestions'
const REVERSE = '/v1/profile/reverse'

/** How many people and names there are in a sandbox: each is new there, and the same in every drawing. */
const counts = new WeakMap<Visit['sandbox'], number>()
const next = ({ sandbox }: Visit): number => {
  const count = (counts.get(sandbox) ?? 0) + 1
  counts.set(sandbox, count)
  return count
}
/** Signs in by email as a new person, whose account has no name yet. */
const signIn = async (visit: Visit) => {
  const email = `mira${next(visit)}@lumenswap.xyz`
  visit.sandbox.login.set({ devices: false })
  await visit.open('Connect')
  await visit.modal.getByRole('textbox', { name: 'Email' }).fill(email)
  await visit.button('Continue with this email').click()
  await visit.shows('Enter the code we sent to')
  await visit.modal.getByLabel('Code of 6 digits').fill((await visit.sandbox.login.nextMail(email)).code ?? '')
  await visit.page.waitForFunction(() => kit.getAccount().status === 'connected')
  await visit.modal.waitFor({ state: 'hidden' })
}
const form = async (visit: Visit) => {
  await signIn(visit)
  await visit.open('RegisterAccountName')
  await visit.modal.getByRole('textbox', { name: 'Account name' }).waitFor()
}
const type = (visit: Visit, label: string) => visit.modal.getByRole('textbox', { name: 'Account name' }).fill(label)
const chosen = async (visit: Visit, label = `miravale${next(visit)}`) => {
  await form(visit)
  await type(visit, label)
  await visit.button(`Register ${label}${SUFFIX}`).and(visit.modal.locator(':enabled')).waitFor()
  return label
}
const submitted = async (visit: Visit, label?: string) => {
  const name = await chosen(visit, label)
  await visit.button(`Register ${name}${SUFFIX}`).click()
  await visit.shows(`Registering ${name}${SUFFIX}`)
  return name
}
const nobody = (view: string) =>
  fixture(async ({ open, shows }) => {
    await open(view)
    await shows('Nobody is signed in')
  })
const byWallet = (view: string) =>
  fixture(async (visit) => {
    await visit.connect()
    await visit.open(view)
    await visit.shows('Address or auth connector not found')
  })
const onSolana = (view: string): Fixture => ({
  setup: { ...setup, solana: true },
  reach: async (visit) => {
    await visit.connect('example.harbor', 'solana')
    await visit.open(view)
    await visit.shows('Names are not available here')
  },
})

export const nameViews = {
  ChooseAccountName: {
    loading: fixture(async (visit) => {
      visit.fault({ path: REVERSE, kind: 'hang' })
      await signIn(visit)
      await visit.open('ChooseAccountName')
      await visit.modal.locator('.bone').first().waitFor()
    }),
    ready: fixture(async (visit) => {
      await signIn(visit)
      await visit.open('ChooseAccountName')
      await visit.shows('Choose your account name')
    }),
    empty: nobody('ChooseAccountName'),
    error: byWallet('ChooseAccountName'),
    offline: fixture(async (visit) => {
      await signIn(visit)
      await visit.open('ChooseAccountName')
      await visit.shows('Choose your account name')
      await visit.offline()
      await visit.shows(/You’re offline/)
    }),
    unsupported: onSolana('ChooseAccountName'),
    progress: 'instant',
    done: timely(async (visit) => {
      await submitted(visit)
      await approve(visit)
      await visit.shows('The name is yours.')
      await visit.open('ChooseAccountName')
      await visit.shows('This account has a name')
    }),
  },

  RegisterAccountName: {
    loading: fixture(async (visit) => {
      visit.fault({ path: SUGGESTIONS, kind: 'hang' })
      await form(visit)
      await type(visit, 'miravale')
      await visit.modal.locator('.bone').first().waitFor()
    }),
    ready: fixture(async (visit) => {
      await chosen(visit)
      await visit.shows('Suggestions')
    }),
    empty: fixture(form),
    error: fixture(async (visit) => {
      await form(visit)
      await type(visit, 'olivia')
      await visit.shows(`olivia${SUFFIX} is taken`)
    }),
    offline: fixture(async (visit) => {
      await chosen(visit)
      await visit.offline()
      await visit.shows(/You’re offline/)
    }),
    unsupported: onSolana('RegisterAccountName'),
    progress: 'moves',
    done: 'moves',
    more: {
      'error.signs': fixture(async (visit) => {
        await form(visit)
        await type(visit, 'mira_vale')
        await visit.shows('Only letters, digits and hyphens')
      }),
      'error.service': fixture(async (visit) => {
        visit.fault({ path: SUGGESTIONS, kind: 'status', status: 500, body: 'down' })
        await form(visit)
        await type(visit, 'miravale')
        await visit.shows('Error fetching name suggestions')
      }),
      'error.refused': fixture(async (visit) => {
        const body = JSON.stringify({ reasons: [{ name: 'name', description: 'Reserved for somebody' }] })
        visit.fault({ path: '/v1/profile/account', method: 'POST', kind: 'status', status: 400, body })
        await submitted(visit)
        await approve(visit)
        await visit.shows('Reserved for somebody')
      }),
      'error.wallet': byWallet('RegisterAccountName'),
    },
  },

  RegisterAccountNameSuccess: {
    loading: 'waits',
    ready: 'waits',
    empty: fixture(async (visit) => {
      await signIn(visit)
      await visit.open('RegisterAccountNameSuccess')
      await visit.shows('No name is being registered')
    }),
    error: 'moves',
    offline: 'waits',
    unsupported: 'shell',
    progress: fixture(async (visit) => {
      visit.fault({ path: '/v1/profile/account', method: 'POST', kind: 'hang' })
      await submitted(visit, 'miravale-lake')
      await approve(visit)
      await visit.shows('The name is being written down.')
      await visit.later(8_000)
      await visit.shows('8 s')
    }),
    done: timely(async (visit) => {
      await submitted(visit)
      await approve(visit)
      await visit.shows('The name is yours.')
    }),
  },
} satisfies Catalogue
