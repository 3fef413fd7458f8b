import { proxy } from 'valtio/vanilla'
import type { Namespace } from '../lib/namespace.ts'

export type ModalState = { open: boolean; loading: boolean; shake: boolean; namespace: Namespace | undefined }

export const createModalState = () =>
  proxy<ModalState>({ open: false, loading: false, shake: false, namespace: undefined })
