/** Sends on Solana, and preselected values: exactly the amounts that the view shows move on the chain. */
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { press as pressIn } from '../support/press.ts'

const flow = useFlow()

const account = (at: number) => flow.sandbox().solana.accounts[at]?.address ?? ''
const stranger = () => Keypair.generate().publicKey.toBase58()
const chain = () => {
  const { rpcUrl, wsUrl } = flow.sandbox().solana
  return new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl })
}
const held = async (address: string) => BigInt(await chain().getBalance(new PublicKey(address)))
const tokens = async (address: string) => {
  const mint = new PublicKey(flow.sandbox().solana.mint.address)
  const { value } = await chain().getParsedTokenAccountsByOwner(new PublicKey(address), { mint })
  return value.reduce((sum, each) => {
    const { info } = each.account.data.parsed as { info: { tokenAmount: { amount: string } } }
    return sum + BigInt(info.tokenAmount.amount)
  }, 0n)
}

const visitSolana = async (setup: Visit = {}): Promise<Visited> => {
  const visit = await flow.visit({ namespaces: ['solana'], ...setup })
  await visit.page.evaluate(() => kit.open({ namespace: 'solana' }))
  await visit.button(/Test wallet/).click()
  await visit.page.waitForFunction(() => kit.getAccount('solana').status === 'connected')
  await visit.modal.waitFor({ state: 'hidden' })
  return visit
}
const openSend = async (visit: Visited) => {
  await visit.open()
  await visit.button('Send').click()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).waitFor()
}
const fill = async (visit: Visited, { name, amount, to }: { name: string; amount: string; to: string }) => {
  await visit.button('Choose a token').click()
  await visit.modal
    .getByRole('button')
    .filter({ has: visit.page.getByText(name, { exact: true }) })
    .click()
  await visit.title.filter({ hasText: /^Send$/ }).waitFor()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(to)
}
const review = async (visit: Visited) => {
  await visit.button('Preview Send').click()
  await visit.title.filter({ hasText: 'Review send' }).waitFor()
  await visit.modal.getByText('Recipient address').waitFor()
}
const press = (visit: Visited) => pressIn(visit, /^Send [\d,.]+ \w+$/, 'Review send')
const notice = (visit: Visited, text: string) => visit.modal.getByText(text, { exact: true }).first().waitFor()
const failure = (visit: Visited, text: string) =>
  visit.modal.getByRole('alert').getByText(text, { exact: true }).waitFor()
const asked = ({ page }: Visited) =>
  page.evaluate(() =>
    (__walletkitTest?.['org.walletkit.test']?.solana?.requests ?? []).filter(({ method }) =>
      /signAndSend|signTransaction/.test(method),
    ),
  )
/** The lamports of an amount of SOL in a text. */
const sol = (text: string) => {
  const [, whole = '', fraction = ''] = /(\d+)(?:\.(\d+))? SOL/.exec(text) ?? []
  return BigInt(whole + fraction.padEnd(9, '0'))
}
const figure = (visit: Visited, label: string) =>
  visit.modal.getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]').innerText()

it('sends SOL: Account first, then the wallet, and the chain changes by the amounts of the review', async () => {
  const visit = await visitSolana()
  await openSend(visit)
  const to = stranger()
  const [before, from] = [await held(account(0)), account(0)]
  await visit.page.evaluate(() => {
    const { wallet } = __walletkitTest?.['org.walletkit.test']?.solana ?? {}
    const seen: unknown[] = []
    Object.assign(globalThis, { seen })
    const feature = wallet?.features['solana:signAndSendTransaction'] as {
      signAndSendTransaction: (...all: unknown[]) => unknown
    }
    const { signAndSendTransaction } = feature
    feature.signAndSendTransaction = (...all) => {
      seen.push(
        document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')?.getAttribute('data-view'),
      )
      return signAndSendTransaction(...all)
    }
  })
  await fill(visit, { name: 'Solana', amount: '0.123456789', to })
  await review(visit)
  expect((await visit.modal.innerText()).replace(/\s/g, '')).toContain(to)
  await visit.modal.getByText('0.000005 SOL', { exact: true }).waitFor()
  const total = sol(await figure(visit, 'Total'))
  await press(visit)
  await notice(visit, 'Transaction started')
  await visit.button(/^Copy address/).waitFor()
  expect(await visit.page.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen)).toEqual(['Account'])
  await expect.poll(() => held(to)).toBe(123_456_789n)
  expect(await held(from)).toBe(before - total)
  expect(await asked(visit)).toHaveLength(1)

  // The form is empty, and the sent transaction is listed below it, also after a reload.
  await visit.button('Send').click()
  expect(await visit.modal.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('')
  await visit.modal.getByText('0.123456789 SOL', { exact: true }).waitFor()
  await visit.modal.getByText('Confirmed', { exact: true }).waitFor()
})

