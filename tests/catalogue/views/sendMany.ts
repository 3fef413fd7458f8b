/** Views of a send to several recipients: form, progress, review. */
import type { Catalogue } from '../states.ts'
import type { Visit } from '../visit.ts'
import { chooseEther, form, noFee, noSimulation, RECEIVER, rest } from './send.ts'

/** Fills in two recipients, the first by its name. */
const fillMany = async (visit: Visit, second = visit.sandbox.accounts[3]?.address ?? '') => {
  await form(visit)
  await visit.open('WalletSendMany')
  await chooseEther(visit)
  const field = (name: string) => visit.modal.getByRole('textbox', { name, exact: true })
  await field('Recipient 1').fill(RECEIVER)
  await field('Amount for recipient 1').fill('0.25')
  await field('Recipient 2').fill(second)
  await field('Amount for recipient 2').fill('0.5')
  await visit.shows(/^olivia\.walletkit\.id · /)
  await visit.shows('0.75 ETH')
}
const reviewMany = async (visit: Visit) => {
  await fillMany(visit)
  await visit.button('Preview Send').click()
  await visit.modal.getByRole('heading', { name: 'Review sends' }).waitFor()
}
const payMany = async (visit: Visit, answer: 'approve' | 'reject' | 'hold' = 'approve') => {
  await reviewMany(visit)
  await visit.shows(/^Confirmations: 2/)
  await rest(visit)
  // Only now, because the wallet asks before it connects too.
  await visit.wallet('set', { answer })
  await visit.button('Send 0.75 ETH').click({ delay: 20 })
}

export const sendManyViews = {
  WalletSendMany: {
    loading: 'config',
    ready: { reach: (visit) => fillMany(visit) },
    empty: {
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('WalletSendMany')
        await shows('Select Token')
      },
    },
    error: {
      reach: async (visit) => {
        await fillMany(visit, visit.sandbox.accounts[1]?.address)
        await visit.button('Check the marked recipients').waitFor()
      },
    },
    offline: {
      reach: async (visit) => {
        await fillMany(visit)
        await visit.offline()
        await visit.shows(/You’re offline/)
      },
    },
    unsupported: {
      setup: { others: true },
      reach: async ({ connect, open, shows }) => {
        await connect('Test wallet', 'bip122')
        await open('WalletSendMany')
        await shows('Sending is not available here')
      },
    },
    progress: {
      reach: async (visit) => {
        await payMany(visit, 'hold')
        await visit.shows('Confirm in Test wallet')
      },
    },
    done: {
      reach: async (visit) => {
        await payMany(visit)
        await visit.button('Done').waitFor()
        await visit.page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
      },
    },
    more: {
      'empty.account': {
        reach: async ({ open, shows }) => {
          await open('WalletSendMany')
          await shows('No wallet connected')
        },
      },
      'error.list': {
        reach: async (visit) => {
          await fillMany(visit)
          await visit.button('Paste a list').click()
          await visit.modal.locator('textarea').fill('olivia.walletkit.id, 1\n'.repeat(25))
          await visit.button('Add recipients').click()
          await visit.shows(/these would be 27/)
        },
      },
      'error.lookAlike': {
        reach: async (visit) => {
          await form(visit)
          const own = await visit.page.evaluate(() => kit.getAddress() ?? '')
          await fillMany(visit, own.toLowerCase().replace(/^(0x.{6}).{28}/, `$1${'7'.repeat(28)}`))
          await visit.button('This address is meant').waitFor()
        },
      },
      'error.declined': {
        reach: async (visit) => {
          await payMany(visit, 'reject')
          await visit.button('Change the rest').waitFor()
          await visit.page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
        },
      },
    },
  },

  WalletSendManyReview: {
    loading: {
      reach: async (visit) => {
        visit.fault(...noFee('hang'))
        await reviewMany(visit)
        await visit.modal.locator('.bone').first().waitFor()
      },
    },
    ready: {
      reach: async (visit) => {
        await reviewMany(visit)
        await visit.shows(/^Confirmations: 2/)
      },
    },
    empty: {
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('WalletSendManyReview')
        await shows('Nothing to review')
      },
    },
    error: {
      reach: async (visit) => {
        visit.fault(...noFee('status'), ...noSimulation)
        await reviewMany(visit)
        await visit.shows('Unavailable')
        await visit.shows(/^This network could not be asked/)
      },
    },
    offline: {
      reach: async (visit) => {
        await reviewMany(visit)
        await visit.shows(/^Confirmations: 2/)
        await visit.offline()
        await visit.shows(/You’re offline/)
      },
    },
    unsupported: 'moves',
    progress: 'moves',
    done: 'moves',
  },
} satisfies Catalogue
