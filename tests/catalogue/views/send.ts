/** Views of the send panel: form, tokens, and review. */
import type { Catalogue } from '../states.ts'
import type { Visit } from '../visit.ts'

const BALANCE = '/v1/account'
/** The name of the sandbox's second account. */
export const RECEIVER = 'olivia.walletkit.id'

export const form = async ({ connect, open, shows }: Visit) => {
  await connect()
  await open()
  await shows('Sandbox Dai')
  await open('WalletSend')
  await shows('Select Token')
}
export const chooseEther = async ({ button, modal }: Visit) => {
  await button('Choose a token').click()
  await modal.getByRole('button', { name: /^Ether/ }).click()
  await button('Change token, now ETH').waitFor()
}
const fill = async (visit: Visit, amount = '0.25') => {
  await chooseEther(visit)
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(RECEIVER)
  await visit.shows(/^olivia/)
}
const priced = ({ modal }: Visit) => modal.locator('.bone').waitFor({ state: 'detached' })
const filled = async (visit: Visit) => {
  await form(visit)
  await fill(visit)
  await visit.button('Preview Send').waitFor()
  await priced(visit)
}
const review = async (visit: Visit) => {
  await filled(visit)
  await visit.button('Preview Send').click()
  await visit.shows('Recipient address')
}
const send = async (visit: Visit) => {
  await visit.button(/^Send 0\.25/).click({ delay: 20 })
}
/** Sends ether. After the confirmation the modal shows Account. */
export const sendEther = async (visit: Visit) => {
  await review(visit)
  await rest(visit)
  await send(visit)
}
/** Saves contacts, and opens the list of contacts from the form. */
const contacts = async ({ sandbox, connect, open, modal, button, page, shows }: Visit, title: string) => {
  const list = ['Mira Lind', 'Noah', 'Savings'].map((name, at) => {
    return { name, address: sandbox.accounts[at + 1]?.address, namespace: 'eip155' }
  })
  await page.evaluate((text) => localStorage.setItem('@appkit/contacts', text), JSON.stringify(list))
  await connect()
  await open('WalletSend')
  await button('Contacts').click()
  await modal.getByRole('heading', { name: title }).waitFor()
  await shows('Savings')
}
/** The same on Solana. Without `to`, sends to an account that already has a balance there. */
const fillSolana = async (visit: Visit, token: RegExp, amount: string, to?: string) => {
  await visit.connect('Test wallet', 'solana')
  await visit.open()
  await visit.shows('Sandbox Dollar')
  await visit.open('WalletSend')
  await visit.button('Choose a token').click()
  await visit.modal.getByRole('button', { name: token }).click()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await visit.modal
    .getByRole('textbox', { name: 'Recipient' })
    .fill(to ?? visit.sandbox.solana.accounts[1]?.address ?? '')
  await visit.button('Clear recipient').waitFor()
  await visit.shows('0.000005 SOL')
}
/** An account without a balance on the chain. */
const NEW_ACCOUNT = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
/** Waits, because the confirm button ignores clicks until its view has not moved for half a second. */
export const rest = ({ page }: Visit) => page.waitForTimeout(700)

/** The paths from which the fee is read: the API's own RPC, then the network's RPC. */
const NODES = ['/v1', '/rpc'] as const
export const noFee = (kind: 'hang' | 'status') =>
  NODES.map((path) => ({ path, rpc: 'eth_gasPrice', kind, status: 400 }) as const)

/** The page sends several requests at once, so a fault of one may hit the simulation too: with this it always does. */
export const noSimulation = NODES.map((path) => ({ path, rpc: 'eth_simulateV1', kind: 'status', status: 400 }) as const)

const fails = (path: string, rpc: string) => ({ path, rpc, kind: 'status', status: 400 }) as const

