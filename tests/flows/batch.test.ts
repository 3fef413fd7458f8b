/** An approval and its swap with one confirmation: a browser wallet that delegates (EIP-7702), and an embedded smart account. */
import { createWalletClient, defineChain, encodeFunctionData, erc20Abi, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { sandboxOptions } from '../plugins/swaps/kit.ts'
import { account as accountOf, asks, useEmbedded } from '../support/embeddedPage.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { approve } from '../support/login.ts'
import { useSwaps } from '../support/swaps.ts'

const flow = useFlow()
const { features, account, token, held, visitSwap, fill, review, press, notice, kept, said } = useSwaps(flow)
const { signedIn } = useEmbedded(flow)
const batching = () => ({ wallets: [{ batch: flow.sandbox().smartAccounts.implementation }] })
const ONE = 'One confirmation for both. If the swap fails, nothing is approved.'

const swapped = (visit: Visited) => notice(visit, /^Swapped 2 DAI for/)

describe('a wallet that sends batches', () => {
  it('asks once for the approval and the swap, and both are in one transaction', async () => {
    const visit = await visitSwap(batching())
    const [dai, usdc] = [await held('DAI', account()), await held('USDC', account())]
    await fill(visit, 'DAI', 'USDC', '2')
    await review(visit)
    await notice(visit, ONE)
    await press(visit, 'Approve and swap')
    await swapped(visit)
    expect(await visit.asked('wallet_sendCalls')).toHaveLength(1)
    expect(await visit.asked('eth_sendTransaction')).toEqual([])
    expect(await held('DAI', account())).toBe(dai - 2n * 10n ** 18n)
    expect(await held('USDC', account())).toBe(usdc + (await said(visit, 6)))
    expect(await kept(visit)).toHaveLength(1)
  })

  it('and a reload while the network works on it: the next page tells how it ended', async () => {
    const visit = await visitSwap(batching())
    await fill(visit, 'DAI', 'USDC', '2')
    await review(visit)
    flow.sandbox().faults.set({ path: '/rpc', rpc: 'eth_getTransactionReceipt', kind: 'hang' })
    await press(visit, 'Approve and swap')
    const stored = () => visit.page.evaluate(() => localStorage.getItem('@appkit/batches'))
    await expect.poll(stored).toContain('"swap"')
    expect(await kept(visit)).toEqual([])
    await visit.page.reload()
    flow.sandbox().faults.clear()
    await visit.status('connected')
    await visit.open()
    // The panel's code loads with its view, and then follows the pending batch.
    await visit.button('Swap').click()
    await expect.poll(stored).toBeNull()
    expect((await kept(visit)).map(({ note }) => note?.kind)).toEqual(['swap'])
    await visit.button('Back').click()
    await swapped(visit)
  })
})

describe('an embedded smart account', () => {
  it('swaps with one approval in the frame, which shows both calls', async () => {
    const visit = await signedIn({ config: { features: { email: {}, ...features(sandboxOptions) } } })
    const { address = '0x' } = (await accountOf(visit)) as { address?: Hex }
    await give('DAI', address, 5n * 10n ** 18n)
    await visit.open()
    await visit.button('Swap').click()
    await visit.button(/now ETH$/).waitFor()
    await fill(visit, 'DAI', 'USDC', '2')
    await review(visit)
    await notice(visit, ONE)
    await press(visit, 'Approve and swap')
    await asks(visit)
    await visit.modal.getByText('Make 2 calls').waitFor()
    await approve(visit)
    await expect.poll(() => held('DAI', address)).toBe(3n * 10n ** 18n)
    await expect.poll(() => held('USDC', address)).toBeGreaterThan(0n)
    await expect.poll(async () => (await kept(visit)).map(({ note }) => note?.kind)).toEqual(['swap'])
  })

  /** Sends tokens from the sandbox's first account. */
  async function give(symbol: string, to: Hex, amount: bigint) {
    const { chains, accounts } = flow.sandbox()
    const url = chains[0]?.rpcUrl ?? ''
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const client = createWalletClient({
      account: privateKeyToAccount(accounts[0]?.privateKey ?? '0x'),
      chain: defineChain({ id: 31337, name: 'Sandbox', nativeCurrency, rpcUrls: { default: { http: [url] } } }),
      transport: http(url),
    })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
    await client.sendTransaction({ to: token(symbol), data })
    await expect.poll(() => held(symbol, to)).toBe(amount)
  }
})