it('is sent, and followed to its block, although the answer of the node was lost', async () => {
  const visit = await visitSolana()
  await visit.page.evaluate(() => {
    const { wallet } = __walletkitTest?.['org.walletkit.test']?.solana ?? {}
    // This wallet only signs, so that the kit sends.
    Reflect.deleteProperty(wallet?.features ?? {}, 'solana:signAndSendTransaction')
  })
  let sends = 0
  await visit.page.route(`${flow.sandbox().solana.rpcUrl}**`, async (route) => {
    if (!route.request().postData()?.includes('"sendTransaction"')) return route.continue()
    sends++
    await route.fetch()
    await route.abort()
  })
  await openSend(visit)
  const to = stranger()
  await fill(visit, { name: 'Solana', amount: '0.25', to })
  await review(visit)
  await press(visit)
  await notice(visit, 'Transaction started')
  await expect.poll(() => held(to)).toBe(250_000_000n)
  await visit.button('Send').click()
  expect(await visit.modal.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('')
  await visit.modal.getByText('Confirmed', { exact: true }).waitFor()
  expect(await visit.modal.getByRole('alert').count()).toBe(0)
  expect(sends).toBe(1)
})

it('sends a token to an account that has none of it: the cost includes its rent', async () => {
  const visit = await visitSolana()
  await openSend(visit)
  const to = stranger()
  const [lamports, before] = [await held(account(0)), await tokens(account(0))]
  await fill(visit, { name: 'Sandbox Dollar', amount: '12.000001', to })
  await review(visit)
  await visit.modal.getByText('0.00204428 SOL', { exact: true }).waitFor()
  await press(visit)
  await notice(visit, 'Transaction started')
  await expect.poll(() => tokens(to)).toBe(12_000_001n)
  expect(await tokens(account(0))).toBe(before - 12_000_001n)
  expect(await held(account(0))).toBe(lamports - 2_044_280n)
})

it('says what is missing and what would be left below the rent minimum, and does not ask the wallet [S5.send.04]', async () => {
  const visit = await visitSolana()
  await openSend(visit)
  await fill(visit, { name: 'Solana', amount: '0.1', to: '' })
  await visit.modal.getByRole('textbox', { name: 'Amount' }).press('Enter')
  await failure(visit, 'Please enter a valid amount and receiver address')
  expect(await asked(visit)).toEqual([])
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
  await visit.modal.getByText('This is no address on Sandbox Solana').waitFor()
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(stranger())
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('0.0001')
  await visit.modal
    .getByText('This is too little for this recipient: an account holds at least 0.00089088 SOL.')
    .waitFor()
  expect(await visit.button('Sending blocked').isDisabled()).toBe(true)
  await visit.button('Max: send the whole balance').click()
  await visit.button('Preview Send').waitFor()
  const max = await visit.modal.getByRole('textbox', { name: 'Amount' }).inputValue()
  expect(sol(`${max} SOL`)).toBe((await held(account(0))) - 5_000n)
  await visit.modal
    .getByRole('textbox', { name: 'Amount' })
    .fill(max.replace(/\d$/, (last) => String(Number(last) - 1)))
  await visit.modal.getByText(/^This would leave too little behind/).waitFor()
  expect(await visit.button('Sending blocked').isDisabled()).toBe(true)
})

it('says when it failed, keeps the form, and never retries by itself [S8.user.09]', async () => {
  const visit = await visitSolana()
  await openSend(visit)
  await visit.page.evaluate(() => __walletkitTest?.['org.walletkit.test']?.solana?.set({ answer: 'reject' }))
  const before = await held(account(0))
  await fill(visit, { name: 'Solana', amount: '0.1', to: account(1) })
  await review(visit)
  await press(visit)
  await failure(visit, 'Failed to send transaction. Please try again.')
  expect(await asked(visit)).toHaveLength(1)
  await visit.button('Send').click()
  expect(await visit.modal.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.1')
  expect(await held(account(0))).toBe(before)
})

it('starts with the page’s preselected values, and says which of them cannot be used', async () => {
  const visit = await visitSolana()
  const [mint, to] = [flow.sandbox().solana.mint.address, account(1)]
  const open = (params: object) =>
    visit.page.evaluate((given) => kit.open({ view: 'WalletSend', params: given }), params)
  const network = flow.sandbox().solana.caipNetworkId
  await open({ token: `${network}:${mint}`, amount: '2.5', to })
  await review(visit)
  expect(await visit.modal.innerText()).toContain('2.5 SUSD')
  expect((await visit.modal.innerText()).replace(/\s/g, '')).toContain(to)

  await open({ token: 'SOL', amount: '0.0000000001' })
  await failure(visit, 'The preselected amount can’t be used')
  expect(await visit.modal.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('')
  await visit.button('Change token, now SOL').waitFor()
  expect(await visit.page.evaluate(() => errors.map(({ code }) => code))).toEqual(['SEND_ARGUMENT_AMOUNT'])

  // The token is on another network, so the panel waits for a switch to that network.
  await open({ token: 'eip155:31337', amount: '0.5' })
  await failure(visit, 'The preselected token is on another network')
  await visit.button('Choose a token').waitFor()
})
