/** The balance of an account, for a page that shows it without the modal. */
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { ConnectButton as RainbowButton } from '../../../runtime/compatRainbowkit.tsx'
import { accountStore } from '../../../runtime/headless/reads.ts'
import type { Account, WalletKit } from '../../../runtime/kit/instance.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { AccountButton, ConnectButton, NetworkButton, useAccount, WalletKitProvider } from '../../../runtime/react.tsx'
import { makeInstance } from '../../support/instance.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const ends: (() => void)[] = []
afterEach(() => {
  ends.splice(0).forEach((end) => end())
  sandbox().faults.clear()
})

async function connected() {
  const own = makeInstance(sandbox())
  ends.push(own.kit.destroy)
  await own.connect()
  return own
}

/** The requests to the network's node. */
const reads = () =>
  sandbox()
    .requests()
    .filter(({ path }) => path.startsWith('/rpc') || path.startsWith('/v1/?') || path === '/v1/')

/** A page that shows the balance: it reads it again whenever the account changes, as a framework renders. */
function shown(kit: WalletKit) {
  const lines: string[] = []
  const show = ({ balanceStatus, balance = '-', balanceSymbol = '-' }: Account) => {
    const line = `${balanceStatus} ${balance} ${balanceSymbol}`
    if (lines.at(-1) !== line) lines.push(line)
  }
  ends.push(kit.subscribeAccount(show))
  show(kit.getAccount())
  return lines
}

it('is fetched for a page that reads it, and follows network and account, without the modal', async () => {
  const { kit, wallet } = await connected()
  const lines = shown(kit)
  await expect.poll(() => lines).toEqual(['loading - -', 'success 10000 ETH'])
  await kit.switchNetwork('eip155:31338')
  await expect.poll(() => lines.slice(2)).toEqual(['loading - -', expect.stringMatching(/^success \d/)])
  wallet.emit('accountsChanged', ['0x000000000000000000000000000000000000dEaD'])
  await expect.poll(() => lines.slice(4)).toEqual(['loading - -', expect.stringMatching(/^success \d/)])
  await kit.disconnect()
  await expect.poll(() => lines.at(-1)).toBe('idle - -')
})

it('costs a page that does not read it no request', async () => {
  const { kit } = await connected()
  const before = reads().length
  const seen: (string | undefined)[] = []
  ends.push(kit.subscribeAccount(({ address, isConnected }) => void (isConnected && seen.push(address))))
  await kit.switchNetwork('eip155:31338')
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(reads().length).toBe(before)
})

it('is fetched once for all that read it, and stays the same copy until something changes', async () => {
  const { kit } = await connected()
  const store = accountStore(kit)
  const before = reads().length
  for (let times = 0; times < 5; times++) void [store.get().balance, kit.getAccount().balance, { ...store.get() }]
  expect(store.get()).toBe(store.get())
  await expect.poll(() => store.get().balance).toBe('10000')
  expect(store.get().balanceStatus).toBe('success')
  expect(reads().length - before).toBe(1)
})

it('is unavailable if the node fails: nothing is reported or thrown, and a page can ask again', async () => {
  const { kit } = await connected()
  const reported: string[] = []
  ends.push(kit.onError(({ code }) => reported.push(code)))
  for (const path of ['/rpc', '/v1/']) sandbox().faults.set({ path, kind: 'status', status: 500 })
  const lines = shown(kit)
  await expect.poll(() => lines, { timeout: 15_000 }).toEqual(['loading - -', 'error - -'])
  const failed = reads().length
  void kit.getAccount().balance
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(reads().length).toBe(failed)
  expect(reported).toEqual([])
  sandbox().faults.clear()
  await kit.updateNativeBalance()
  await expect.poll(() => lines.slice(2)).toEqual(['loading - -', 'success 10000 ETH'])
})

it('is unavailable on a namespace that is not connected, without a request', async () => {
  const { kit } = await connected()
  const before = reads().length
  expect(kit.getAccount('solana')).toMatchObject({ balanceStatus: 'idle', balance: undefined })
  expect(reads().length).toBe(before)
})

const Balance = () => <p>{useAccount().balance ?? 'None yet'}</p>
const Rainbow = ({ of }: { of: 'displayName' | 'displayBalance' }) => (
  <RainbowButton.Custom>{({ account }) => <p>{account?.[of] ?? 'None yet'}</p>}</RainbowButton.Custom>
)

it.each<[string, ReactNode, 'idle' | 'loading']>([
  [
    'walletkit’s own buttons',
    [<ConnectButton key="1" />, <AccountButton key="2" />, <NetworkButton key="3" />],
    'idle',
  ],
  ['a page that shows the balance', <Balance key="1" />, 'loading'],
  ['RainbowKit’s button without the balance', <Rainbow key="1" of="displayName" />, 'idle'],
  ['RainbowKit’s button with the balance', <Rainbow key="1" of="displayBalance" />, 'loading'],
])('is fetched by React only if the page shows it: %s', async (_name, page, expected) => {
  const { kit } = await connected()
  renderToString(<WalletKitProvider kit={kit}>{page}</WalletKitProvider>)
  expect(kitOf(kit).state.accounts.eip155.balanceStatus ?? 'idle').toBe(expected)
})
