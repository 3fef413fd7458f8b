/** Tokens whose name advertises a site are marked in lists, and are never the first choice. */
import { expect, it } from 'vitest'
import { UNI } from '../../sandbox/exchange/addresses.ts'
import { shortAddress } from '../../runtime/lib/shortAddress.ts'
import { checkThemes } from '../support/axe.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { sandboxOptions } from '../plugins/swaps/kit.ts'

const flow = useFlow()
const LURE = 'Claim 5000 USDC at reward.example'
const CHAIN = 'eip155:31337'
const spam = () => flow.sandbox().tokens.find(({ kind, chainId }) => kind === 'spam' && chainId === 31337)

/** Reverses the list of the sandbox's answer, so that the spam token comes first; `added` replace those of their address. */
async function lureFirst(
  path: string,
  query: string,
  key: 'balances' | 'tokens',
  added: readonly { address: string }[] = [],
) {
  const { url, faults } = flow.sandbox()
  const reply = (await (await fetch(`${url}${path}?projectId=p&${query}`)).json()) as Record<
    string,
    { address?: string }[]
  >
  const isAdded = ({ address }: { address?: string }) =>
    added.some((each) => each.address.toLowerCase() === address?.toLowerCase())
  const others = (reply[key] ?? []).filter((each) => !isAdded(each)).reverse()
  const body = JSON.stringify({ ...reply, [key]: [...added, ...others] })
  faults.set({ path, kind: 'garbage', body })
}
const rows = ({ modal }: Visited, list: string) => modal.getByLabel(list, { exact: true }).getByRole('listitem')

it('Send lists them last and marks them', async () => {
  const account = flow.sandbox().accounts[0]?.address ?? ''
  await lureFirst(`/v1/account/${account}/balance`, `currency=usd&chainId=${CHAIN}`, 'balances')
  const visit = await flow.visit({ config: { features: { send: {} } } })
  await visit.connect()
  await visit.page.evaluate(() => kit.open({ view: 'WalletSendSelectToken' }))
  const tokens = rows(visit, 'Tokens')
  await tokens.first().waitFor()
  const texts = await tokens.allInnerTexts()
  expect(texts).toHaveLength(5)
  expect(texts.at(-1)).toContain(LURE)
  expect(texts.map((text) => text.includes('Possible scam'))).toEqual([false, false, false, false, true])
  // The name for screen readers has the warning too.
  await visit.button(new RegExp(`${LURE}.*Possible scam`)).waitFor()
})

it('Swap lists them last, marks them, and suggests none, whatever symbol they copy', async () => {
  const lure = { name: LURE, symbol: 'USDT', address: `${CHAIN}:${spam()?.address}`, decimals: 18 }
  await lureFirst('/v1/convert/tokens', `chainId=${CHAIN}`, 'tokens', [lure])
  const visit = await flow.visit({ config: { features: { swaps: sandboxOptions } } })
  await visit.connect()
  await visit.page.evaluate(() => kit.open({ view: 'SwapSelectToken', params: { target: 'toToken' } }))
  const mine = rows(visit, 'Your tokens')
  await mine.first().waitFor()
  const texts = await mine.allInnerTexts()
  expect(texts.at(-1)).toContain(LURE)
  expect(texts.map((text) => text.includes('Possible scam'))).toEqual([false, false, false, false, true])
  const suggested = await visit.modal
    .getByRole('region', { name: 'Suggested tokens' })
    .getByRole('button')
    .allInnerTexts()
  expect(suggested.filter((text) => text === 'USDT')).toHaveLength(1)
  await visit.modal.getByRole('searchbox').fill('usdt')
  const found = await rows(visit, 'Results').allInnerTexts()
  expect(found).toHaveLength(2)
  expect(found[1]).toContain('Possible scam')
})

it('Swap shows the contract of a token that goes by the symbol of one that the account holds, in the list and the review', async () => {
  const fake = { name: 'USD Coin', symbol: 'USDC', address: `${CHAIN}:${UNI}`, decimals: 18 }
  await lureFirst('/v1/convert/tokens', `chainId=${CHAIN}`, 'tokens', [fake])
  const visit = await flow.visit({ config: { features: { swaps: sandboxOptions } } })
  await visit.connect()
  await visit.page.evaluate(() => kit.open({ view: 'Swap' }))
  await visit.button(/^(Select|Change the) token to receive/).click()
  await visit.modal.getByRole('searchbox').fill('usdc')
  const found = rows(visit, 'Results')
  await found.first().waitFor()
  expect(await found.allInnerTexts()).toEqual([
    expect.not.stringContaining('Other contract'),
    expect.stringMatching(new RegExp(`USD Coin[^]*USDC · ${shortAddress(UNI)}[^]*Other contract`)),
  ])
  await found.last().getByRole('button').click()
  await visit.modal.getByRole('textbox', { name: 'Amount to pay' }).fill('0.1')
  await visit.button('Review swap').click()
  await visit.modal.getByText('Anybody can give a token any symbol').waitFor()
  await visit.modal.getByText(`Check the address: ${UNI}`).waitFor()
  await visit.modal.getByText(shortAddress(UNI), { exact: true }).waitFor()
  await checkThemes(visit, 'Review of an unusual token')
})
