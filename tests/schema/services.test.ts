import { expect, it } from 'vitest'
import { sandboxServices } from '../../schema/services.ts'

it.each([
  ['http://127.0.0.1:4747', 'http://127.0.0.1:4748'],
  ['http://sandbox.test', 'http://sandbox.test:81'],
  ['https://sandbox.test', 'https://sandbox.test:444'],
])('the login service of a sandbox at %s is at the next port, %s', (url, next) => {
  expect(sandboxServices(url).secureSite).toBe(next)
})
