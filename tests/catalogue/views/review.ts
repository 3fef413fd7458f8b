/** The review of a third-party plugin's requests. */
import type { PluginTransaction } from '../../../runtime/plugin.ts'
import { collectionOf } from '../../support/collection.ts'
import type { Catalogue } from '../states.ts'
import type { Visit } from '../visit.ts'

const onGuest = async ({ connect, open, shows }: Visit) => {
  await connect()
  await open('TipJar')
  await shows('The tip jar')
}
/** Waits until Confirm works, which it does a moment after the review was shown. */
const ready = ({ modal }: Visit) =>
  modal
    .locator('button:enabled')
    .filter({ hasText: /^Confirm$/ })
    .waitFor()
type Extra = Pick<PluginTransaction, 'data'> & { to?: string }
const send = async (visit: Visit, extra: Extra = {}) => {
  await onGuest(visit)
  const to = visit.sandbox.accounts[1]?.address ?? ''
  await visit.page.evaluate(
    ([receiver, more]) =>
      void guest.chain.sendTransaction({ to: receiver, value: 2_500_000_000_000_000n, ...more }).catch(() => undefined),
    [to, extra] as [string, Extra],
  )
  await ready(visit)
}
const sign = async (visit: Visit, text: string) => {
  await onGuest(visit)
  await visit.page.evaluate((message) => void guest.chain.signMessage(message).catch(() => undefined), text)
  await ready(visit)
}

/** Makes the third-party plugin send one of the rarer requests. A token's address is used wherever one is needed. */
const ask = async (visit: Visit, what: 'typed' | 'batch' | 'asset' | 'switch' | 'wallet') => {
  await onGuest(visit)
  const token = visit.sandbox.tokens[0]?.address ?? ''
  const [from, to] = visit.sandbox.chains.map(({ caipNetworkId }) => caipNetworkId)
  await visit.page.evaluate(
    ([kind, address, now, then]) => {
      const tip = { to: address, amount: 25n * 10n ** 14n }
      const types = {
        Tip: [
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      }
      const domain = { name: 'Tip jar', version: '1', chainId: Number(now.split(':')[1]), verifyingContract: address }
      // The driver is never called, because the review comes first. It is `Object`, because esbuild would wrap a
      // function of this file.
      const own = { id: 'tips', name: 'Tip wallet', type: 'EXTERNAL', chain: 'eip155', chains: [] } as const
      const asking: Promise<unknown> =
        kind === 'typed'
          ? guest.chain.signTypedData({ domain, types, primaryType: 'Tip', message: tip })
          : kind === 'batch'
            ? guest.chain.sendCalls([
                { to: address, data: '0x095ea7b3' },
                { to: address, value: tip.amount },
              ])
            : kind === 'asset'
              ? guest.chain.watchAsset({ address, symbol: 'TIPS', decimals: 18 })
              : kind === 'switch'
                ? guest.chain.switchNetwork(then)
                : guest.connect({ ...own, driver: Object as never })
      asking.catch(() => undefined)
    },
    [what, token, from ?? '', to ?? ''] as [string, string, string, string],
  )
  await ready(visit)
}

const TERMS = [
  'tips.example wants to thank you by name.',
  '',
  'Signing costs nothing and moves nothing.',
  'Name: \u202enoah',
  ...Array.from({ length: 12 }, (_, at) => `${at + 1}. A rule of the tip jar.`),
].join('\n')

export const reviewViews = {
  PluginReview: {
    loading: 'config',
    ready: { reach: (visit) => send(visit) },
    empty: {
      reach: async ({ open, shows }) => {
        await open('PluginReview')
        await shows('Nothing to review')
      },
    },
    error: 'moves',
    offline: 'wallet',
    unsupported: 'shell',
    progress: 'moves',
    done: 'moves',
    more: {
      // A number that is the one of a collectible: the contract is a collection.
      'ready.item': {
        reach: async (visit) => {
          const data = `0x095ea7b3${'9'.repeat(40).padStart(64, '0')}${'3'.padStart(64, '0')}`
          await send(visit, { to: await collectionOf(visit.sandbox), data })
          await visit.shows('that of one of them')
        },
      },
      'ready.call': { reach: (visit) => send(visit, { data: '0xd0e30db0' }) },
      'ready.message': { reach: (visit) => sign(visit, TERMS) },
      'ready.typed': { reach: (visit) => ask(visit, 'typed') },
      'ready.batch': { reach: (visit) => ask(visit, 'batch') },
      'ready.asset': { reach: (visit) => ask(visit, 'asset') },
      'ready.switch': { reach: (visit) => ask(visit, 'switch') },
      'ready.wallet': { reach: (visit) => ask(visit, 'wallet') },
    },
  },
} satisfies Catalogue
