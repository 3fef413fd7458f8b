/** The switches with which the test wallet behaves like real wallets that do not follow the standard. */
import { describe, expect, it } from 'vitest'
import {
  createTestPolkadotWallet,
  createTestWallet,
  FIRST_TEST_KEY,
  installTestWallet,
  type Switches,
} from '../../../runtime/test/index.ts'
import { stubPage } from '../lib/page.ts'
import { waitFor } from '../../support/waitFor.ts'

stubPage()
const chains = [{ id: 31337, rpcUrl: 'http://127.0.0.1:9' }]
const create = (switches: Partial<Switches>) => createTestWallet({ chains, switches })
const ask = (wallet: ReturnType<typeof create>, method: string, params?: unknown) =>
  (async () => wallet.provider.request({ method, ...(params === undefined ? {} : { params }) }))()
const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as object,
  )
/** Collects the announcements of wallets from now on (EIP-6963). */
function announcements() {
  const heard: { info: { uuid: string; name: string; rdns: string } }[] = []
  addEventListener('eip6963:announceProvider', (event) => heard.push((event as CustomEvent<(typeof heard)[0]>).detail))
  return () => heard
}
/** Whether the promise is still pending after a short time. */
const isPending = async (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => false,
      () => false,
    ),
    new Promise((done) => setTimeout(done, 30, true)),
  ])

describe('the switch', () => {
  it('accounts: none shares nothing and asks nobody', async () => {
    const wallet = create({ accounts: 'none', answer: 'hold' })
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual([])
    expect(await ask(wallet, 'wallet_requestPermissions', [{ eth_accounts: {} }])).toHaveLength(1)
    expect(wallet.pending()).toBe(0)
    wallet.set({ accounts: 'shared', answer: 'approve' })
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual(wallet.addresses())
  })

  it.each([
    ['pending', { code: -32002 }],
    ['internal', { code: -32603, message: 'Internal JSON-RPC error.' }],
  ] as const)('again: %s is the response to a duplicate request', async (again, expected) => {
    const wallet = create({ again, answer: 'hold' })
    const first = ask(wallet, 'eth_requestAccounts')
    await waitFor(() => expect(wallet.pending()).toBe(1))
    expect(await failed(ask(wallet, 'eth_requestAccounts'))).toMatchObject(expected)
    wallet.settle('approve')
    expect(await first).toEqual(wallet.addresses())
  })

  it('again: queue opens a second prompt', async () => {
    const wallet = create({ again: 'queue', answer: 'hold' })
    const both = [ask(wallet, 'eth_requestAccounts'), ask(wallet, 'eth_requestAccounts')]
    await waitFor(() => expect(wallet.pending()).toBe(2))
    wallet.settle('approve')
    expect(await Promise.all(both)).toEqual([wallet.addresses(), wallet.addresses()])
  })

  it('explorer: true refuses a network without the URL of an explorer', async () => {
    const wallet = create({ explorer: true })
    const network = {
      chainId: '0x7a6a',
      chainName: 'Two',
      rpcUrls: ['http://127.0.0.1:9'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }
    for (const blockExplorerUrls of [undefined, null, [], ['no url']])
      expect(await failed(ask(wallet, 'wallet_addEthereumChain', [{ ...network, blockExplorerUrls }]))).toMatchObject({
        code: -32602,
      })
    expect(
      await ask(wallet, 'wallet_addEthereumChain', [{ ...network, blockExplorerUrls: ['https://scan.example'] }]),
    ).toBeNull()
    expect(wallet.chainId()).toBe(31338)
  })

  it.each(['before', 'after'] as const)('events: %s the answer', async (events) => {
    const wallet = create({ events })
    const seen: string[] = []
    wallet.provider.on('accountsChanged', () => seen.push('event'))
    await ask(wallet, 'eth_requestAccounts').then(() => seen.push('answer'))
    await waitFor(() => expect(seen).toHaveLength(2))
    expect(seen).toEqual(events === 'before' ? ['event', 'answer'] : ['answer', 'event'])
  })

  it('refusal: bare is an Error without a code', async () => {
    const error = await failed(ask(create({ refusal: 'bare', answer: 'reject' }), 'eth_requestAccounts'))
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toHaveProperty('code')
  })

  it('refusal: late resolves enable, and refuses the accounts, on Polkadot', async () => {
    const wallet = createTestPolkadotWallet({ keys: [FIRST_TEST_KEY], switches: { refusal: 'late', answer: 'reject' } })
    const { accounts } = await wallet.injected.enable('Example')
    await expect(accounts.get()).rejects.toThrow('The source Example has not been authorised')
    wallet.set({ answer: 'approve' })
    const again = await wallet.injected.enable('Example')
    expect(await again.accounts.get()).toHaveLength(1)
  })

  it('onboarded: false makes the provider throw, synchronously', async () => {
    const wallet = create({ onboarded: false })
    expect(() => wallet.provider.request({ method: 'eth_requestAccounts' })).toThrow('continue with onboarding')
    wallet.set({ onboarded: true })
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual(wallet.addresses())
    const other = createTestPolkadotWallet({ keys: [FIRST_TEST_KEY], switches: { onboarded: false } })
    await expect(other.injected.enable('Example')).rejects.toThrow('onboarding')
  })

  it('background: never answers only what asks a person', async () => {
    const wallet = create({ background: 'never' })
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual(wallet.addresses())
    for (const method of ['eth_chainId', 'eth_accounts', 'wallet_getCapabilities', 'wallet_revokePermissions'])
      expect(await isPending(ask(wallet, method))).toBe(true)
    expect(await ask(wallet, 'personal_sign', ['0x00', wallet.addresses()[0]])).toMatch(/^0x/)
  })
})

it('announces itself under a new uuid each time, with changingUuid', () => {
  const heard = announcements()
  const wallet = installTestWallet({ chains, changingUuid: true })
  dispatchEvent(new Event('eip6963:requestProvider'))
  const uuids = heard().map(({ info }) => info.uuid)
  expect(uuids).toHaveLength(2)
  expect(new Set(uuids).size).toBe(2)
  expect(new Set(heard().map(({ info }) => info.rdns)).size).toBe(1)
  wallet.uninstall()
})

it('is one wallet with two providers: announced on EVM chains, injected on Polkadot', () => {
  const heard = announcements()
  const wallet = installTestWallet({ chains, name: 'Harbor', polkadot: { keys: [FIRST_TEST_KEY] } })
  expect(heard().map(({ info }) => info.name)).toEqual(['Harbor'])
  expect(Object.keys((globalThis as { injectedWeb3?: object }).injectedWeb3 ?? {})).toEqual(['Harbor'])
  wallet.uninstall()
})
