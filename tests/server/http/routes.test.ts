import fc from 'fast-check'
import { expect, it } from 'vitest'
import { routeOf } from '../../../server/http/routes.ts'

it('names what it serves, and nothing that a visitor wrote', () => {
  expect(routeOf('/api/CONNECT_EMAIL?x=1')).toBe('api/CONNECT_EMAIL')
  expect(routeOf('/api/EXPORT')).toBe('api/EXPORT')
  expect(routeOf('/api/someone@example.com')).toBe('api')
  expect(routeOf('/relay?auth=secret')).toBe('relay')
  const names = new Set<string>()
  fc.assert(fc.property(fc.webPath(), (path) => void names.add(routeOf(path))))
  for (const name of names) expect(name).toMatch(/^(other|[a-z.-]+(\/[A-Z_]+)?)$/i)
})
