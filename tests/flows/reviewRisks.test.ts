/** What a request may do besides what its figures show, in red, in each of our own reviews. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { collectionOf, giveItem } from '../support/collection.ts'
import { account, request as embedded, useEmbedded } from '../support/embeddedPage.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { passkeyVisits } from '../support/passkeyVisits.ts'

const flow = useFlow()
const { signedIn } = useEmbedded(flow)
const passkey = passkeyVisits(flow)
const SPENDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, 3n] })
const usdc = () => flow.sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address
const root = {
  domain: { name: 'Fur', version: '1', chainId: 31337, verifyingContract: SPENDER },
  types: { Root: [{ name: 'root', type: 'bytes32' }] },
  primaryType: 'Root',
  message: { root: `0x${'ab'.repeat(32)}` },
}
const red = ({ modal }: Visited, text: string) => modal.locator('.banner[data-tone=error]', { hasText: text })
const ITEM = 'that of one of them'
const ACTS = 'Whoever has this signature may act for you'

/**
 * Checks that the review of an approval of 3 is red for a collection, and not for a token. `ask` sends it for a contract;
 * `leave` ends it.
 */
async function checkItems(visit: Visited, ask: (to: Hex) => Promise<unknown>, shown: string, leave: string) {
  await ask(await collectionOf(flow.sandbox()))
  await visit.modal.getByText(shown).first().waitFor()
  await red(visit, ITEM).waitFor()
  expect(await red(visit, ITEM).innerText()).toContain('3')
  await visit.button(leave).first().click()
  await visit.modal.getByText(shown).first().waitFor({ state: 'hidden' })
  const read = visit.page.waitForResponse((response) => response.request().postData()?.includes('0x01ffc9a7') === true)
  await ask(usdc() ?? '0x')
  await visit.modal.getByText(shown).first().waitFor()
  await read
  await visit.page.waitForTimeout(200)
  expect(await red(visit, ITEM).count()).toBe(0)
  await visit.button(leave).first().click()
}

describe('the review of the embedded wallet', () => {
  it('is red for a number of a collection, which it shows without fractions', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const ask = (to: Hex) => embedded(visit, 'eth_sendTransaction', [{ from: address, to, data: approval }])
    await checkItems(visit, ask, 'Let somebody take your tokens', 'Close')
  })

  it('is red for typed data that lets others act', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    await embedded(visit, 'eth_signTypedData_v4', [address, JSON.stringify(root)])
    await red(visit, ACTS).waitFor()
  })
})

describe('the review of a third-party plugin’s request', () => {
  const onProbe = async () => {
    const visit = await flow.visit({ probe: 'guest' })
    await visit.connect()
    await visit.page.evaluate(() => kit.open({ view: 'Probe' }))
    await visit.modal.getByText('The probe is here').waitFor()
    return visit
  }

  it('is red for a number of a collection', async () => {
    const visit = await onProbe()
    const ask = (to: Hex) =>
      visit.page.evaluate(
        ([contract, data]) => void probe.chain.sendTransaction({ to: contract, data }).catch(() => undefined),
        [to, approval] as [string, string],
      )
    await checkItems(visit, ask, 'It also calls a contract', 'Cancel')
  })

  it('is red for typed data that lets others act', async () => {
    const visit = await onProbe()
    await visit.page.evaluate((data) => void probe.chain.signTypedData(data).catch(() => undefined), root)
    await red(visit, ACTS).waitFor()
  })
})

describe('the review of the passkey wallet', () => {
  const created = async () => {
    const visit = await passkey.visit()
    const address = await passkey.create(visit)
    await passkey.fund(address)
    return { visit, address }
  }

  it('is red for a number of a collection', async () => {
    const { visit, address } = await created()
    const ask = async (to: Hex) =>
      void passkey.request(visit, 'eth_sendTransaction', [{ from: address, to, data: approval }]).catch(() => undefined)
    // The bundler estimates the gas: only the owner of an item may approve it.
    await giveItem(flow.sandbox(), address)
    await checkItems(visit, ask, 'Network fee, at most', 'Cancel')
  })

  it('is red for typed data that lets others act', async () => {
    const { visit, address } = await created()
    void passkey.request(visit, 'eth_signTypedData_v4', [address, JSON.stringify(root)]).catch(() => undefined)
    await red(visit, ACTS).waitFor()
  })

  it('is red for a fee far above what the site’s own node says', async () => {
    const { visit, address } = await created()
    await visit.page.route('**', async (route) => {
      const asked = route.request().postData() ?? ''
      if (!asked.includes('eth_maxPriorityFeePerGas')) return route.fallback()
      const { id } = JSON.parse(asked) as { id: number }
      // 50 gwei in place of 1.
      return route.fulfill({ json: { jsonrpc: '2.0', id, result: '0xba43b7400' } })
    })
    void passkey
      .request(visit, 'eth_sendTransaction', [{ from: address, to: SPENDER, value: '0x5' }])
      .catch(() => undefined)
    await red(visit, 'The fee is far higher than usual').waitFor()
  })
})
