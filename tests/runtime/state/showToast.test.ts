import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideToast, showError, showLoading, showSuccess, TOAST_REOPEN_DELAY } from '../../../runtime/state/showToast.ts'
import { createToastState } from '../../../runtime/state/toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('opens at once with its message [S3.toast.01] [S4.toast.01]', () => {
  const toast = createToastState()
  showSuccess(toast, 'Hi')
  expect(toast).toMatchObject({ open: true, message: 'Hi' })
  hideToast(toast)
  showError(toast, 'No')
  expect(toast).toMatchObject({ open: true, message: 'No' })
  // A second toast brings its own message and variant.
  showSuccess(toast, 'Yes')
  vi.advanceTimersByTime(TOAST_REOPEN_DELAY)
  expect(toast).toMatchObject({ open: true, message: 'Yes', variant: 'success' })
})

it('has three variants [S3.toast.02]', () => {
  const variants = [showSuccess, showError, showLoading].map((show) => {
    const toast = createToastState()
    show(toast, 'a')
    return toast.variant
  })
  expect(variants).toEqual(['success', 'error', 'loading'])
})

it('carries an icon [S3.toast.03]', () => {
  const toast = createToastState()
  showSuccess(toast, 'Copied', 'copy')
  expect(toast.svg).toBe('copy')
})

it('opens and hides [S3.toast.04]', () => {
  const toast = createToastState()
  showSuccess(toast, 'a')
  expect(toast.open).toBe(true)
  hideToast(toast)
  expect(toast.open).toBe(false)
})

it('closes, then comes back with the new message after 150 ms [S4.toast.02]', () => {
  const toast = createToastState()
  showSuccess(toast, 'a')
  showError(toast, 'b')
  expect(toast.open).toBe(false)
  expect(TOAST_REOPEN_DELAY).toBe(150)
  vi.advanceTimersByTime(149)
  expect(toast.open).toBe(false)
  vi.advanceTimersByTime(1)
  expect(toast).toMatchObject({ open: true, message: 'b', variant: 'error' })
})

it('shows only the newest of several that came while it was closed', () => {
  const toast = createToastState()
  showSuccess(toast, 'a')
  showSuccess(toast, 'b')
  showSuccess(toast, 'c')
  vi.advanceTimersByTime(1000)
  expect(toast.message).toBe('c')
})

it('forgets everything on hide [S4.toast.03]', () => {
  const toast = createToastState()
  showLoading(toast, 'a')
  expect(toast.autoClose).toBe(false)
  hideToast(toast)
  expect(toast).toEqual({ open: false, variant: 'success', autoClose: true, message: '', svg: undefined })
})
