import { expect, it } from 'vitest'
import { alertOnce } from '../../../runtime/remote/errors.ts'
import { makeKit } from '../../support/kit.ts'

const alerts = (table?: Parameters<typeof alertOnce>[2]) => {
  const kit = makeKit()
  const seen: string[] = []
  kit.events.on('error', ({ code }) => void seen.push(code))
  return { seen, kit, tell: (message: string) => alertOnce(kit, new Error(message), table) }
}

it('shows each known client error as one alert', () => {
  const { seen, kit, tell } = alerts()
  tell('Unauthorized: origin not allowed')
  tell('Unauthorized: origin not allowed')
  expect(kit.state.alert).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED', message: 'Origin Not Allowed' })
  tell('JWT validation error: JWT Token is not yet valid')
  tell('a glitch that nobody knows')
  expect(seen).toEqual(['ORIGIN_NOT_ALLOWED', 'JWT_TOKEN_NOT_VALID'])
})

it('uses an error table that a site can replace, for the whole page [S4.other.06]', () => {
  const { seen, kit, tell } = alerts([{ key: 'QUOTA', matches: /quota/, alert: 'Quota used up' }])
  tell('quota of today')
  tell('quota of today')
  tell('Unauthorized: origin not allowed')
  expect(seen).toEqual(['QUOTA'])
  expect(kit.state.alert).toMatchObject({ message: 'Quota used up' })
  // After another page load, the alert may be shown again.
  expect(alerts([]).seen).toEqual([])
})
