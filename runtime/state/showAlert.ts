import type { AlertState } from '../state/alert.ts'

export function showAlert(
  alert: AlertState,
  { code, message, variant = 'error' }: { code: string; message: string; variant?: AlertState['variant'] },
) {
  Object.assign(alert, { open: true, code, message, variant })
}

export function hideAlert(alert: AlertState) {
  Object.assign(alert, { open: false, code: '', message: '' })
}
