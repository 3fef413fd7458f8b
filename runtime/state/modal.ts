import { proxy } from 'valtio/vanilla'
import type { Namespace } from '../lib/namespace.ts'

export type ModalState = { open: boolean; loading: boolean; shake: boolean; namespace: Namespace | undefined }

/** The field that is not listed here starts absent, and reads as undefined. */
export const createModalState = () => proxy({ open: false, loading: false, shake: false } as ModalState)
