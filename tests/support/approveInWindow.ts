import { expect } from 'vitest'
import type { Visited } from './flow.ts'
import { frameOf } from './login.ts'
import { readRequest } from './readRequest.ts'

/** Opens the request in the window of the login service at this origin, reads it there, and approves it. */
export async function approveInWindow(visit: Visited, service: string): Promise<void> {
  const opening = visit.page.context().waitForEvent('page')
  const open = frameOf(visit).getByRole('button', { name: 'Review in a window', exact: true })
  await open.waitFor()
  await open.click()
  const window = await opening
  expect(new URL(window.url()).origin).toBe(service)
  await readRequest(window)
  const closed = window.waitForEvent('close')
  const approve = window.getByRole('button', { name: 'Approve', exact: true })
  while (!window.isClosed()) {
    await approve.click({ timeout: 2000 }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  await closed
}
