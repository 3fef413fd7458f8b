/** The script of the service's other pages. */
import { runCallback } from './callback.ts'
import { runDashboard } from './dashboard.ts'
import { runDevice } from './device.ts'
import { start } from './start.ts'

start({ callback: runCallback, device: runDevice, dashboard: runDashboard })
