import { proxy } from 'valtio/vanilla'
import type { Namespace } from '../lib/namespace.ts'

export type ModalState = {
  open: boolean
  loading: boolean
  shake: boolean
  namespace: Namespace | undefined
  /**
   * The view that a plugin's guard kept open at the last attempt to close. A third-party plugin's guard cannot keep the
   * same view open twice in a row, so that the visitor can always leave.
   */
  kept: string | undefined
}

/**
 * The fields that are not listed here start absent, and read as undefined. That keeps the page's first script small.
 */
export const createModalState = () => proxy({ open: false, loading: false, shake: false } as ModalState)
