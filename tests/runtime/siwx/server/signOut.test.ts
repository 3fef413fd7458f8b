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
  const set: Store['set'] = async (key, value, ttl) => {
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
    cookie = signed.cookie.split(';')[0] ?? ''
  }
  for (const id of [1, 10, 137]) await signIn(`eip155:${id}`)
  const request = { headers: { cookie } }
  speed.slow = true
  const signOut = (chainId?: string) =>
    siwx.signOut(request, chainId ? { chainId, address: account.address } : undefined)
  const left = async () => (await siwx.session(request))?.sessions.map(({ data }) => data.chainId)
  return { signOut, left }
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
