/** The sandbox's own pages: those that the modal's explorer links open, and those for developers. */
import { parseEther, toHex } from 'viem'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Config } from '../../runtime/contracts/config.ts'
import { checkDocument } from '../support/axe.ts'
import { defaultConfig, useFlow } from '../support/flow.ts'

const flow = useFlow()

/** A config with the sandbox's networks and its explorer, as projects on the sandbox have. */
const withExplorer = (): Config => {
  const { networks = [] } = defaultConfig(flow.sandbox())
  const explorerOf = (id: string | number) => ({
    default: { name: 'Explorer', url: `${flow.sandbox().url}/explorer/${id}` },
  })
  return { networks: networks.map((network) => ({ ...network, blockExplorers: explorerOf(network.id) })) }
}
const account = (at: number) => flow.sandbox().accounts[at]?.address ?? ''

it('lead from the modal’s activity to the page of the transaction', async () => {
  const visit = await flow.visit({ config: { ...withExplorer(), features: { history: {}, send: {} } } })
  await visit.connect()
  const hash = await visit.page.evaluate(
    ([from, to, value]) => {
      const provider = kit.getWalletProvider() as { request: (asked: object) => Promise<string> }
      return provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value }] })
    },
    [account(0), account(7), toHex(parseEther('1.25'))] as const,
  )
  await visit.open()
  await visit.modal.getByRole('tab', { name: 'Activity' }).click()
  const row = visit.modal.locator('.history-list a').filter({ hasText: '1.25 ETH' }).first()
  const [opened] = await Promise.all([visit.page.context().waitForEvent('page'), row.click()])
  await opened.waitForURL(`${flow.sandbox().url}/explorer/31337/tx/${hash}`)
  await opened.getByRole('heading', { name: 'Transaction' }).waitFor()
  await opened.getByText('1.25 ETH').waitFor()
  await opened.getByRole('link', { name: account(7) }).click()
  await opened.getByRole('link', { name: hash }).waitFor()
})

it('let a wallet that demands an explorer add the network', async () => {
  const switches = { switch: 'unknown', explorer: true } as const
  const visit = await flow.visit({ config: withExplorer(), wallets: [{ switches }] })
  await visit.connect()
  await visit.page.evaluate(() => kit.switchNetwork('eip155:31338'))
  expect(await visit.wallet('chainId')).toBe(31338)
  const [asked] = await visit.asked('wallet_addEthereumChain')
  expect(asked?.params).toMatchObject([{ blockExplorerUrls: [`${flow.sandbox().url}/explorer/31338`] }])
})

/** Opens a page of a browser without JavaScript. */
const withoutScript = async () => {
  const visit = await flow.visit()
  const context = await visit.page.context().browser()?.newContext({ javaScriptEnabled: false })
  const page = await context?.newPage()
  if (!context || !page) throw new Error('No page could be opened')
  return { page, close: () => context.close() }
}

it('pay an address by the faucet’s form, without script', async () => {
  const { page, close } = await withoutScript()
  await page.goto(`${flow.sandbox().url}/`)
  await page.getByRole('navigation').getByRole('link', { name: 'Faucet' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(account(6))
  await page.getByRole('textbox', { name: 'Amount' }).fill('101')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByText('at most 100 ETH').waitFor()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Address' }).fill(account(6))
  await page.getByRole('textbox', { name: 'Amount' }).fill('2.5')
  await page.getByLabel(/^EVM chain/).selectOption('Sandbox Two')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('status').getByRole('link').click()
  await page.getByText('2.5 ETH').waitFor()
  await page.getByRole('link', { name: account(6) }).waitFor()
  await close()
})

it('have no axe-core violation, in light and dark and on a phone', async () => {
  const { page } = await flow.visit({ context: { viewport: { width: 1024, height: 800 } } })
  const { url, tokens, solana, bitcoin, polkadot } = flow.sandbox()
  const address = tokens[0]?.address ?? ''
  const paths = [
    '/',
    '/status',
    '/faucet',
    '/explorer',
    '/explorer/31337',
    '/explorer/31337/block/2',
    `/explorer/31337/token/${address}`,
    `/explorer/31337/address/${account(0)}`,
    `/explorer/31337/tx/0x${'1'.repeat(64)}`,
    `/explorer/solana/address/${solana.accounts[0]?.address ?? ''}`,
    `/explorer/bitcoin/address/${bitcoin.accounts[0]?.address ?? ''}`,
    `/explorer/polkadot/address/${polkadot.accounts[0]?.address ?? ''}`,
  ]
  for (const path of paths) await checkLooks(page, url, path)
})

async function checkLooks(page: Page, url: string, path: string) {
  await page.goto(url + path)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await checkDocument(page, `${path}, ${colorScheme}`)
  }
  await page.setViewportSize({ width: 360, height: 700 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${path} does not scroll sideways`).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1024, height: 800 })
}
