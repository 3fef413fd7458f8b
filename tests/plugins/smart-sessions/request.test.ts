import { expect, it } from 'vitest'
import { requestSession } from '../../../plugins/smart-sessions/request.ts'

it('rejects if the modal cannot be loaded, because nobody can answer then', async () => {
  const offline = new TypeError('Failed to fetch dynamically imported module')
  const kit = { open: () => Promise.reject(offline) }
  await expect(requestSession(kit, { expiry: 1_900_000_000, permissions: [] })).rejects.toBe(offline)
})
