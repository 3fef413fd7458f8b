import { expect } from 'vitest'
import { verifyMessage } from 'viem'
import { until, type Visitor } from '../visitor.ts'
import { ACCOUNT, closed, enter } from './connect.ts'

let visits = 0

/** Logs in with the code of a real mail, and checks that there is an account. */
export async function email(visitor: Visitor): Promise<void> {
  const address = `engine${++visits}@example.com`
  const since = Date.now()
  await enter(visitor)
  await visitor.press(/^Connect Wallet$/)
  await visitor.fill(/^Email$/, address)
  await visitor.press(/^Continue with this email$/)
  await visitor.see(/Confirm Email/)
  const { code = '' } = await visitor.site.sandbox.login.nextMail(address, since)
  await visitor.fill(/^Code of 6 digits$/, code)
  await closed(visitor)
  await visitor.press(ACCOUNT)
  await visitor.see(new RegExp(address.replace('.', '\\.')))
}

type Session = { data: { accountAddress: `0x${string}` }; message: string; signature: `0x${string}` }

/** Signs an EIP-4361 message, and checks that the signature is the account's, for the message that the page stored. */
export async function signIn(visitor: Visitor): Promise<void> {
  await enter(visitor, '?sign-in')
  await visitor.press(/^Connect Wallet$/)
  await visitor.press(/^Test wallet/)
  await visitor.see(/Prove you own this account/)
  await visitor.press(/^Sign$/)
  await closed(visitor)
  const [session] = await until(
    'the session',
    async () => (await visitor.stored<Session[]>('@appkit/siwx')) ?? undefined,
  )
  if (!session) throw new Error('No session is kept')
  const { data, message, signature } = session
  expect(data.accountAddress).toBe(visitor.site.sandbox.accounts[0]?.address)
  expect(await verifyMessage({ address: data.accountAddress, message, signature })).toBe(true)
  expect(message).toContain(`${new URL(visitor.site.url).host} wants you to sign in with your Ethereum account:`)
}
