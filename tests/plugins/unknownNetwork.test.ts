/** On a network that the service does not know, plugins and runtime send it no requests. */
import { expect, it } from 'vitest'
import historyApi from '../../plugins/history/api.ts'
import namesApi from '../../plugins/names/api.ts'
import onRampApi from '../../plugins/onramp/api.ts'
import sessionsApi from '../../plugins/smart-sessions/api.ts'
import createSwapProvider from '../../plugins/swaps/api.ts'
import { setAccount } from '../../runtime/state/setAccount.ts'
import { updateBalances } from '../../runtime/data/balances.ts'
import { fetchIdentity } from '../../runtime/data/identity.ts'
import { fetchNfts } from '../../runtime/data/nfts.ts'
import { fetchNativePrice } from '../../runtime/data/prices.ts'
import { resolveName } from '../../runtime/data/resolveName.ts'
import { blockchainApi } from '../../runtime/http/blockchainApi.ts'
import { makeKit, network } from '../support/kit.ts'
import { useServer } from '../support/server.ts'

const server = useServer()
const supported = (...http: string[]) =>
  server.answer(({ path }) => (path.endsWith('supported-chains') ? { http, ws: [] } : { ok: true }))

const CHAIN = 'eip155:999'
const ME = `0x${'1'.repeat(40)}`
const TOKEN = `${CHAIN}:0x${'a'.repeat(40)}`
const COIN = `${CHAIN}:0x${'e'.repeat(40)}`
const OWNER = `${CHAIN}:${ME}`

/** Creates a page on that network. */
const begin = () => {
  const kit = makeKit({ services: { api: server.url }, networks: [network(999)] })
  const api = blockchainApi(kit)
  if (!api) throw new Error('no api')
  setAccount(kit.state.accounts, 'eip155', { status: 'connected', address: ME, caipAddress: `${CHAIN}:${ME}` })
  return { kit, api }
}
type Made = ReturnType<typeof begin>
const swaps = ({ api }: Made) => createSwapProvider(api)(() => 'p')
const purchase = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '5', network: 'ethereum' }
const checkout = { destinationWallets: [], defaultNetwork: 'ethereum', partnerUserId: 'p', presetFiatAmount: '5' }
const registration = { coinType: 60, address: ME, message: 'm', signature: '0x' }
const order = { amount: 1n, userAddress: OWNER, from: TOKEN, to: COIN }
const spent = { tokenAddress: TOKEN, userAddress: OWNER, sourceTokenAmount: '1', sourceTokenDecimals: 6 }

/**
 * Each call, with the path that it would request, and what it returns on that network: an empty result, or an error.
 */
const calls: [path: string, call: (made: Made) => Promise<unknown>, empty: unknown][] = [
  [`identity/${ME}`, ({ kit }) => fetchIdentity(kit, ME, CHAIN), { name: null, avatar: null }],
  [`account/${ME}/balance`, ({ kit }) => updateBalances(kit), []],
  [`account/${ME}/nfts`, ({ kit }) => fetchNfts(kit), { nfts: [], next: undefined }],
  ['fungible/price', ({ kit }) => fetchNativePrice(kit, COIN), undefined],
  ['profile/account/alice.x', ({ kit }) => resolveName(kit, 'alice.x'), undefined],
  [
    `account/${ME}/history`,
    ({ api }) => historyApi(api).fetchHistory({ account: ME, chainId: CHAIN }),
    { data: [], next: undefined },
  ],
  ['profile/account/alice.x', ({ api }) => namesApi(api).resolve('alice.x'), undefined],
  [`profile/reverse/${ME}`, ({ api }) => namesApi(api).reverse(ME, ME), []],
  ['profile/suggestions/ali', ({ api }) => namesApi(api).suggestions('ali', { zone: 'x', suffix: '.x' }), []],
  ['profile/account', ({ api }) => namesApi(api).register(registration), new Error('Network not found')],
  ['onramp/options', ({ api }) => onRampApi(api).options(), undefined],
  ['onramp/quote', ({ api }) => onRampApi(api).quote(purchase), undefined],
  ['generators/onrampurl', ({ api }) => onRampApi(api).url(checkout), new Error('The on-ramp gave no page to pay on')],
  [`account/${ME}/history`, ({ api }) => onRampApi(api).purchases(ME), []],
  ['convert/tokens', (made) => swaps(made).tokens(CHAIN), new Error('Network not supported for Swaps')],
  ['convert/gas-price', (made) => swaps(made).gasPrice(CHAIN), new Error('Network not supported for Gas Price')],
  ['fungible/price', (made) => swaps(made).prices([COIN]), []],
  [
    'convert/quotes',
    (made) => swaps(made).quote({ ...order, gasPrice: 1n }),
    new Error('Network not supported for Swaps'),
  ],
  ['convert/allowance', (made) => swaps(made).allowance(spent), new Error('Network not supported for Swaps')],
  ['convert/build-approve', (made) => swaps(made).buildApproval(order), new Error('Network not supported for Swaps')],
  [
    'convert/build-transaction',
    (made) => swaps(made).buildSwap({ ...order, slippage: 1 }),
    new Error('Network not supported for Swaps'),
  ],
]

it.each(calls)('%s is not asked for (%#) [S7.common.05]', async (path, call, empty) => {
  supported('eip155:137')
  const asked = () => server.asked.map(({ path: each }) => each)
  if (empty instanceof Error) await expect(call(begin())).rejects.toThrow(empty.message)
  else expect(await call(begin())).toEqual(empty)
  expect(asked()).toEqual(['/v1/supported-chains'])
  // On a network that the service knows, the same call sends its request.
  supported(CHAIN)
  await call(begin()).catch(() => undefined)
  expect(asked()).toContain(`/v1/${path}`)
})

it('sessions are asked for and revoked all the same', async () => {
  supported('eip155:137')
  const sessions = sessionsApi(begin().api)
  await sessions.list(OWNER).catch(() => undefined)
  await sessions.revoke(OWNER, { pci: '1', signature: '0x' })
  const path = `/v1/sessions/${encodeURIComponent(OWNER)}`
  expect(server.asked.map((each) => each.path)).toEqual([path, `${path}/revoke`])
})
