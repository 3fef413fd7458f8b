/** The codes of a wallet request's errors, as the login service's real frame sends them to the page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { type Holder, serveHolder } from '../support/framePage.ts'
import { holdFrame, inHex } from '../support/heldFrame.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const browser = useBrowser()
let site: Holder
beforeAll(async () => {
  site = await serveHolder()
})
afterAll(() => site.stop())

it('an error of a wallet request has the code of EIP-1193, EIP-5792 or JSON-RPC', async () => {
  const held = await holdFrame(browser(), sandbox(), site)
  const call = { to: '0x00000000000000000000000000000000000A11cE', value: '0x1' }
  const calls = (more: object) => [{ version: '2.0.0', calls: [call], ...more }]
  const last = () =>
    held.page.evaluate(() => (window.framed?.heard.at(-1)?.payload as { code?: number } | undefined)?.code)
  const codeOf = async (method: string, params: unknown) => {
    await held.outcome(method, params)
    return last()
  }
  expect(await codeOf('wallet_sendCalls', calls({ capabilities: { unheardOf: {} } }))).toBe(5700)
  expect(await codeOf('wallet_getCallsStatus', ['0x1234'])).toBe(5730)
  expect(await codeOf('eth_mining', [])).toBe(4200)
  expect(await codeOf('wallet_sendCalls', calls({ chainId: 'nowhere' }))).toBe(4902)
  expect(await codeOf('eth_getBalance', ['nobody', 'latest'])).toBe(-32602)
  const signing = held.outcome('personal_sign', [inHex('No'), held.eoa])
  await held.press('Reject')
  expect(await signing).toContain('User rejected the request.')
  expect(await last()).toBe(4001)
  await held.close()
})
