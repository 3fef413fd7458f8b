/** The connect buttons of Vue and Svelte, on the page in tests/examples/buttons: their props, pictures and balance. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useBrowser, walletScript } from '../support/browser.ts'
import { buildExample, type ExamplePage } from '../support/examplePage.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const browser = useBrowser()
let example: ExamplePage

/** A vite plugin that compiles a Svelte component as the official one does, which is not installed here. */
const svelte = `{
  name: 'svelte',
  transform: (code, id) => id.endsWith('.svelte') ? { code: compile(code, { filename: id }).js.code, map: null } : undefined,
}`

beforeAll(async () => {
  const imports = "import { compile } from 'svelte/compiler'"
  example = await buildExample('buttons', sandbox(), { imports, plugins: [svelte] })
}, 120_000)
afterAll(() => example.stop())

for (const [framework, search] of [
  ['Vue', ''],
  ['Svelte', '?svelte'],
] as const)
  it(`${framework}: the button follows its props, and shows the account's pictures and its balance`, async () => {
    const page = await (await browser().newContext()).newPage()
    const keys = sandbox()
      .accounts.slice(0, 2)
      .map(({ privateKey }) => privateKey)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.addInitScript(walletScript(sandbox(), { expose: true, keys }))
    await page.goto(example.url + search)
    const button = page.locator('[data-balance]')
    expect(await button.textContent()).toBe('Sign in')
    await page.getByText('Change the label').click()
    await expect.poll(() => button.textContent()).toBe('Enter')

    await button.click()
    await page.getByText(/Test wallet/).click()
    await expect.poll(() => button.textContent()).toMatch(/^0x/)
    const style = (place?: string) =>
      button.evaluate((element, of) => {
        const { fontSize, content, backgroundImage } = getComputedStyle(element, of)
        return { fontSize, content, pictures: backgroundImage.split('url("').length - 1 }
      }, place)
    await expect.poll(async () => (await style('::before')).pictures).toBe(2)
    expect((await style()).fontSize).toBe('18px')
    expect((await style('::after')).content).toBe('none')
    await page.getByText('Show the balance').click()
    await expect.poll(async () => (await style('::after')).content).toMatch(/^"[\d,.]+ ETH"$/)
    if (framework === 'Vue') {
      // `<KeepAlive>` holds the button outside of the page while the account changes.
      const avatar = () => button.evaluate((element) => element.style.getPropertyValue('--wk-avatar'))
      const before = await avatar()
      await page.getByText('Hide or show').click()
      await page.evaluate(() => __walletkitTest?.['org.walletkit.test']?.changeAccount(1))
      await page.getByText('Hide or show').click()
      await expect.poll(() => button.textContent()).toMatch(/^0x7099/)
      await expect.poll(avatar).not.toBe(before)
    }
    expect(faults).toEqual([])
  }, 60_000)
