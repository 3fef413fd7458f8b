/** `walletkit/devtools`: a panel for developers, for pages in development only. See README.md in this folder. */
import type { WalletKit } from '../../kit/instance.ts'
import { kitOf } from '../../kit/walletKit.ts'
import { exportRecording } from './recording.ts'
import { recordRequests } from './recordRequests.ts'
import { recordEvents, recordState } from './recordState.ts'
import { recordWallets } from './recordWallets.ts'
import { bugReport, redactorOf } from './report.ts'
import { createTimeline } from './timeline.ts'

export type DevtoolsOptions = {
  /** How many entries are kept. Default 1000. */
  limit?: number
}

export type Devtools = {
  /** The recorded session as JSON, without the secrets and addresses that the devtools recognise. */
  exportRecording: () => string
  /** The bug report as Markdown, without the secrets and addresses that the devtools recognise. */
  bugReport: () => string
  /** Removes the panel and ends the recording; the page is as it was before. */
  stop: () => void
}

/**
 * Records what a kit does, and adds a panel that shows it to the page. Throws `FOREIGN_KIT` for a kit of another copy
 * of walletkit.
 *
 * @example
 * ```ts
 * import { createWalletKit } from 'walletkit'
 * import { startDevtools } from 'walletkit/devtools'
 * import { generated } from 'virtual:walletkit'
 *
 * const devtools = startDevtools(createWalletKit(generated))
 * console.log(devtools.bugReport())
 * ```
 */
export function startDevtools(instance: WalletKit, { limit }: DevtoolsOptions = {}): Devtools {
  const kit = kitOf(instance)
  const timeline = createTimeline(limit)
  const recorders = [recordState, recordEvents, recordRequests, recordWallets].map((record) => record(kit, timeline))
  let isStopped = false
  let unmount: (() => void) | undefined
  const tools: Devtools = {
    exportRecording: () => exportRecording(timeline, redactorOf(kit)),
    bugReport: () => bugReport(kit, timeline),
    stop: () => {
      isStopped = true
      unmount?.()
      recorders.forEach((end) => end())
    },
  }
  // Load the panel here, not at the top of the module: it needs a document, and a server may import this module.
  void import('./panel/mount.tsx').then(({ mountPanel }) => {
    if (!isStopped) unmount = mountPanel({ kit, timeline, ...tools })
  })
  kit.teardown.push(tools.stop)
  return tools
}
