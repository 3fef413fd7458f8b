import { type NextRequest, NextResponse } from 'next/server'
import csp from './generated/csp.json'

/** Sends the policy that `walletkit csp` prints, with Next's additions: see README.md. */
export function proxy(request: NextRequest) {
  // Next's development server evaluates text and injects styles, which a strict policy would block.
  if (process.env.NODE_ENV === 'development') return NextResponse.next()
  const policy = policyOf(btoa(crypto.randomUUID()))
  // Next reads the nonce from the request's policy and adds it to each script.
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

const policyOf = (nonce: string) => [csp.policy, `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`].join('; ')

export const config = {
  matcher: [
    {
      source: '/((?!_next/static|_next/image|favicon.ico).*)',
      missing: [
        { type: 'header', key: 'next-router-prefetch' },
        { type: 'header', key: 'purpose', value: 'prefetch' },
      ],
    },
  ],
}
