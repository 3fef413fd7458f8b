/** The review of a third-party plugin's requests. */
import type { PluginTransaction } from '../../../runtime/plugin.ts'
import type { Catalogue } from '../states.ts'
import type { Visit } from '../visit.ts'

const onGuest = async ({ connect, open, shows }: Visit) => {
  await connect()
  await open('TipJar')
  await shows('The tip jar')
}
type Extra = Pick<PluginTransaction, 'data'>
const send = async (visit: Visit, extra: Extra = {}) => {
  await onGuest(visit)
  const to = visit.sandbox.accounts[1]?.address ?? ''
  await visit.page.evaluate(
    ([receiver, more]) =>
      void guest.chain.sendTransaction({ to: receiver, value: 2_500_000_000_000_000n, ...more }).catch(() => undefined),
    [to, extra] as [string, Extra],
  )
  await visit.button('Confirm').waitFor()
}
const sign = async (visit: Visit, text: string) => {
  await onGuest(visit)
  await visit.page.evaluate((message) => void guest.chain.signMessage(message).catch(() => undefined), text)
  await visit.button('Confirm').waitFor()
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
      'ready.call': { reach: (visit) => send(visit, { data: '0xd0e30db0' }) },
      'ready.message': { reach: (visit) => sign(visit, TERMS) },
    },
  },
} satisfies Catalogue
