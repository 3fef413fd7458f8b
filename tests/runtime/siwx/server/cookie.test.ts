/** The session's cookie: to which hosts it goes, and over which connections. */
import { expect, it } from 'vitest'
import { createSiwxServer, type SiwxServerOptions } from '../../../../runtime/siwx/server/index.ts'

it('the cookie is for this host only, unless the options name a domain', async () => {
  const cookieFor = async (cookie: NonNullable<SiwxServerOptions['cookie']>) =>
    (await createSiwxServer({ domain: 'app.example', cookie }).signOut({ headers: {} })).cookie
  expect(await cookieFor({})).not.toContain('Domain')
  expect(await cookieFor({ domain: 'app.example' })).toBe(
    'walletkit-siwx=x; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Domain=app.example; Secure',
  )
})

it('the cookie is secure everywhere except on localhost', async () => {
  const isSecure = async (domain: string | string[]) =>
    (await createSiwxServer({ domain }).signOut({ headers: {} })).cookie.includes('; Secure')
  for (const domain of ['localhost', 'localhost:5173', '127.0.0.1:80', '[::1]:3000', 'shop.localhost:3000'])
    expect(await isSecure(domain), domain).toBe(false)
  for (const domain of [
    'app.example',
    'localhost.example',
    'notlocalhost',
    '127.0.0.1.example',
    ['localhost:80', 'app.example'],
  ])
    expect(await isSecure(domain), String(domain)).toBe(true)
})
