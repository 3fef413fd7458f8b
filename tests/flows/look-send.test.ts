import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { useFlow } from '../support/flow.ts'

const flow = useFlow()
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

it('looks', { timeout: 120_000 }, async () => {
  for (const mode of ['light', 'dark'] as const) {
    const { page, connect, button, modal, faults, title } = await flow.visit({
      config: { theme: { mode } },
      context: {
        viewport: { width: 420, height: 800 },
        deviceScaleFactor: 1.5,
        permissions: ['clipboard-read', 'clipboard-write'],
        ...(mode === 'dark' ? {} : { viewport: { width: 600, height: 800 } }),
      },
    })
    const shot = async (name: string) => {
      await page.waitForTimeout(350)
      await page.screenshot({ path: `/tmp/look/${name}-${mode}.png` })
      await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'))
      const found = await page.evaluate(async () => {
        const r = await (globalThis as any).axe.run({ include: [['[data-walletkit]']] })
        return r.violations.map(
          (v: any) => v.id + ' ' + v.nodes.map((n: any) => n.html.slice(0, 150) + ' ' + n.failureSummary).join(' | '),
        )
      })
      if (found.length) console.log('AXE', name, found)
    }
    try {
      await connect()
      await page.evaluate(() => kit.open({ view: 'WalletSend' } as never))
      await modal.getByLabel('Amount').waitFor()
      await shot('1-send-empty')
      await button('Choose a token').click()
      await modal
        .getByText('USD Coin')
        .first()
        .waitFor()
        .catch(() => undefined)
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
      const confirm = modal.getByRole('button', { name: /^Send 0.25 ETH/ })
      await confirm.click()
      console.log('early click', await title.textContent())
      await page.waitForTimeout(700)
      await confirm.evaluate((node: HTMLElement) => node.click())
      await page.waitForTimeout(100)
      console.log('untrusted click', await title.textContent())
      await shot('7-preview')
      await page.evaluate(() => Object.values(globalThis.__walletkitTest ?? {})[0]?.set({ answer: 'hold' }))
      await confirm.click()
      await page.waitForTimeout(200)
      console.log('good click', await title.textContent())
      await page.evaluate(() => kit.open({ view: 'WalletSend' } as never))
      await shot('8-waiting')
      await button('Stop waiting').click()
      await modal.getByRole('button', { name: 'Clear recipient' }).click()
      console.log(
        'focus',
        await page.evaluate(() =>
          (document.querySelector('[data-walletkit]')?.shadowRoot?.activeElement as HTMLElement)?.getAttribute(
            'aria-label',
          ),
        ),
      )
      await modal.getByLabel('Recipient').fill('0xf39f' + '0'.repeat(32) + '2266')
      await shot('9-lookalike')
      await modal.getByRole('button', { name: 'Clear recipient' }).click()
      await modal.getByLabel('Recipient').fill('nobody.walletkit.id')
      await page.waitForTimeout(800)
      await shot('10-noname')
      flow.sandbox().faults.set({ path: '/v1/account/', kind: 'status', status: 500 })
      flow.sandbox().faults.set({ path: '/rpc', kind: 'hang', rpc: 'eth_gasPrice' })
      flow.sandbox().faults.set({ path: '/v1/?', kind: 'hang', rpc: 'eth_gasPrice' })
      await page.evaluate(() => localStorage.removeItem('@appkit/portfolio_cache'))
      await page.reload()
      await page.waitForFunction(() => kit.getAccount().status === 'connected')
      await page.evaluate(() => localStorage.removeItem('@appkit/portfolio_cache'))
      await page.evaluate(() => kit.open({ view: 'WalletSend' } as never))
      await modal.getByLabel('Amount').waitFor()
      await button('Choose a token').click()
      await shot('11-networks')
      flow.sandbox().faults.clear()
      await page.evaluate(() => kit.disconnect())
      await page.evaluate(() => kit.open({ view: 'WalletReceive' } as never))
    } finally {
      await shot('12-end')
      flow.sandbox().faults.clear()
      console.log(mode, 'faults', faults)
    }
  }
})
