/** Views of token approvals. */
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import type { Setup } from '../page/main.ts'
import type { Catalogue } from '../states.ts'
import type { Visit } from '../visit.ts'

const setup: Partial<Setup> = {
  config: { features: { send: {}, receive: {}, approvals: {}, allWallets: 'SHOW' } },
}
const LOGS = { path: '/rpc', rpc: 'eth_getLogs' } as const

/** Approves two tokens with the wallet, on the sandbox's first chain. */
async function approve({ page, sandbox }: Visit) {
  const spenders = ['1', '2'].map((letter) => `0x${letter.repeat(40)}` as const)
  const data = [maxUint256, 25n * 10n ** 18n].map((amount, at) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spenders[at] ?? '0x', amount] }),
  )
  const calls = ['USDC', 'DAI'].map((symbol, at) => ({
    to: sandbox.tokens.find((each) => each.symbol === symbol)?.address,
    data: data[at],
  }))
  await page.evaluate(async (given) => {
    const provider = kit.getProvider('eip155')
    for (const call of given)
      await provider?.request({ method: 'eth_sendTransaction', params: [{ from: kit.getAddress('eip155'), ...call }] })
  }, calls)
}
const list = async (visit: Visit) => {
  await visit.connect()
  await approve(visit)
  await visit.open('Approvals')
  await visit.shows('Unlimited')
}

export const approvalViews: Catalogue = {
  Approvals: {
    loading: {
      setup,
      reach: async ({ connect, open, fault, modal }) => {
        await connect()
        fault({ ...LOGS, kind: 'hang' })
        await open('Approvals')
        await modal.locator('.bone').first().waitFor()
      },
    },
    ready: { setup, reach: list },
    empty: {
      setup,
      wallets: [{ key: 'empty' }],
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('Approvals')
        await shows('Nothing is approved')
      },
    },
    error: {
      setup,
      reach: async ({ connect, open, fault, shows }) => {
        await connect()
        fault({ ...LOGS, kind: 'status', status: 500 })
        await open('Approvals')
        await shows('Approvals unavailable')
      },
    },
    offline: {
      setup,
      reach: async (visit) => {
        await list(visit)
        await visit.offline()
        await visit.shows(/may be out of date/)
      },
    },
    unsupported: 'shell',
    progress: {
      setup,
      reach: async (visit) => {
        await list(visit)
        await visit.modal.getByRole('checkbox').first().check()
        await visit.wallet('set', { answer: 'hold' })
        await visit.button(/^End the chosen/).click()
        await visit.shows(/^Confirm in your wallet/)
      },
    },
    done: 'instant',
    more: {
      'ready.chosen': {
        setup,
        reach: async (visit) => {
          await list(visit)
          await visit.modal.getByRole('checkbox').first().check()
          await visit.shows('End the chosen approvals: 1')
        },
      },
    },
  },
}
