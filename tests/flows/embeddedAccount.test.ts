/** The embedded wallet's account: network, account type, the frame's look, Solana, and sign-in. */
import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { account, asEoa, asks, gone, request, someone, toast, useEmbedded } from '../support/embeddedPage.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { LIVES, MESSAGE } from '../support/lives.ts'
import { approve, frameOf, titled, useLogin } from '../support/login.ts'

const flow = useFlow()
const { visitLogin, receive, enter } = useLogin(flow)
const { signedIn, client } = useEmbedded(flow)

/** A script that records the messages that the page sends through ports. */
const LISTEN = `globalThis.posted = []
const { postMessage } = MessagePort.prototype
MessagePort.prototype.postMessage = function (message, ...rest) {
  posted.push(JSON.parse(JSON.stringify(message)))
  return postMessage.call(this, message, ...rest)
}`
const posted = ({ page }: Visited, name: string) =>
  page.evaluate(
    (type) =>
      (globalThis as unknown as { posted: ({ type: string; payload: Record<string, unknown> } | null)[] }).posted
        .filter((each) => each?.type === type)
        .map((each) => each?.payload),
    `@w3m-app/${name}`,
  )

describe('the account screen', () => {
  it('switches the network, and informs the frame [S1.embed.12]', async () => {
    const visit = await signedIn({ script: LISTEN })
    const [, second] = flow.sandbox().chains
    await visit.open()
    await visit.button(/Sandbox One/).click()
    await visit.modal.getByRole('button', { name: second?.name ?? '' }).click()
    await expect.poll(() => visit.page.evaluate(() => kit.getChainId())).toBe(second?.id)
    expect(await posted(visit, 'SWITCH_NETWORK')).toEqual([{ chainId: second?.id }])
    const chain = await request(visit, 'eth_chainId', [])
    expect(Number(await chain())).toBe(second?.id)
  })

  it('switches between the two accounts [S1.embed.13]', async () => {
    const visit = await signedIn({ script: LISTEN })
    const before = await account(visit)
    await visit.open()
    await visit.modal.getByRole('tab', { name: 'Standard' }).click()
    await expect.poll(async () => (await account(visit)).address).not.toBe(before.address)
    expect(await posted(visit, 'SET_PREFERRED_ACCOUNT')).toEqual([{ type: 'eoa' }])
    const { address = '' } = await account(visit)
    await visit.modal
      .getByText(`${address.slice(0, 6)}…${address.slice(-4)}`)
      .first()
      .waitFor()
    await visit.modal.getByRole('tab', { name: 'Standard', selected: true }).waitFor()
    // The address has no contract, because it is that of the key.
    expect(await client().getCode({ address: address as Hex })).toBeUndefined()
    await visit.modal.getByRole('tab', { name: 'Smart account' }).click()
    await expect.poll(async () => (await account(visit)).address).toBe(before.address)
  })

  it('sends the page’s theme to the frame [S7.frame.23]', async () => {
    const visit = await signedIn({ script: LISTEN })
    await visit.page.evaluate(() => kit.setThemeMode('dark'))
    await expect
      .poll(async () => (await posted(visit, 'SYNC_THEME')).at(-1))
      .toMatchObject({ themeMode: 'dark', w3mThemeVariables: { '--w3m-background': '#17181c' } })
    await frameOf(visit).locator(':root[data-theme=dark]').waitFor({ state: 'attached' })
  })
})

describe('Solana', () => {
  const alone: Visit = { namespaces: ['solana'], config: { networks: [] } }

  it('signs a message, and sends what the modal showed', async () => {
    const visit = await signedIn(alone)
    const { address } = await visit.page.evaluate(() => kit.getAccount('solana'))
    const signing = LIVES.solana.sign(visit, address ?? '')
    await asks(visit)
    await visit.modal.getByText(MESSAGE).waitFor()
    await approve(visit)
    await signing
    await gone(visit)
    const own = { ...flow.sandbox().solana, accounts: [{ address: address ?? '', secretKey: '' }] }
    const sending = LIVES.solana.send?.(visit, { ...flow.sandbox(), solana: own })
    await asks(visit)
    await visit.modal.getByText('0.012345678 SOL', { exact: true }).waitFor()
    await approve(visit)
    await sending
  })
})

describe('a required sign-in', () => {
  it('is signed in the frame, and the modal stays open until then [S4.siwx.08]', async () => {
    const visit = await visitLogin({ siwx: true, config: { siwx: true, features: { email: {} } } })
    await enter(visit, await receive(visit, someone()))
    await titled(visit, 'Sign In')
    await visit.button('Sign').click()
    await asks(visit)
    await visit.modal.getByText('wants you to sign in with your').waitFor()
    for (const leave of [
      () => visit.page.keyboard.press('Escape'),
      () => visit.page.mouse.click(8, 8),
      () => visit.button('Close').click(),
    ]) {
      await leave()
      await visit.page.locator('[data-walletkit] .card[data-shake]').waitFor()
      await visit.page.locator('[data-walletkit] .card:not([data-shake])').waitFor()
      expect(await visit.title.innerText()).toBe('Approve Transaction')
    }
    await approve(visit)
    await gone(visit)
    const [session] = await visit.page.evaluate(
      () => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]') as { message: string; signature: Hex }[],
    )
    const { address } = await account(visit)
    const { message = '', signature = '0x' } = session ?? {}
    expect(await client().verifyMessage({ address: address as Hex, message, signature })).toBe(true)
  })

  it('can be left by going back', async () => {
    const visit = await visitLogin({ siwx: true, config: { siwx: true, features: { email: {} } } })
    await enter(visit, await receive(visit, someone()))
    await titled(visit, 'Sign In')
    await visit.button('Sign').click()
    await asks(visit)
    await visit.button('Back').click()
    await titled(visit, 'Sign In')
    await toast(visit, 'Signature declined')
  })
})

describe('a site that accepts only the signatures of keys', () => {
  /** A site whose server refuses all signatures but those of 65 bytes. */
  const KEYS_ONLY = `globalThis.overrides = {
    siwx: {
      createMessage: async (input) => ({ ...input, toString: () => 'Sign in, ' + input.accountAddress }),
      addSession: async ({ signature }) => {
        if (signature.length !== 132) throw new Error('Invalid signature length')
      },
      revokeSession: async () => undefined,
      setSessions: async () => undefined,
      getSessions: async () => [],
      getRequired: () => true,
    },
  }`
  const signIn = async (visit: Visited) => {
    await enter(visit, await receive(visit, someone()))
    await titled(visit, 'Sign In')
    await visit.button('Sign').click()
    await asks(visit)
    await approve(visit)
  }
  it('warns that smart accounts might not be supported [S8.user.06]', async () => {
    const visit = await visitLogin({ siwx: true, script: KEYS_ONLY })
    await signIn(visit)
    await toast(visit, 'This application might not support Smart Accounts')
    await titled(visit, 'Sign In')
  })

  it('accepts the plain account', async () => {
    const visit = await visitLogin({ siwx: true, script: KEYS_ONLY, ...asEoa })
    await signIn(visit)
    await gone(visit)
  })
})
