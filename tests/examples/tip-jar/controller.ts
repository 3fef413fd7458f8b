import { defineErrors, parseUnits, type PluginKit, proxy } from 'walletkit/plugin'
import { fetchNote } from './api.ts'

export type TipJarOptions = { to?: string; amount: string; note: string }
export type TipJar = ReturnType<typeof createTipJar>

/** The storage key of the manifest: it holds the hash of the last tip. */
const KEY = 'tip-jar'

const ERRORS = defineErrors({
  TIP_FAILED: { message: 'The tip was not sent', show: 'toast' },
  TIP_NOTE: { message: 'The tip is on its way. The word of thanks is not', show: 'toast' },
})

/** What the plugin does, without a view. It is made once, when the view opens for the first time. */
export default function createTipJar({
  kit,
  options: { to, amount, note },
}: {
  kit: Pick<PluginKit, 'fetch' | 'network' | 'report' | 'storage' | 'track'> & {
    chain: Pick<PluginKit['chain'], 'sendTransaction'>
  }
  options: TipJarOptions
}) {
  const state = proxy({ sending: false, hash: kit.storage.get(KEY), note: undefined as string | undefined })

  /** One request to the wallet, never repeated. Its hash is kept before anything else can fail. */
  async function send(receiver: string) {
    const value = parseUnits(amount, kit.network()?.nativeCurrency.decimals ?? 18)
    if (value === undefined) throw new Error(`${amount} is no amount`)
    state.hash = await kit.chain.sendTransaction({ to: receiver, value })
    kit.storage.set(KEY, state.hash)
    kit.track('TIP_SENT', { amount })
  }

  return {
    state,
    to,
    amount,
    tip: async () => {
      if (to === undefined || state.sending) return
      state.sending = true
      try {
        await send(to)
        state.note = await fetchNote(kit, note).catch((error: unknown) => {
          kit.report(error, 'TIP_NOTE', ERRORS)
          return undefined
        })
      } catch (error) {
        kit.report(error, 'TIP_FAILED', ERRORS)
      } finally {
        state.sending = false
      }
    },
  }
}
