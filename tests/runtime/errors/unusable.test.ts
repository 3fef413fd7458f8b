import { expect, it } from 'vitest'
import { isNotSetUp } from '../../../runtime/errors/unusable.ts'

it.each([
  new Error('Talisman extension has not been configured yet. Please continue with onboarding.'),
  { code: -32603, message: 'The wallet is not initialized' },
  { message: 'Internal', data: { originalError: { message: 'Wallet not set up' } } },
  'not onboarded',
])('a wallet that is not set up says so: %j', (error) => expect(isNotSetUp(error)).toBe(true))

it.each([
  new Error('User rejected the request.'),
  new Error('The requested account has not been authorized by the user.'),
  { code: -32603, message: 'Internal JSON-RPC error.' },
  'The network is not available',
  undefined,
])('other failures do not: %j', (error) => expect(isNotSetUp(error)).toBe(false))
