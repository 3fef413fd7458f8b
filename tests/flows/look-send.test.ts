import { it } from 'vitest'
import { useFlow } from '../support/flow.ts'

const flow = useFlow()
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

it('looks', { timeout: 120_000 }, async () => {
  for (const mode of ['light', 'dark'] as const) {
    const { page, connect, button, modal, faults, title } = await flow.visit({
      config: { theme: { mode } },
      context: { viewport: { width: 420, height: 800 }, deviceScaleFactor: 1.5, permissions: ['clipboard-read', 'clipboard-write'], ...(mode === 'dark' ? {} : { viewport: { width: 600, height: 800 } }) },
    })
    const shot = async (name: string) => {
      await page.waitForTimeout(350)
      await page.screenshot({ path: `/tmp/look/${name}-${mode}.png` })
    }
    try {
      await connect()
      await page.evaluate(() => kit.open({ view: 'WalletSend' } as never))
      await modal.getByLabel('Amount').waitFor()
      await shot('1-send-empty')
      await button('Choose a token').click()
      await modal.getByText('USD Coin').first().waitFor().catch(() => undefined)
      await shot('2-select')
      await modal.getByPlaceholder('Search tokens').fill('zzz')
      await shot('3-noresult')
      await modal.getByPlaceholder('Search tokens').fill('eth')
      await modal.locator('button.row').first().click()
      await modal.getByLabel('Amount').fill('0.25')
      await shot('4-token')
      await modal.getByLabel('Recipient').fill('olivia.walletkit.id')
      await page.waitForTimeout(800)
      await shot('5-ready')
      await modal.getByLabel('Amount').fill('99999999.123456789123456789')
      await shot('6-over')
      await modal.getByLabel('Amount').fill('0.25')
      await button('Preview Send').click()
      await title.getByText('Review send').waitFor()
      await shot('7-preview')
      await page.waitForTimeout(700)
      await modal.getByRole('button', { name: /^Send 0.25 ETH/ }).click()
      await page.waitForTimeout(100)
      await page.screenshot({ path: `/tmp/look/8-sent-${mode}.png` })
      await page.evaluate(() => kit.open({ view: 'WalletSend' } as never))
      await page.waitForTimeout(300)
      await shot('9-recent')
      await modal.getByLabel('Recipient').fill(other.slice(0, 6) + '0'.repeat(32) + other.slice(-4))
      await page.evaluate(() => kit.open({ view: 'WalletReceive' } as never))
      await modal.getByText('Copy address').waitFor()
      await shot('10-receive')
      await modal.getByText('Compatible networks').click()
      await shot('11-networks')
    } finally {
      await shot('12-end')
      console.log(mode, 'faults', faults)
    }
  }
})
