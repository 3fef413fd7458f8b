/** Delegates of Solana's token accounts: seen and ended in the modal, with the network's own token programs. */
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { shortAddress } from '../../runtime/lib/shortAddress.ts'
import { checkThemes } from '../support/axe.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import {
  accountOf,
  approval,
  burning,
  freezing,
  issue,
  send,
  stranger,
  TOKEN_2022,
  U64_MAX,
} from '../support/splTokens.ts'

const flow = useFlow()
const chain = () => {
  const { rpcUrl, wsUrl } = flow.sandbox().solana
  return new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl })
}
const key = () => Keypair.fromSeed(Buffer.from(flow.sandbox().solana.accounts[0]?.secretKey ?? '', 'hex'))
const dollars = () => accountOf(key().publicKey, new PublicKey(flow.sandbox().solana.mint.address))

async function visitSolana(): Promise<Visited> {
  const visit = await flow.visit({ namespaces: ['solana'], config: { features: { approvals: {} } } })
  await visit.page.evaluate(() => kit.open({ namespace: 'solana' }))
  await visit.button(/Test wallet/).click()
  await visit.page.waitForFunction(() => kit.getAccount('solana').status === 'connected')
  await visit.modal.waitFor({ state: 'hidden' })
  return visit
}
async function openApprovals(visit: Visited) {
  await visit.open()
  // The list of tokens knows their names.
  await visit.modal.getByText('Sandbox Dollar').waitFor()
  await visit.button('Approvals').click()
}
const rowsOf = (visit: Visited) => visit.modal.getByRole('list', { name: 'Approvals' }).getByRole('listitem')
const delegateOf = async (account: PublicKey) => {
  const { value } = await chain().getParsedAccountInfo(account)
  const data = value?.data
  if (!data || !('parsed' in data)) throw new Error('No token account')
  return (data.parsed as { info: { delegate?: string } }).info.delegate
}

it('what a delegate may take is seen, and several end with one confirmation', async () => {
  const [one, two] = [stranger(), stranger()]
  const own = key().publicKey
  const { mint, account } = await issue(chain(), key(), TOKEN_2022, 5_000n)
  await send(
    chain(),
    key(),
    approval(dollars(), own, one, 25_000_000n),
    approval(account, own, two, U64_MAX, TOKEN_2022),
  )
  const visit = await visitSolana()
  await openApprovals(visit)
  const rows = rowsOf(visit)
  await rows.filter({ hasText: 'Unlimited' }).waitFor()
  await visit.modal.getByText('These addresses may take tokens from your account').waitFor()
  const texts = await rows.allInnerTexts()
  expect(texts[0]).toContain(shortAddress(mint.toBase58()))
  expect(texts[0]).toMatch(/Unlimited/)
  expect(texts[1]).toMatch(/SUSD[^]*25/)
  expect(texts[1]).toContain(shortAddress(one.toBase58()))
  await checkThemes(visit, 'Approvals')

  for (const box of await visit.modal.getByRole('checkbox').all()) await box.check()
  await visit.button('End the chosen approvals: 2').click()
  await visit.modal.getByText('No token approvals found').waitFor()
  await visit.modal.getByText('No token account of yours on Sandbox Solana has a delegate.').waitFor()
  await visit.modal.getByText('Approvals ended: 2').waitFor()
  expect(await delegateOf(dollars())).toBeUndefined()
  expect(await delegateOf(account)).toBeUndefined()
  const asked = await visit.page.evaluate(() =>
    (__walletkitTest?.['org.walletkit.test']?.solana?.requests ?? []).filter(({ method }) =>
      /signAndSend/.test(method),
    ),
  )
  expect(asked).toHaveLength(1)
})

it('all that is held now is told apart from unlimited, and a frozen account cannot be chosen', async () => {
  const own = key().publicKey
  const whole = await issue(chain(), key(), TOKEN_2022, 5_000n)
  const frozen = await issue(chain(), key(), TOKEN_2022, 5_000n)
  await send(
    chain(),
    key(),
    approval(whole.account, own, stranger(), 7_000n, TOKEN_2022),
    approval(frozen.account, own, stranger(), 100n, TOKEN_2022),
    freezing(frozen.account, frozen.mint, own, TOKEN_2022),
  )
  const visit = await visitSolana()
  await openApprovals(visit)
  const rows = rowsOf(visit)
  await rows.filter({ hasText: 'Frozen' }).waitFor()
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/70\s+All you hold now/),
    expect.stringMatching(/Frozen/),
  ])
  await visit.modal.getByText('The issuer of a token has frozen what you hold of it.').waitFor()
  await checkThemes(visit, 'Approvals with a frozen account')
  expect(await rows.nth(1).getByRole('checkbox').isDisabled()).toBe(true)
  await rows.first().getByRole('checkbox').check()
  await visit.page.evaluate(() => __walletkitTest?.['org.walletkit.test']?.solana?.set({ answer: 'reject' }))
  await visit.button('End the chosen approvals: 1').click()
  await visit.modal.getByText('The approval was not ended').first().waitFor()
  expect(await delegateOf(whole.account)).toBeDefined()
  await visit.page.evaluate(() => __walletkitTest?.['org.walletkit.test']?.solana?.set({ answer: 'approve' }))
  await visit.button('End the chosen approvals: 1').click()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await delegateOf(whole.account)).toBeUndefined()
})

it('a token that its issuer may take at any time is named, also where nothing is approved', async () => {
  const own = key().publicKey
  const { mint, account } = await issue(chain(), key(), TOKEN_2022, 700n, { taker: stranger() })
  const plain = await issue(chain(), key(), TOKEN_2022, 700n)
  const visit = await visitSolana()
  await openApprovals(visit)
  const told = visit.modal.getByText('Only the issuer can end that')
  await told.waitFor()
  expect(await told.innerText()).toContain(shortAddress(mint.toBase58()))
  expect(await told.innerText()).not.toContain(shortAddress(plain.mint.toBase58()))
  expect(await visit.modal.getByText('has a delegate').count()).toBe(0)
  await checkThemes(visit, 'Approvals with a token that its issuer may take')
  // Who has none of the token has nothing to lose.
  await send(chain(), key(), burning(account, mint, own, 700n))
  await visit.page.keyboard.press('Escape')
  await visit.modal.waitFor({ state: 'hidden' })
  await openApprovals(visit)
  await expect.poll(() => told.count()).toBe(0)
})

it('a node that does not answer is said, and asked again on demand', async () => {
  const visit = await visitSolana()
  await visit.open()
  flow.sandbox().faults.set({ path: '/rpc/solana', rpc: 'getTokenAccountsByOwner', kind: 'status', status: 500 })
  await visit.button('Approvals').click()
  await visit.modal.getByText('Approvals unavailable').waitFor()
  flow.sandbox().faults.clear()
  await visit.button('Retry').click()
  await visit.modal
    .getByText(/Frozen|No token approvals found/)
    .first()
    .waitFor()
})
