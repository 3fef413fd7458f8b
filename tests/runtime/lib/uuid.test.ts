import { expect, it, onTestFinished, vi } from 'vitest'
import { uuid } from '../../../runtime/lib/uuid.ts'

it('makes version 4 UUIDs, none twice, also where a page without TLS has no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  onTestFinished(() => void vi.unstubAllGlobals())
  const made = Array.from({ length: 1000 }, uuid)
  for (const each of made) expect(each).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(made).size).toBe(1000)
})
