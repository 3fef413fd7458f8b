/** The approval view of an embedded wallet: the modal's own text, and the login service's frame below it. */
import type { FrameLocator, Page } from 'playwright-core'
import { READY } from '../../../runtime/auth/messages.ts'
import { readRequest } from '../../support/readRequest.ts'
import { collectionOf } from '../../support/collection.ts'
import { askToClose } from '../../support/askToClose.ts'
import type { Setup } from '../page/main.ts'
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const setup: Partial<Setup> = {
  login: true,
  config: { features: { email: {}, send: {}, receive: {}, allWallets: 'SHOW' } },
}
const EMAIL = 'mira@lumenswap.xyz'
const SPENDER = '0x9F3c81A24bE70D56cC197a33F0B862dE4411D2a9'

/** The text about a spender without contract code, which comes after the chain has answered. */
const PERSON = 'This spender is a person’s account'

const signIn = async (visit: Visit) => {
  const { page, sandbox, modal } = visit
  sandbox.login.set({ devices: false, resendAfter: 0 })
  await visit.open('Connect')
  await modal.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  const before = sandbox.login.mails(EMAIL).length
  await visit.button('Continue with this email').click()
  await visit.shows('Enter the code we sent to')
  const { code = '' } = sandbox.login.mails(EMAIL)[before] ?? (await sandbox.login.nextMail(EMAIL))
  await modal.getByLabel('Code of 6 digits').fill(code)
  await page.waitForFunction(() => kit.getAccount().status === 'connected')
  await modal.waitFor({ state: 'hidden' })
}
/** Sends a request as a page does, without waiting for the answer. */
const ask = ({ page }: Visit, method: string, params: unknown) =>
  page.evaluate(
    ([name, given]) => {
      const address = kit.getAccount().address ?? ''
      const values = JSON.parse(JSON.stringify(given).replaceAll('$OWN', address)) as unknown
      void kit
        .getProvider('eip155')
        ?.request({ method: name, params: values })
        .catch(() => undefined)
    },
    [method, params] as [string, unknown],
  )
const frame = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')
/** Scrolls to the end of what the frame shows, where the most that the fee can be is. */
const showEnd = (page: Page) => readRequest(frame(page))

const showing =
  (method: string, params: (visit: Visit) => unknown, ...texts: string[]): Fixture['reach'] =>
  async (visit) => {
    await signIn(visit)
    await ask(visit, method, await params(visit))
    for (const text of texts) await visit.shows(text)
    // The buttons are enabled once all of them are visible, so the frame fits into the card then.
    await frame(visit.page).locator('button:not(:disabled)', { hasText: 'Approve' }).waitFor()
  }
const fixture = (reach: Fixture['reach']): Fixture => ({ setup, reach })

const inHex = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const token = ({ sandbox }: Visit) =>
  sandbox.tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address

const message = showing(
  'personal_sign',
  () => [inHex('Welcome to Lumenswap.\n\nSign to show that this wallet is yours. It costs nothing.'), '$OWN'],
  'Welcome to Lumenswap',
)
const transaction = showing(
  'eth_sendTransaction',
  () => [{ from: '$OWN', to: SPENDER, value: '0x3782dace9d90000' }],
  '0.25 ETH',
)
const batch = showing(
  'wallet_sendCalls',
  (visit) => [
    {
      version: '2.0.0',
      chainId: '0x7a69',
      from: '$OWN',
      atomicRequired: true,
      calls: [
        {
          to: token(visit),
          data: `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${850_000_000n.toString(16).padStart(64, '0')}`,
        },
        { to: SPENDER, data: '0x12aa3caf0000000000000000' },
      ],
    },
  ],
  '850 USDC',
  PERSON,
)
const permit = showing(
  'eth_signTypedData_v4',
  (visit) => [
    '$OWN',
    {
      domain: { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: token(visit) },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: '$OWN', spender: SPENDER, value: String(2n ** 256n - 1n), nonce: '0', deadline: '4102444800' },
    },
  ],
  'All of it, without limit',
  PERSON,
)
/** A number that is the one of a collectible: the contract is a collection. */
const item = showing(
  'eth_sendTransaction',
  async (visit) => [
    {
      from: '$OWN',
      to: await collectionOf(visit.sandbox),
      data: `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${'3'.padStart(64, '0')}`,
    },
  ],
  'that of one of them',
)
/** A transfer of tokens inside of signed data, which anybody may send on. */
const meta = showing(
  'eth_signTypedData_v4',
  (visit) => [
    '$OWN',
    {
      domain: { name: 'USD Coin (PoS)', version: '1', chainId: 31337, verifyingContract: token(visit) },
      types: {
        MetaTransaction: [
          { name: 'nonce', type: 'uint256' },
          { name: 'from', type: 'address' },
          { name: 'functionSignature', type: 'bytes' },
        ],
      },
      primaryType: 'MetaTransaction',
      message: {
        nonce: '0',
        from: '$OWN',
        functionSignature: `0xa9059cbb${SPENDER.slice(2).padStart(64, '0')}${850_000_000n.toString(16).padStart(64, '0')}`,
      },
    },
  ],
  'may act for you',
  '850 USDC',
)
/** On Solana: closes a token account in favour of somebody else. */
const closeAccount: Fixture['reach'] = async (visit) => {
  await signIn(visit)
  await askToClose(visit.page)
  await frame(visit.page).getByText('All SOL in this account goes to somebody else').first().waitFor()
}
/** Replaces the frame's page by one that loads, says that it is ready, and then answers nothing. */
const hanging = async (visit: Visit) => {
  await signIn(visit)
  const held = visit.page.frames().find((each) => each.url().includes('/sdk?'))
  const body = `<script>parent.postMessage({ type: '${READY}', payload: {} }, '*')</script>`
  await visit.page.route('**/sdk?*', (route) => route.fulfill({ contentType: 'text/html', body }))
  await held?.goto(held.url())
  await ask(visit, 'personal_sign', [inHex('Welcome to Lumenswap.'), '$OWN'])
  await visit.modal.getByText('does not answer').waitFor({ timeout: 30_000 })
}

export const approveViews = {
  ApproveTransaction: {
    loading: 'waits',
    ready: fixture(message),
    empty: fixture(async (visit) => {
      await visit.open('ApproveTransaction')
      await visit.shows('Nothing to approve')
    }),
    error: fixture(hanging),
    offline: fixture(async (visit) => {
      await transaction(visit)
      await visit.offline()
      await visit.shows('You’re offline')
    }),
    unsupported: 'shell',
    progress: 'waits',
    done: 'moves',
    more: {
      'ready.transaction': fixture(transaction),
      'ready.batch': fixture(batch),
      'ready.permit': fixture(permit),
      'ready.item': fixture(item),
      'ready.meta': fixture(meta),
      'ready.fee': { ...fixture(transaction), show: showEnd },
      'ready.closeAccount': {
        setup: { ...setup, others: true },
        reach: closeAccount,
      },
    },
  },
} satisfies Catalogue
