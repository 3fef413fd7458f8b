/**
 * Plays a visitor whose wallet sends batches: one confirmation for an approval and its swap. Then the visitor revokes,
 * in the modal, an approval that lets another contract take all DAI of the account.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { testWalletScript } from '../../runtime/test/script.ts'
import { IMPLEMENTATION } from '../../sandbox/smartAccounts/addresses.ts'
import { call, changed } from './chain.ts'
import { account, type Site } from './demoPage.ts'
import { pressSettled } from './pressSettled.ts'
import { say, Stop } from './run.ts'
import { newestSent, storedSent } from './storedSent.ts'

/** Amounts in base units, as decimal text. `transactions`: how many the account sent. Its EIP-7702
 * authorization, which also uses a nonce, does not count. */
export type Batched = { txHash: string; transactions: number; outDelta: string; quoted: string; allowanceLeft: string }
/** What the contract may take `before` and `after` the approval is revoked, in base units, as decimal text. */
export type Revoked = { txHash: string; before: string; after: string }

type Status = {
  accounts: { address: string; privateKey: string }[]
  chains: { id: number; rpcUrl: string }[]
  tokens: { chainId: number; symbol: string; address: string }[]
}

const NAME = 'Batch wallet'
const SPENDER = `0x${'5'.repeat(40)}` as const
const DAI_DECIMALS = 18

export async function visitBatch(context: BrowserContext, site: Site): Promise<{ batch: Batched; revoke: Revoked }> {
  const status = (await (await fetch(`${site.sandbox}/status`)).json()) as Status
  // No other visitor uses this account: the check counts its transactions by its nonce.
  const owner = status.accounts[2]
  if (!owner) throw new Stop('The sandbox has fewer than three accounts')
  const page = await context.newPage()
  const chains = status.chains.map(({ id, rpcUrl }) => ({ id, rpcUrl }))
  const own = { name: NAME, rdns: 'org.walletkit.batch', keys: [owner.privateKey as `0x${string}`] }
  await page.addInitScript(await testWalletScript({ chains, ...own, batch: IMPLEMENTATION }))
  await page.goto(site.page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.getByRole('button', { name: NAME }).click()
  await account(page).waitFor()
  const chain = chainOf(site, status, owner.address)
  const batch = await swapTogether(page, chain)
  await page.keyboard.press('Escape')
  return { batch, revoke: await endApproval(page, chain) }
}

type Chain = ReturnType<typeof chainOf>

function chainOf({ sandbox }: Site, { tokens }: Status, owner: string) {
  const rpc = `${sandbox}/rpc/31337`
  const token = (symbol: string) =>
    tokens.find((each) => each.chainId === 31337 && each.symbol === symbol)?.address ?? ''
  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
  const read = async (symbol: string, data: string) =>
    BigInt(await call<string>(rpc, 'eth_call', [{ to: token(symbol), data }, 'latest']))
  return {
    rpc,
    owner,
    token,
    held: (symbol: string) => read(symbol, `0x70a08231${word(owner)}`),
    allowed: (symbol: string, spender: string) => read(symbol, `0xdd62ed3e${word(owner)}${word(spender)}`),
    nonce: async () => Number(await call<string>(rpc, 'eth_getTransactionCount', [owner, 'latest'])),
  }
}

/** Swaps 5 USDC for DAI. */
async function swapTogether(page: Page, chain: Chain): Promise<Batched> {
  const [before, nonce] = [await chain.held('DAI'), await chain.nonce()]
  await account(page).click()
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  for (const [side, name] of [
    ['pay with', /Sandbox Dollar/],
    ['receive', /Sandbox Dai/],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^(Select|Change the) token to ${side}`) }).click()
    await page.getByRole('button', { name }).first().click()
  }
  await page.getByRole('textbox', { name: 'Amount to pay' }).fill('5')
  await page.locator('button:enabled', { hasText: 'Review swap' }).click()
  await page.getByText(/^One confirmation for both/).waitFor()
  await pressSettled(page.getByRole('button', { name: 'Approve and swap', exact: true }))
  const { hash, note, to = '' } = await newestSent(page)
  const [whole = '0', rest = ''] = (note?.in?.amount ?? '0').split('.')
  say('  swapped with one confirmation')
  return {
    txHash: hash,
    // Leave out the wallet's authorization (EIP-7702), which uses a nonce too.
    transactions: (await chain.nonce()) - nonce - 1,
    outDelta: String((await chain.held('DAI')) - before),
    quoted: String(BigInt(whole + rest.padEnd(DAI_DECIMALS, '0'))),
    allowanceLeft: String(await chain.allowed('USDC', to)),
  }
}

/** Lets a contract take all DAI, with a transaction outside of the page, and revokes this approval in the modal. */
async function endApproval(page: Page, chain: Chain): Promise<Revoked> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, maxUint256] })
  await call(chain.rpc, 'eth_sendTransaction', [{ from: chain.owner, to: chain.token('DAI'), data }])
  const allowed = () => chain.allowed('DAI', SPENDER)
  const before = await changed(0n, allowed)
  await account(page).click()
  await page.getByRole('button', { name: 'Approvals' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Unlimited' })
  await row.getByRole('checkbox').check()
  const count = (await storedSent(page)).length
  await page.getByRole('button', { name: 'End the chosen approvals: 1' }).click()
  await row.waitFor({ state: 'detached' })
  const sent = await storedSent(page)
  if (sent.length !== count + 1) throw new Stop('The modal ended the approval without a transaction')
  say('  ended an approval')
  return { txHash: sent[0]?.hash ?? '', before: String(before), after: String(await allowed()) }
}
