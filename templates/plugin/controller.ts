import { defineErrors, type PluginKit, proxy } from 'walletkit/plugin'
import { askService } from './api.ts'

export type MyPluginOptions = { service: string }
export type MyPluginController = ReturnType<typeof createMyPlugin>

/** The storage key, as declared in the manifest. */
const KEY = 'my-plugin'

const ERRORS = defineErrors({
  MY_PLUGIN_SERVICE: { message: 'The service did not answer', show: 'toast' },
})

/** The plugin's logic, without a view. Created once, when the view opens for the first time. */
export default function createMyPlugin({
  kit,
  options,
}: {
  kit: Pick<PluginKit, 'fetch' | 'report' | 'storage' | 'track'>
  options: MyPluginOptions
}) {
  const state = proxy({ opened: readCount(kit.storage.get(KEY)), asking: false, name: undefined as string | undefined })

  return {
    state,
    open: () => {
      state.opened += 1
      kit.storage.set(KEY, String(state.opened))
    },
    ask: async () => {
      if (state.asking) return
      state.asking = true
      kit.track('MY_PLUGIN_ASKED')
      try {
        state.name = await askService(kit, options.service)
      } catch (error) {
        kit.report(error, 'MY_PLUGIN_SERVICE', ERRORS)
      } finally {
        state.asking = false
      }
    },
  }
}

/** Any script can write to storage, so read an invalid count as 0. */
const readCount = (text: string | undefined) => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0)
