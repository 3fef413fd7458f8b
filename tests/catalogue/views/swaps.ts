/** Views of the swap panel: form, tokens, review, and progress. */
import { ROUTER, UNI } from '../../../sandbox/exchange/addresses.ts'
import { IMPLEMENTATION } from '../../../sandbox/smartAccounts/addresses.ts'
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const IDS = ['eip155:31337', 'eip155:31338']
const features = {
  send: {},
  receive: {},
  allWallets: 'SHOW' as const,
  swaps: { chains: IDS, routers: IDS.map((id) => `${id}:${ROUTER}`) },
}
const setup: Fixture['setup'] = { config: { features } }
const on = (reach: Fixture['reach']): Fixture => ({ setup, reach })

const form = async ({ connect, open, button }: Visit) => {
  await connect()
  await open('Swap')
  await button(/now ETH$/).waitFor()
}
const choose = async ({ button, modal, page }: Visit, side: 'pay with' | 'receive', name: string) => {
  await button(new RegExp(`^(Select|Change the) token to ${side}`)).click()
  await modal
    .getByRole('button')
    .filter({ has: page.getByText(name, { exact: true }) })
    .last()
    .click()
  await button(/^Switch the tokens/).waitFor()
}
const priced = ({ modal }: Visit) => modal.locator('.bone').first().waitFor({ state: 'detached' })
const fill = async (visit: Visit, amount: string, from = 'Sandbox Dollar', to = 'Ether') => {
  await form(visit)
  await choose(visit, 'receive', to === 'Ether' ? 'Sandbox Dai' : to)
  if (from !== 'Ether') await choose(visit, 'pay with', from)
  if (to === 'Ether') await choose(visit, 'receive', to)
  await visit.modal.getByRole('textbox', { name: 'Amount to pay' }).fill(amount)
}
const filled = async (visit: Visit, from = 'Sandbox Dollar') => {
  await fill(visit, '850', from)
  await visit.shows('Review swap')
  await priced(visit)
}
const review = async (visit: Visit, from?: string) => {
  await filled(visit, from)
  await visit.button('Review swap').click()
  await visit.shows('Rate')
  await visit.modal.locator('button[aria-busy]').waitFor({ state: 'detached' })
  await visit.modal.locator('.outcome[aria-busy="false"]').waitFor()
}
/** Presses a confirm button, which ignores clicks until its view has not moved for half a second. */
const press = async ({ page, button }: Visit, name: string) => {
  await page.waitForTimeout(700)
  await button(name).click({ delay: 20 })
}
const waiting = async (visit: Visit, from?: string) => {
  await review(visit, from)
  await visit.wallet('set', { answer: 'hold' })
  await press(visit, 'Approve and swap')
  await visit.shows('Approve limit increase in your wallet')
}
/** The exchange's service calls one of its tokens USDC, which the account has another of. */
async function misname(visit: Visit) {
  const { url } = visit.sandbox
  const reply = await fetch(`${url}/v1/convert/tokens?projectId=catalogue&chainId=${IDS[0]}`)
  const { tokens } = (await reply.json()) as { tokens: { address: string }[] }
  const isUni = ({ address }: { address: string }) => address.toLowerCase().endsWith(UNI.toLowerCase())
  const body = { tokens: tokens.map((each) => (isUni(each) ? { ...each, name: 'USD Coin', symbol: 'USDC' } : each)) }
  visit.fault({ path: '/v1/convert/tokens', kind: 'garbage', body: JSON.stringify(body) })
}
const fails = (path: string) => ({ path, kind: 'status', status: 500 }) as const
const quiet = ({ page }: Visit) => page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })

/** Swaps ether. After the confirmation the modal shows Account. */
export const swapEther = on(async (visit) => {
  await fill(visit, '0.25', 'Ether', 'Sandbox Dai')
  await visit.button('Review swap').click()
  await visit.shows('Rate')
  await press(visit, 'Swap')
  await visit.shows(/^Swapped/)
  await quiet(visit)
})

