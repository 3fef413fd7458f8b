/** Requests that end the same session at the same time: what one of them ended, no other brings back. */
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { formatMessage } from '../../../../runtime/siwx/message.ts'
import { createSiwxServer } from '../../../../runtime/siwx/server/createSiwxServer.ts'
import { memoryStore, type Store } from '../../../../runtime/siwx/server/store/memory.ts'

/** A well-known test key. */
const account = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A server whose store writes sessions slowly once `slow` is set, and a browser that is signed in on three networks. */
async function setup() {
  const inner = memoryStore()
  const speed = { slow: false }
  /** Runs once, when the next session is about to be written. */
  const hold: { run?: (() => Promise<unknown>) | undefined } = {}
  const set: Store['set'] = async (key, value, ttl) => {
    const { run } = key.startsWith('session:') ? hold : {}
    if (run) hold.run = undefined
    await run?.()
    if (speed.slow && key.startsWith('session:')) await pause(60)
    return inner.set(key, value, ttl)
  }
  const siwx = createSiwxServer({ domain: 'app.example', store: { get: inner.get, take: inner.take, set } })
  let cookie = ''
  const signIn = async (chainId: `eip155:${number}`) => {
    const data = { accountAddress: account.address, chainId, domain: 'app.example', uri: 'https://app.example' }
    const message = formatMessage({ ...data, version: '1', ...(await siwx.nonce()) })
    const signature = await account.signMessage({ message })
    const signed = await siwx.verify({ message, signature }, { headers: { cookie } })
    return (cookie = signed.cookie.split(';')[0] ?? '')
  }
  for (const id of [1, 10, 137]) await signIn(`eip155:${id}`)
  const request = { headers: { cookie } }
  speed.slow = true
  const signOut = (chainId?: string) =>
    siwx.signOut(request, chainId ? { chainId, address: account.address } : undefined)
  const left = async () => (await siwx.session(request))?.sessions.map(({ data }) => data.chainId)
  const leftOf = async (own: string) =>
    (await siwx.session({ headers: { cookie: own } }))?.sessions.map(({ data }) => data.chainId)
  return { signIn, signOut, left, leftOf, hold }
}

it('a sign-out of everything holds against one of a single account that began before', async () => {
  const { signOut, left } = await setup()
  const one = signOut('eip155:137')
  await pause(20)
  await signOut()
  expect((await one).cookie).toContain('Max-Age=0')
  expect(await left()).toBeUndefined()
})

it('two accounts that are signed out at the same time are both gone, and the third stays', async () => {
  const { signOut, left } = await setup()
  const one = signOut('eip155:137')
  await pause(20)
  await Promise.all([one, signOut('eip155:10')])
  expect(await left()).toEqual(['eip155:1'])
})

it.each([
  [undefined, ['eip155:8453']],
  ['eip155:10', ['eip155:8453', 'eip155:137', 'eip155:1']],
] as const)('a sign-in under way brings nothing back that was signed out meanwhile: %s', async (only, left) => {
  const { signIn, signOut, leftOf, hold } = await setup()
  hold.run = () => signOut(only)
  expect(await leftOf(await signIn('eip155:8453'))).toEqual(left)
})
