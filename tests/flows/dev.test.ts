/** The page in development and with server rendering: StrictMode, hot updates, and hydration. */
import { expect, it } from 'vitest'
import { useDev } from '../support/dev.ts'

const dev = useDev()
const modals = '[data-walletkit]'

it('hydrates the server’s page without warnings for a new visitor', async () => {
  const { page, said } = await dev.open('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  expect(await page.evaluate(() => globalThis.dev.faults)).toEqual([])
  expect(said).toEqual([])
})

it('hydrates the server’s page without warnings for a connected visitor on another network', async () => {
  const { page, said, connect, asked } = await dev.open('/')
  await connect()
  await page.evaluate(() => globalThis.dev.kit.switchNetwork('eip155:31338'))
  const address = await page.evaluate(() => globalThis.dev.kit.getAddress() ?? '')
  await page.reload()
  await page.waitForFunction(() => globalThis.dev?.kit.getAccount().status === 'connected')
  await page.getByRole('button', { name: address.slice(0, 4) }).waitFor()
  const other = dev.sandbox().chains[1]?.name ?? ''
  await page.getByRole('button', { name: other }).waitFor()
  expect(await page.evaluate(() => globalThis.dev.faults)).toEqual([])
  expect(said).toEqual([])
  expect(await asked('eth_requestAccounts')).toEqual([])
})

it('shows a button of the server’s page as busy until a click on it works, so that no click is lost', async () => {
  const { page, said } = await dev.open('/')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/main.tsx*', async (route) => {
    await released
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)
  expect(await button.getAttribute('aria-busy')).toBe('true')
  release()
  // Waits until the button is enabled.
  await button.click()
  await page.getByRole('button', { name: /Test wallet/ }).waitFor()
  expect(await page.evaluate(() => globalThis.dev.faults)).toEqual([])
  expect(said).toEqual([])
})

it('keeps one modal in StrictMode, and does not leak when the component mounts and unmounts', async () => {
  const { page, said } = await dev.open('/client')
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /Test wallet/ }).waitFor()
  expect(await page.locator(modals).count()).toBe(1)
  // First load what is loaded only once: the number of wallets, and images.
  await page.getByText(/^\d+\+$/).waitFor()
  await page.evaluate(() => globalThis.dev.kit.close())

  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const measure = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    return { nodes, jsEventListeners }
  }
  const rounds = (count: number) =>
    page.evaluate(async (times) => {
      for (let at = 0; at < times; at++) {
        globalThis.dev.hide()
        await new Promise(requestAnimationFrame)
        globalThis.dev.show()
        await new Promise(requestAnimationFrame)
      }
    }, count)
  await rounds(5)
  const before = await measure()
  await rounds(50)
  const after = await measure()
  // A leak of one object per round would add 50. A few objects may still wait for garbage collection.
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(25)
  expect(after.nodes - before.nodes).toBeLessThan(25)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /Test wallet/ }).waitFor()
  expect(await page.locator(modals).count()).toBe(1)
  expect(said).toEqual([])
})

it('keeps the modal and the wallet when a file is edited', async () => {
  const { page, said, connect, asked } = await dev.open('/client')
  await connect()
  await page.evaluate(() => {
    Object.assign(globalThis, { mark: 'the same page' })
    return globalThis.dev.kit.open()
  })
  await page.getByRole('button', { name: 'Disconnect' }).waitFor()
  try {
    await dev.edit('App.tsx', 'Before the edit', 'After the edit')
    await page.getByRole('heading', { name: 'After the edit', includeHidden: true }).waitFor({ state: 'attached' })
  } finally {
    await dev.edit('App.tsx', 'After the edit', 'Before the edit')
  }
  await page.getByRole('heading', { name: 'Before the edit', includeHidden: true }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => 'mark' in globalThis)).toBe(true)
  expect(await page.evaluate(() => globalThis.dev.kit.isOpen())).toBe(true)
  expect(await page.locator(modals).count()).toBe(1)
  expect(await page.evaluate(() => globalThis.dev.kit.getAccount().status)).toBe('connected')
  expect(await asked('eth_requestAccounts')).toHaveLength(1)
  expect(said).toEqual([])
})