export const swapViews = {
  Swap: {
    loading: on(async (visit) => {
      visit.fault({ path: '/v1/convert/quotes', kind: 'hang' })
      await fill(visit, '850')
      await visit.modal.locator('.bone').first().waitFor()
    }),
    ready: on((visit) => filled(visit)),
    empty: on(form),
    error: on(async (visit) => {
      await fill(visit, '850000')
      await visit.shows('Insufficient balance')
      await priced(visit)
    }),
    offline: on(async (visit) => {
      await filled(visit)
      await visit.offline()
      await visit.shows(/You’re offline/)
    }),
    unsupported: {
      setup: { config: { features: { ...features, swaps: {} } } },
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('Swap')
        await shows('Swapping is not available here')
      },
    },
    progress: on(async (visit) => {
      await waiting(visit)
      await visit.later(12_000)
      await visit.wallet('settle', 'approve')
      await visit.shows(/approved$/)
      await visit.later(20_000)
      await visit.shows('0:08')
    }),
    done: on(async (visit) => {
      await fill(visit, '0.25', 'Ether', 'Sandbox Dai')
      await visit.button('Review swap').click()
      await visit.shows('Rate')
      visit.fault(
        ...(['/rpc', '/v1'] as const).map(
          (path) => ({ path, kind: 'hang', rpc: 'eth_getTransactionReceipt' }) as const,
        ),
      )
      await press(visit, 'Swap')
      await visit.shows(/^Swapping/)
      await quiet(visit)
      await visit.open('Swap')
      await visit.shows(/^Swapping 0\.25 ETH/)
    }),
    more: {
      'progress.approval': on((visit) => waiting(visit, 'Sandbox Tether')),
      'empty.account': on(async ({ open, shows }) => {
        await open('Swap')
        await shows('No wallet connected')
      }),
      'unsupported.service': {
        setup: { config: { features, services: {} } },
        reach: async ({ connect, open, shows }) => {
          await connect()
          await open('Swap')
          await shows('Swaps are not available on this site')
        },
      },
      'error.quote': on(async (visit) => {
        visit.fault(fails('/v1/convert/quotes'))
        await fill(visit, '850')
        await visit.shows(/^Quote unavailable/)
      }),
      'error.amount': on(async (visit) => {
        visit.fault({ path: '/v1/convert/quotes', kind: 'garbage', body: '{"quotes":[]}' })
        await fill(visit, '850')
        await visit.shows(/^Incorrect amount/)
      }),
      'error.impact': on(async (visit) => {
        await fill(visit, '6', 'Ether', 'Sandbox Uni')
        await visit.shows(/This swap is blocked/)
        await priced(visit)
      }),
    },
  },

  SwapSelectToken: {
    loading: on(async ({ connect, open, fault, modal }) => {
      fault({ path: '/v1/convert/tokens', kind: 'hang' })
      await connect()
      await open('SwapSelectToken', { target: 'toToken' })
      await modal.locator('.bone').first().waitFor()
    }),
    ready: on(async (visit) => {
      await form(visit)
      await visit.button(/^Select token to receive/).click()
      await visit.shows('Your tokens')
    }),
    empty: on(async ({ connect, open, fault, shows }) => {
      fault({ path: '/v1/convert/tokens', kind: 'garbage', body: '{"tokens":[]}' })
      await connect()
      await open('SwapSelectToken', { target: 'toToken' })
      await shows('No tokens to swap')
    }),
    error: 'moves',
    offline: 'moves',
    unsupported: {
      setup: { config: { features: { ...features, swaps: {} } } },
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('SwapSelectToken', { target: 'toToken' })
        await shows('Swapping is not available here')
      },
    },
    progress: 'instant',
    done: 'moves',
    more: {
      'ready.unusual': on(async (visit) => {
        await misname(visit)
        await form(visit)
        await visit.button(/^Select token to receive/).click()
        await visit.modal.getByRole('searchbox').fill('usdc')
        await visit.shows('Other contract')
      }),
      'empty.search': on(async (visit) => {
        await form(visit)
        await visit.button(/^Select token to receive/).click()
        await visit.modal.getByRole('searchbox').fill('peso')
        await visit.shows('No tokens found')
      }),
    },
  },

  SwapPreview: {
    loading: on(async (visit) => {
      await filled(visit)
      visit.fault({ path: '/v1/convert/build-approve', kind: 'hang' })
      await visit.button('Review swap').click()
      await visit.modal.locator('button[aria-busy]').waitFor()
    }),
    ready: on((visit) => review(visit, 'Sandbox Tether')),
    empty: on(async ({ connect, open, shows }) => {
      await connect()
      await open('SwapPreview')
      await shows('Nothing to review')
    }),
    error: on(async (visit) => {
      visit.fault(fails('/v1/convert/build-approve'))
      await filled(visit)
      await visit.button('Review swap').click()
      await visit.shows('Swap blocked')
      await quiet(visit)
    }),
    offline: on(async (visit) => {
      await review(visit)
      await visit.offline()
      await visit.shows(/You’re offline/)
    }),
    unsupported: 'moves',
    progress: 'moves',
    done: 'moves',
    more: {
      'ready.batch': {
        setup,
        wallets: [{ batch: IMPLEMENTATION }],
        reach: (visit) => review(visit, 'Sandbox Tether'),
      },
      'ready.unusual': on(async (visit) => {
        await misname(visit)
        await fill(visit, '0.1', 'Ether', 'USD Coin')
        await visit.button('Review swap').click()
        await visit.shows(/Anybody can give a token any symbol/)
      }),
      'error.impact': on(async (visit) => {
        await fill(visit, '2.5', 'Ether', 'Sandbox Uni')
        await visit.button('Review swap').click()
        await visit.shows(/Very high price impact/)
        await visit.shows(/^Type/)
      }),
    },
  },
} satisfies Catalogue
