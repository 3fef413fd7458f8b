/** The script of all pages of the service except the frame and its review window. */
import { runCallback } from './callback.ts'
import { runDashboard } from './dashboard.ts'
import { runDevice } from './device.ts'
import { runFailed } from './failed.ts'
import { pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'
import { refusedText } from './refused.ts'
import { start } from './start.ts'
import { runUndo } from './undo.ts'

const t = pageText(pagesMessages)

start(
  {
    callback: { title: () => t('page.callback'), run: runCallback },
    device: { title: () => t('page.device'), run: runDevice },
    undo: { title: () => t('page.undo'), run: runUndo },
    dashboard: { title: () => t('page.dashboard'), run: runDashboard },
    failed: { title: () => t('page.failed'), run: runFailed },
  },
  refusedText,
)
