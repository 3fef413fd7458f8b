/** Views of the connected account. */
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import type { Catalogue } from '../states.ts'
import { sendEther } from './send.ts'
import { swapEther } from './swaps.ts'

const BALANCE = '/v1/account'
/** The paths of all services and nodes. The API's own RPC is under `/v1` too. */
const ALL = ['/v1', '/rpc'] as const

export const accountViews = {
  Account: {
    loading: {
      reach: async ({ connect, open, fault, modal }) => {
        fault(...ALL.map((path) => ({ path, kind: 'hang' }) as const))
        await connect()
        await open()
        await modal.locator('.tab-panel .bone').first().waitFor()
      },
    },
    ready: {
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open()
        await shows(/^noah/)
        await shows('Sandbox Dai')
      },
    },
    empty: {
      wallets: [{ key: 'empty' }],
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open()
        await shows('No tokens yet')
      },
    },
    error: {
      reach: async ({ connect, open, fault, shows, page }) => {
        fault(...ALL.map((path) => ({ path, kind: 'status', status: 500 }) as const))
        await connect()
        await open()
        await shows('The balance could not be read. Your funds are not affected.')
        // Wait until the toast disappears by itself.
        await page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
      },
    },
    offline: {
      reach: async ({ connect, open, offline, shows }) => {
        await connect()
        await open()
        await shows(/^noah/)
        await shows('Sandbox Dai')
        await offline()
        await shows(/You’re offline/)
      },
    },
    unsupported: 'shell',
    progress: {
      reach: async ({ connect, open, wallet, shows, button, modal, hold }) => {
        await connect()
        await open()
        await shows(/^noah/)
        await shows('Sandbox Dai')
        await wallet('set', { revoke: 'hold' })
        await hold()
        await button('Disconnect').click()
        await modal.locator('.leave .spinner').waitFor()
      },
    },
    done: 'moves',
    more: {
      'ready.approved': {
        setup: { config: { features: { send: {}, receive: {}, approvals: {}, allWallets: 'SHOW' } } },
        reach: async (visit) => {
          await visit.connect()
          const to = visit.sandbox.tokens.find(({ symbol }) => symbol === 'DAI')?.address ?? '0x'
          const args = [`0x${'1'.repeat(40)}`, maxUint256] as const
          const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
          await visit.page.evaluate(async (call) => void (await kit.sendCalls([call])), { to, data })
          await visit.open()
          await visit.shows('Approved without a limit: DAI')
          await visit.shows('Sandbox Dai')
        },
      },
      'progress.asked': {
        reach: async (visit) => {
          await visit.connect()
          await visit.wallet('set', { answer: 'hold' })
          await sendEther(visit)
          await visit.shows('Confirm in Test wallet')
        },
      },
      'progress.sent': {
        reach: async (visit) => {
          visit.fault(...ALL.map((path) => ({ path, kind: 'hang', rpc: 'eth_getTransactionReceipt' }) as const))
          await sendEther(visit)
          await visit.shows('Transaction started')
          await visit.later(12_000)
          await visit.shows('0:12')
          await visit.page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
        },
      },
      'done.sent': {
        reach: async (visit) => {
          await sendEther(visit)
          await visit.shows('Transaction confirmed')
          await visit.page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
        },
      },
      'done.swapped': swapEther,
      'ready.nfts': {
        reach: async ({ connect, open, shows, modal }) => {
          await connect()
          await open()
          await shows('Sandbox Dai')
          await modal.getByRole('tab', { name: 'NFTs' }).click()
          await shows('Paper Gardens #13')
        },
      },
      'loading.nfts': {
        reach: async ({ connect, open, shows, modal, fault, sandbox }) => {
          await connect()
          await open()
          await shows('Sandbox Dai')
          fault({ path: `/v1/account/${sandbox.accounts[0]?.address}/nfts`, kind: 'hang' })
          await modal.getByRole('tab', { name: 'NFTs' }).click()
          await modal.locator('.nft-bone').first().waitFor()
        },
      },
      'empty.nfts': {
        wallets: [{ key: 'empty' }],
        reach: async ({ connect, open, shows, modal }) => {
          await connect()
          await open()
          await shows('No tokens yet')
          await modal.getByRole('tab', { name: 'NFTs' }).click()
          await shows('No NFTs yet')
        },
      },
      'error.nfts': {
        reach: async ({ connect, open, shows, modal, fault, sandbox }) => {
          await connect()
          await open()
          await shows('Sandbox Dai')
          fault({ path: `/v1/account/${sandbox.accounts[0]?.address}/nfts`, kind: 'status', status: 500 })
          await modal.getByRole('tab', { name: 'NFTs' }).click()
          await shows('NFTs unavailable')
        },
      },
      'error.toast': {
        reach: async ({ connect, open, fault, shows }) => {
          fault({ path: BALANCE, kind: 'status', status: 500 })
          await connect()
          await open()
          await shows('The balance could not be read. Your funds are not affected.')
        },
      },
    },
  },
} satisfies Catalogue
