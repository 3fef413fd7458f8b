/** Wallets with their own SDK or global variable: Coinbase, Safe, Ledger, OKX. The tests use fakes of the SDKs. */
import { describe, expect, it } from 'vitest'
import { verifyMessage, type Hex } from 'viem'
import { useFlow, type Visited } from '../support/flow.ts'
import { ask } from '../support/remoteLife.ts'

const flow = useFlow()

const rows = ({ modal }: Visited) => modal.getByRole('list', { name: 'Wallets' }).locator('button bdi').allInnerTexts()
/** A wallet in the page that the page does not find by itself. */
const HIDDEN = { as: 'injected' as const, rdns: 'org.walletkit.sdk', name: 'Hidden' }

/**
 * Makes `window.ethereum` the provider of a fake SDK. It loads on the first click, is a class instance, and has its own
 * disconnect.
 */
const withSdk = ({ page }: Visited, id: string) =>
  page.evaluate((own) => {
    const wallet = (
      globalThis as { ethereum?: Record<'request' | 'on' | 'removeListener', (...a: unknown[]) => unknown> }
    ).ethereum
    if (!wallet) throw new Error('There is no wallet')
    class SdkProvider {
      readonly isSdk = true
      request(call: unknown) {
        return wallet?.request(call)
      }
      on(event: string, listener: unknown) {
        wallet?.on(event, listener)
        return this
      }
      removeListener(event: string, listener: unknown) {
        wallet?.removeListener(event, listener)
        return this
      }
      disconnect() {
        sdk.left++
      }
    }
    const sdk = { loads: 0, left: 0 }
    Object.assign(globalThis, { sdk })
    kit.destroy()
    const provider = async () => {
      sdk.loads++
      return new SdkProvider()
    }
    globalThis.kit = walletkit.createWalletKit(walletkit.generated, {
      connectors: [walletkit.externalConnector({ id: own, provider })],
    })
  }, id)
const sdk = ({ page }: Visited) =>
  page.evaluate(() => (globalThis as unknown as { sdk: { loads: number; left: number } }).sdk)

describe('a wallet that comes with an SDK', () => {
  it('has its own row, loads on the click, signs with its key, and is disconnected through its SDK', async () => {
    const visit = await flow.visit({ wallets: [HIDDEN], config: { wallets: { exclude: ['injected'] } } })
    await withSdk(visit, 'ledger')
    await visit.open()
    await visit.button(/^Ledger/).waitFor()
    expect(await rows(visit)).toContain('Ledger')
    expect(await sdk(visit)).toEqual({ loads: 0, left: 0 })
    await visit.button(/^Ledger/).click()
    await visit.status('connected')
    const [first] = flow.sandbox().accounts
    expect(await visit.page.evaluate(() => [kit.getAddress(), kit.getWalletProviderType()])).toEqual([
      first?.address,
      'EXTERNAL',
    ])
    expect(await visit.page.evaluate(() => kit.getWalletInfo()?.name)).toBe('Ledger')
    const message = 'By an SDK'
    const signature = await ask(visit, 'personal_sign', [`0x${Buffer.from(message).toString('hex')}`, first?.address])
    expect(await verifyMessage({ address: first?.address ?? '0x', message, signature: signature as Hex })).toBe(true)
    await visit.page.evaluate(() => kit.disconnect())
    await visit.status('disconnected')
    expect(await sdk(visit)).toEqual({ loads: 1, left: 1 })
  })

  it('is listed for Safe only when Safe’s app shows the page in a frame', async () => {
    const visit = await flow.visit({ wallets: [HIDDEN] })
    await withSdk(visit, 'safe')
    await visit.open()
    await visit.modal.getByRole('button').first().waitFor()
    expect(await rows(visit)).not.toContain('Safe')
    await visit.page.evaluate(() => Object.defineProperty(window, 'parent', { value: {}, configurable: true }))
    await withSdk(visit, 'safe')
    await visit.open()
    await visit.button(/^Safe/).waitFor()
  })
})

describe('a wallet with its own global name', () => {
  const put = (name: string) =>
    `Object.defineProperty(globalThis, '${name}', { get: () => globalThis.__walletkitTest?.['org.walletkit.sdk']?.provider })`

  it('is listed by that name when it does not announce itself, and connects', async () => {
    for (const [injected, shown] of [
      ['coinbaseWalletExtension', 'Coinbase'],
      ['okxwallet', 'OKX Wallet'],
    ] as const) {
      const visit = await flow.visit({ wallets: [HIDDEN], script: put(injected) })
      await visit.open()
      await visit.button(new RegExp(`^${shown}`)).click()
      await visit.status('connected')
      expect(await visit.page.evaluate(() => kit.getWalletInfo()?.name)).toBe(shown)
      await visit.page.reload()
      await visit.status('connected')
    }
  })

  it('is listed once when it also announces itself, and not at all if the site turns it off', async () => {
    const announced = { rdns: 'com.coinbase.wallet', name: 'Coinbase Wallet' }
    const script = put('coinbaseWalletExtension')
    const visit = await flow.visit({ wallets: [HIDDEN, announced], script })
    await visit.open()
    await visit.button(/^Coinbase/).waitFor()
    expect((await rows(visit)).filter((name) => /Coinbase/.test(name))).toEqual(['Coinbase Wallet'])
    const off = await flow.visit({ wallets: [HIDDEN, announced, {}], script, config: { enableCoinbase: false } })
    await off.open()
    await off.button(/^Test wallet/).waitFor()
    expect((await rows(off)).filter((name) => /Coinbase/.test(name))).toEqual([])
  })
})

it('says that it waits for the wallet when the page opens the same wallet again after a refusal', async () => {
  const visit = await flow.visit()
  const open = () =>
    visit.page.evaluate(async () => {
      const [connector] = await new Promise<typeof kit.connectors>((resolve) => {
        if (kit.connectors.length) resolve(kit.connectors)
        else kit.subscribeConnectors(resolve)
      })
      await kit.open({ view: 'ConnectingExternal', params: { connector } })
    })
  await visit.wallet('set', { answer: 'reject' })
  await open()
  await visit.modal.getByText('Connection declined').waitFor()
  await visit.button('Close').click()
  await visit.modal.waitFor({ state: 'hidden' })
  await visit.wallet('set', { answer: 'hold' })
  await open()
  await visit.modal.getByText('Continue in Test wallet').waitFor()
  expect(await visit.modal.getByText('Connection declined').count()).toBe(0)
})
