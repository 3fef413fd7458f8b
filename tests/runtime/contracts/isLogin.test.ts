import { expect, it } from 'vitest'
import { isLogin } from '../../../runtime/contracts/isLogin.ts'

it.each([
  ['a login', { name: 'alice@example.com', identifier: 'ID_AUTH' }, true],
  ['a login whose name a plugin may not know', { name: '', identifier: 'ID_AUTH' }, true],
  ['a wallet', { name: 'ID_AUTH', identifier: 'org.walletkit.test' }, false],
  ['no account', undefined, false],
])('says of %s whether it confirms in the frame of a login', (_what, connectedWalletInfo, answer) => {
  expect(isLogin({ connectedWalletInfo })).toBe(answer)
})
