import { proxy } from 'valtio/vanilla'

/** A message for the site's developer, shown above the view until it is closed. */
export type AlertState = { open: boolean; code: string; message: string; variant: 'error' | 'warning' }

export const createAlertState = () => proxy<AlertState>({ open: false, code: '', message: '', variant: 'error' })
