/** Sign-in with Farcaster: the frame asks for it, the sandbox's wallet approves, and the service verifies. */
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { type Claim, signInMessage, type Wanted } from '../../../sandbox/login/farcaster/message.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openBrowser, SITE } from './browser.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().login.clear())

async function begin() {
  const browser = await openBrowser(sandbox())
  const { url } = await browser.must<{ url: string }>('GET_FARCASTER_URI')
  const channel = new URL(url).searchParams.get('farcaster') ?? ''
  const at = `${sandbox().url}/farcaster/${channel}`
  const wanted = (await (await fetch(at)).json()) as Wanted & { people: { fid: number; name: string }[]; site: string }
  const approve = async (message: string, signature: string) => {
    const answer = await fetch(at, { method: 'POST', body: JSON.stringify({ message, signature }) })
    const { reasons } = (await answer.json()) as { reasons?: { description: string }[] }
    return { status: answer.status, why: reasons?.[0]?.description }
  }
  return { browser, url, wanted, approve }
}
const keyOf = (index: number) => privateKeyToAccount(sandbox().accounts[index]?.privateKey ?? '0x')
const claimOf = (index: number, fid = index + 1): Claim => ({
  address: keyOf(index).address,
  fid,
  issuedAt: Date.now(),
})

describe('a sign-in', () => {
  it('is approved by the wallet, and logs in once, to the same account each time', async () => {
    const { browser, url, wanted, approve } = await begin()
    expect(url).toContain(`${sandbox().url}/wallet?farcaster=`)
    expect(wanted).toMatchObject({ domain: new URL(SITE).host, site: SITE })
    const waiting = browser.must('CONNECT_FARCASTER')
    const message = signInMessage(wanted, claimOf(1))
    expect(message).toContain(`${new URL(SITE).host} wants you to sign in with your Ethereum account:`)
    expect(message).toContain('- farcaster://fid/2')
    expect(await approve(message, await keyOf(1).signMessage({ message }))).toMatchObject({ status: 200 })
    expect(await waiting).toEqual({ userName: 'olivia' })
    const user = await browser.user()
    expect(user).toMatchObject({ userName: 'olivia', email: null })
    expect(await approve(message, await keyOf(1).signMessage({ message }))).toMatchObject({ status: 404 })
    expect((await browser.ask('CONNECT_FARCASTER')).status).toBe(400)

    const next = await begin()
    const second = signInMessage(next.wanted, claimOf(1))
    await next.approve(second, await keyOf(1).signMessage({ message: second }))
    // The approval came before the frame asked for it, and is not lost.
    expect(await next.browser.must('CONNECT_FARCASTER')).toEqual({ userName: 'olivia' })
    expect((await next.browser.user()).address).toBe(user.address)
  })

  const tampered: [string, (wanted: Wanted) => [Wanted, Claim], string][] = [
    ['another domain', (w) => [{ ...w, domain: 'evil.example' }, claimOf(0)], 'not the message that was asked for'],
    ['another nonce', (w) => [{ ...w, nonce: 'a'.repeat(32) }, claimOf(0)], 'not the message'],
    ['another address of the service', (w) => [{ ...w, uri: 'https://evil.example' }, claimOf(0)], 'not the message'],
    ['a later end', (w) => [{ ...w, expires: w.expires + 1000 }, claimOf(0)], 'not the message'],
    ['somebody else’s number', (w) => [w, claimOf(0, 2)], 'belongs to somebody else'],
    ['a number that nobody has', (w) => [w, claimOf(0, 99)], 'belongs to somebody else'],
    ['a time to come', (w) => [w, { ...claimOf(0), issuedAt: Date.now() + 600_000 }], 'of the future'],
  ]
  it.each(tampered)('is refused with %s', async (_, change, why) => {
    const { wanted, approve } = await begin()
    const message = signInMessage(...change(wanted))
    const refused = await approve(message, await keyOf(0).signMessage({ message }))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.why).toContain(why)
  })

  it('is refused with another chain, a further resource, or an added line', async () => {
    const { wanted, approve } = await begin()
    const message = signInMessage(wanted, claimOf(0))
    for (const changed of [
      message.replace('Chain ID: 10', 'Chain ID: 1'),
      `${message}\n- https://evil.example`,
      `${message}\n`,
      message.replaceAll('\n', '\r\n'),
    ]) {
      const { status, why } = await approve(changed, await keyOf(0).signMessage({ message: changed }))
      expect([status, why]).toEqual([400, expect.stringMatching(/asked for|not a sign-in message/)])
    }
  })

  it('is refused when another key signed, when it is too old, and for another channel', async () => {
    const { wanted, approve } = await begin()
    const message = signInMessage(wanted, claimOf(0))
    expect(await approve(message, await keyOf(1).signMessage({ message }))).toEqual({
      status: 403,
      why: 'The signature does not fit',
    })
    expect((await approve(message, '0x00')).status).toBe(403)
    const other = await begin()
    expect((await other.approve(message, await keyOf(0).signMessage({ message }))).why).toContain('not the message')
    sandbox().login.set({ advance: 600_001 })
    expect((await approve(message, await keyOf(0).signMessage({ message }))).why).toContain('has ended')
  })
})
