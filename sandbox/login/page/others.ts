/** The script of the service's other pages. */
import { runCallback } from './callback.ts'
import { runDashboard } from './dashboard.ts'
import { runDevice } from './device.ts'
import { start } from './start.ts'
import { runUndo } from './undo.ts'

start({ callback: runCallback, device: runDevice, undo: runUndo, dashboard: runDashboard })
