/** Views of the sign-in by a signature. */
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const required: Fixture['setup'] = { config: { siwx: true } }
const optional: Fixture['setup'] = { config: { siwx: { required: false } } }

const onSign = async ({ page, button, shows }: Visit) => {
  await page.evaluate(() => kit.open())
  await button(/Test wallet/).click()
  await shows('Prove you own this account')
}

export const signInViews = {
  SIWXSignMessage: {
    loading: 'config',
    ready: { setup: optional, reach: onSign },
    empty: {
      setup: required,
      reach: async (visit) => {
        await onSign(visit)
        await visit.button('Cancel').click()
        await visit.shows('Connect Wallet')
        await visit.open('SIWXSignMessage')
        await visit.shows('Nothing to sign')
      },
    },
    error: {
      setup: optional,
      reach: async (visit) => {
        await onSign(visit)
        await visit.wallet('set', { answer: 'reject' })
        await visit.button('Sign').click()
        await visit.shows('You declined to sign')
      },
    },
    offline: 'wallet',
    unsupported: 'shell',
    progress: {
      setup: optional,
      reach: async (visit) => {
        await onSign(visit)
        await visit.wallet('set', { answer: 'hold' })
        await visit.button('Sign').click()
        await visit.shows('Confirm in Test wallet')
      },
    },
    done: {
      setup: optional,
      reach: async (visit) => {
        await onSign(visit)
        await visit.button('Sign').click()
        await visit.modal.waitFor({ state: 'hidden' })
        await visit.open('SIWXSignMessage')
        await visit.shows('You’re signed in')
      },
    },
    more: { 'ready.required': { setup: required, reach: onSign } },
  },
  // Another name of the same view.
  ConnectingSiwe: {
    loading: 'alias',
    ready: {
      setup: optional,
      reach: async (visit) => {
        await onSign(visit)
        await visit.open('ConnectingSiwe')
        await visit.shows('Prove you own this account')
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
