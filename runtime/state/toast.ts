import { proxy } from 'valtio/vanilla'

export type ToastVariant = 'success' | 'error' | 'loading'
export type ToastState = {
  message: string
  /** A second line below the message. */
  note: string | undefined
  variant: ToastVariant
  svg: string | undefined
  open: boolean
  autoClose: boolean
}

export const initialToast = (): ToastState => ({
  message: '',
  note: undefined,
  variant: 'success',
  svg: undefined,
  open: false,
  autoClose: true,
})

export const createToastState = () => proxy(initialToast())