export const sendViews = {
  WalletSend: {
    loading: {
      reach: async (visit) => {
        visit.fault(...noFee('hang'))
        await form(visit)
        await fill(visit)
        await visit.modal.locator('.bone').first().waitFor()
      },
    },
    ready: { reach: filled },
    empty: { reach: form },
    error: {
      reach: async (visit) => {
        await form(visit)
        await fill(visit, '25000')
        await visit.shows('Insufficient Funds')
        await priced(visit)
      },
    },
    offline: {
      reach: async (visit) => {
        await filled(visit)
        await visit.offline()
        await visit.shows(/You’re offline/)
      },
    },
    unsupported: {
      setup: { others: true },
      reach: async ({ connect, open, shows }) => {
        await connect('Test wallet', 'bip122')
        await open('WalletSend')
        await shows('Sending is not available here')
      },
    },
    progress: {
      reach: async (visit) => {
        await review(visit)
        await visit.wallet('set', { answer: 'hold' })
        await rest(visit)
        await send(visit)
        await visit.button('Disconnect').waitFor()
        await visit.open('WalletSend')
        await visit.shows('Confirm in Test wallet')
        await visit.later(12_000)
        await visit.shows('0:12')
      },
    },
    done: {
      reach: async (visit) => {
        await review(visit)
        await rest(visit)
        await send(visit)
        await visit.shows('Transaction started')
        await visit.shows('Transaction confirmed')
        await visit.open('WalletSend')
        await visit.shows('Confirmed')
        await visit.page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
      },
    },
    more: {
      'empty.account': {
        reach: async ({ open, shows }) => {
          await open('WalletSend')
          await shows('No wallet connected')
        },
      },
      'error.receiver': {
        reach: async (visit) => {
          await form(visit)
          await chooseEther(visit)
          await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('0.123456789012345678')
          await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill('nobody.walletkit.id')
          await visit.shows('Nobody has this name')
          await priced(visit)
        },
      },
      'ready.solana': { setup: { others: true }, reach: (visit) => fillSolana(visit, /^Sandbox Dollar/, '12.5') },
      'error.solana': {
        setup: { others: true },
        reach: async (visit) => {
          await fillSolana(visit, /^Solana/, '0.0005', NEW_ACCOUNT)
          await visit.shows(/too little for this recipient/)
        },
      },
      'done.solana': {
        setup: { others: true },
        reach: async (visit) => {
          await fillSolana(visit, /^Solana/, '0.25')
          await visit.button('Preview Send').click()
          await visit.shows('Recipient address')
          await rest(visit)
          await send(visit)
          await visit.shows('Transaction started')
          await visit.shows('Transaction confirmed')
          await visit.open('WalletSend')
          await visit.shows('Confirmed')
          await visit.page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
        },
      },
      'error.preselected': {
        reach: async (visit) => {
          await visit.connect()
          await visit.open('WalletSend', { token: 'USDC', amount: '0.0000001', to: visit.sandbox.accounts[1]?.address })
          await visit.shows('The preselected amount can’t be used')
          await priced(visit)
        },
      },
      'error.cost': {
        reach: async (visit) => {
          visit.fault(...noFee('status'))
          await form(visit)
          await fill(visit)
          await visit.shows('Unavailable')
        },
      },
      'error.lookAlike': {
        reach: async (visit) => {
          await filled(visit)
          const own = await visit.page.evaluate(() => kit.getAddress() ?? '')
          const twin = own.toLowerCase().replace(/^(0x.{6}).{28}/, `$1${'7'.repeat(28)}`)
          await visit.button('Clear recipient').click()
          await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(twin)
          await visit.shows(/Looks like .*, which you have used/)
          await priced(visit)
        },
      },
    },
  },

  WalletSendSelectToken: {
    loading: {
      reach: async ({ connect, open, fault, modal }) => {
        fault({ path: BALANCE, kind: 'hang' })
        await connect()
        await open('WalletSendSelectToken')
        await modal.locator('.bone').first().waitFor()
      },
    },
    ready: {
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('WalletSendSelectToken')
        await shows('Sandbox Dai')
      },
    },
    empty: {
      wallets: [{ key: 'empty' }],
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('WalletSendSelectToken')
        await shows('No tokens yet')
      },
    },
    error: {
      reach: async ({ connect, open, fault, shows, page }) => {
        fault({ path: BALANCE, kind: 'status', status: 500 })
        await connect()
        await open('WalletSendSelectToken')
        await shows(/^Retry in/)
        await page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
      },
    },
    offline: {
      reach: async ({ connect, open, fault, offline, shows, modal, page }) => {
        // The answer is still awaited when the connection is lost.
        fault({ path: BALANCE, kind: 'delay', ms: 1500 }, { path: BALANCE, kind: 'drop' })
        await connect()
        await open('WalletSendSelectToken')
        await modal.locator('.bone').first().waitFor()
        await offline()
        await shows('You’re offline')
        await page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
      },
    },
    unsupported: 'moves',
    progress: 'instant',
    done: 'moves',
    more: {
      'ready.solana': {
        setup: { others: true },
        reach: async ({ connect, open, shows }) => {
          await connect('Test wallet', 'solana')
          await open('WalletSendSelectToken')
          await shows('Sandbox Dollar')
        },
      },
      'empty.search': {
        reach: async ({ connect, open, shows, modal }) => {
          await connect()
          await open('WalletSendSelectToken')
          await shows('Sandbox Dai')
          await modal.getByRole('searchbox').fill('peso')
          await shows('No tokens found')
        },
      },
    },
  },

  WalletSendContacts: {
    loading: 'static',
    ready: { reach: (visit) => contacts(visit, 'Contacts') },
    empty: {
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('WalletSendContacts')
        await shows('No contacts yet')
      },
    },
    error: 'static',
    offline: 'static',
    unsupported: 'moves',
    progress: 'instant',
    done: 'instant',
    more: {
      'ready.form': {
        reach: async (visit) => {
          await contacts(visit, 'Contacts')
          await visit.button('Back').click()
          await visit.modal.getByRole('list', { name: 'Contacts' }).waitFor()
        },
      },
    },
  },

  WalletSendContact: {
    loading: 'static',
    ready: {
      reach: async (visit) => {
        await contacts(visit, 'Contacts')
        await visit.button('Change Mira Lind').click()
        await visit.shows('Delete contact')
      },
    },
    empty: {
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('WalletSendContact', {})
        await shows('Save contact')
      },
    },
    error: {
      reach: async ({ connect, open, shows, modal, button }) => {
        await connect()
        await open('WalletSendContact', {})
        await modal.getByRole('textbox', { name: 'Name' }).fill('Mira Lind')
        await modal.getByRole('textbox', { name: /^Address/ }).fill('0x12')
        await button('Save contact').click()
        await shows(/This is no address/)
      },
    },
    offline: 'wallet',
    unsupported: 'moves',
    progress: 'instant',
    done: 'moves',
  },

  WalletSendPreview: {
    loading: {
      reach: async (visit) => {
        visit.fault(...noFee('hang'))
        await form(visit)
        await fill(visit)
        await visit.button('Preview Send').click()
        await visit.shows('Recipient address')
      },
    },
    ready: { reach: review },
    empty: {
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('WalletSendPreview')
        await shows('Nothing to review')
      },
    },
    error: {
      reach: async (visit) => {
        visit.fault(...NODES.flatMap((path) => [fails(path, 'eth_estimateGas'), fails(path, 'eth_simulateV1')]))
        await review(visit)
        await visit.shows(/expects this transfer to fail/)
      },
    },
    offline: {
      reach: async (visit) => {
        await review(visit)
        await visit.modal.locator('.outcome[aria-busy="false"]').waitFor()
        await visit.offline()
        await visit.shows(/You’re offline/)
      },
    },
    unsupported: 'moves',
    progress: 'moves',
    done: 'moves',
    more: {
      'ready.solana': {
        setup: { others: true },
        reach: async (visit) => {
          await fillSolana(visit, /^Solana/, '0.25')
          await visit.button('Preview Send').click()
          await visit.shows('Recipient address')
        },
      },
    },
  },
} satisfies Catalogue
