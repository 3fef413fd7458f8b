import { pluginError } from '../errors/plugin.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { blame, markTold } from './blame.ts'

/**
 * Reports what a plugin throws where no error boundary can catch it: in event handlers, timers and promises without a
 * handler. The page's own handlers still see each error. An error that `blame` traces to no plugin is not reported.
 */
export const watchPage = perKit((kit: Kit) => {
  if (typeof addEventListener !== 'function') return
  const tell = (error: unknown, where: string, filename?: string) => {
    const plugin = blame(kit, error, filename)
    if (plugin !== undefined && markTold(kit, error)) report(kit, pluginError(plugin, where, error), 'PLUGIN_FAILED')
  }
  const onError = ({ error, filename }: ErrorEvent) => tell(error, '', filename)
  const onRejection = ({ reason }: PromiseRejectionEvent) => tell(reason, ' in an unhandled rejection')
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  const stop = () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
  // Keep listening until the plugins have ended, so that errors which they throw while they end are reported.
  kit.teardown.push(() => void setTimeout(stop))
})
