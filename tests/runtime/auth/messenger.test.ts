import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMessenger, TIMED } from '../../../runtime/auth/messenger.ts'
import { type MessageName, MESSAGES } from '../../../runtime/auth/messages.ts'

type Sent = { type: string; id?: string; payload?: unknown }
const make = (options: Partial<Parameters<typeof createMessenger>[0]> = {}) => {
  const sent: Sent[] = []
  const messenger = createMessenger({ send: (message) => void sent.push(message), ...options })
  return { sent, messenger, hear: messenger.hear }
}
const ready = (options?: Parameters<typeof make>[0]) => {
  const made = make(options)
  made.messenger.ready()
  return made
}
const success = (name: MessageName, id: string | undefined, payload?: unknown) => ({
  type: `@w3m-frame/${name}_SUCCESS`,
  ...(id !== undefined && { id }),
  payload,
})
const error = (name: MessageName, id: string | undefined, payload?: unknown) => ({
  ...success(name, id, payload),
  type: `@w3m-frame/${name}_ERROR`,
})

const USER = { address: '0xabc', chainId: 1 }
/** A payload and an answer for each message. */
const SAMPLES: { [N in MessageName]: [asks: unknown, answers: unknown] } = {
  SWITCH_NETWORK: [{ chainId: 137 }, { chainId: 137 }],
  CONNECT_EMAIL: [{ email: 'a@b.co' }, { action: 'VERIFY_OTP' }],
  CONNECT_DEVICE: [undefined, undefined],
  CONNECT_OTP: [{ otp: '123456' }, undefined],
  GET_SOCIAL_REDIRECT_URI: [{ provider: 'google' }, { uri: 'https://login.example/go' }],
  CONNECT_SOCIAL: [{ uri: 'https://login.example/back' }, USER],
  GET_FARCASTER_URI: [undefined, { url: 'https://farcaster.example/1' }],
  CONNECT_FARCASTER: [undefined, { userName: 'alice' }],
  GET_USER: [{ chainId: 1, preferredAccountType: 'eoa' }, USER],
  SIGN_OUT: [undefined, undefined],
  IS_CONNECTED: [{ token: 't' }, { isConnected: true }],
  GET_CHAIN_ID: [undefined, { chainId: 1 }],
  RPC_REQUEST: [{ method: 'eth_chainId' }, '0x1'],
  UPDATE_EMAIL: [{ email: 'n@x.io' }, { action: 'VERIFY_PRIMARY_OTP' }],
  UPDATE_EMAIL_PRIMARY_OTP: [{ otp: '1' }, undefined],
  UPDATE_EMAIL_SECONDARY_OTP: [{ otp: '2' }, { newEmail: 'n@x.io' }],
  SYNC_THEME: [{ themeMode: 'dark' }, undefined],
  SYNC_DAPP_DATA: [{ projectId: 'p' }, undefined],
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: [undefined, { smartAccountEnabledNetworks: [1, 10] }],
  INIT_SMART_ACCOUNT: [undefined, { address: '0x1', isDeployed: false }],
  SET_PREFERRED_ACCOUNT: [{ type: 'eoa' }, { type: 'eoa', address: '0x1' }],
  RELOAD: [undefined, undefined],
}
const NAMES = Object.keys(MESSAGES) as MessageName[]

describe('a request', () => {
  it.each(NAMES)('%s resolves with its success and rejects with its error [S7.frame.01]', async (name) => {
    const { sent, messenger, hear } = ready()
    const [asks, answers] = SAMPLES[name]
    const good = messenger.ask(name, asks as never)
    expect(sent[0]).toEqual({
      type: `@w3m-app/${name}`,
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      ...(asks !== undefined && { payload: asks }),
    })
    hear(success(name, sent[0]?.id, answers))
    expect(await good).toEqual(answers)
    const bad = messenger.ask(name, asks as never)
    hear(error(name, sent[1]?.id, { message: 'Not now' }))
    await expect(bad).rejects.toThrow('Not now')
  })

  it('receives its own answer, in whatever order answers arrive [S7.frame.02]', async () => {
    const { sent, messenger, hear } = ready()
    const [one, two] = [messenger.ask('GET_CHAIN_ID'), messenger.ask('GET_CHAIN_ID')]
    expect(sent[0]?.id).not.toBe(sent[1]?.id)
    hear(success('GET_CHAIN_ID', sent[1]?.id, { chainId: 2 }))
    hear(success('GET_CHAIN_ID', sent[0]?.id, { chainId: 1 }))
    expect(await Promise.all([one, two])).toEqual([{ chainId: 1 }, { chainId: 2 }])
  })

  it('waits until the frame is ready, and is sent once [S4.embed.15]', async () => {
    const { sent, messenger, hear } = make()
    const waiting = messenger.ask('GET_CHAIN_ID')
    expect(sent).toEqual([])
    messenger.ready()
    expect(sent).toHaveLength(1)
    hear(success('GET_CHAIN_ID', sent[0]?.id, { chainId: 1 }))
    expect(await waiting).toEqual({ chainId: 1 })
    messenger.ready()
    expect(sent).toHaveLength(1)
  })

  it(`rejects with the frame's text, or with 'An error occurred' [S8.frame.01] [S8.frame.02]`, async () => {
    const { sent, messenger, hear } = ready()
    for (const [payload, text] of [
      [{ message: 'Invalid code' }, 'Invalid code'],
      [{}, 'An error occurred'],
      [undefined, 'An error occurred'],
      [{ message: 7 }, 'An error occurred'],
      [{ message: '' }, 'An error occurred'],
    ] as const) {
      const asked = messenger.ask('CONNECT_OTP', { otp: '1' })
      hear(error('CONNECT_OTP', sent.at(-1)?.id, payload))
      await expect(asked).rejects.toThrow(new RegExp(`^${text}$`))
    }
  })

  it('to the wallet rejects with the code that the frame names, as a number', async () => {
    const { sent, messenger, hear } = ready()
    for (const [code, expected] of [
      [5700, 5700],
      [-32602, -32602],
      ['5700', 'FRAME'],
      [undefined, 'FRAME'],
    ] as const) {
      const asked = messenger.ask('RPC_REQUEST', { method: 'wallet_sendCalls' })
      hear(error('RPC_REQUEST', sent.at(-1)?.id, { message: 'No', code }))
      await expect(asked).rejects.toMatchObject({ message: 'No', code: expected })
    }
    const login = messenger.ask('CONNECT_OTP', { otp: '1' })
    hear(error('CONNECT_OTP', sent.at(-1)?.id, { message: 'No', code: 4100 }))
    await expect(login).rejects.toMatchObject({ message: 'No', code: 'FRAME' })
  })

  it('is checked against the message table before it is sent', () => {
    const { sent, messenger } = ready()
    return expect(messenger.ask('CONNECT_EMAIL', { email: 'abc' }))
      .rejects.toThrow('CONNECT_EMAIL.email: expected email')
      .then(() => expect(sent).toEqual([]))
  })

  it('ignores answers with another id, another name or outside the table', async () => {
    const { sent, messenger, hear } = ready()
    const asked = messenger.ask('GET_CHAIN_ID')
    const id = sent[0]?.id
    hear(success('GET_CHAIN_ID', 'ffff', { chainId: 6 }))
    hear(success('GET_CHAIN_ID', undefined, { chainId: 6 }))
    hear(success('IS_CONNECTED', id, { isConnected: true }))
    hear({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS_', id: id ?? '', payload: { chainId: 6 } })
    hear(success('GET_CHAIN_ID', id, { chainId: 1 }))
    hear(success('GET_CHAIN_ID', id, { chainId: 7 }))
    expect(await asked).toEqual({ chainId: 1 })
    const odd = messenger.ask('GET_CHAIN_ID')
    hear(success('GET_CHAIN_ID', sent[1]?.id, { chainId: null }))
    await expect(odd).rejects.toThrow('An error occurred')
  })
})

describe('an abort', () => {
  it(`rejects a request to the wallet with 'Request was aborted', others with 'Something went wrong' [S8.frame.03] [S8.frame.04] [S6.abort.01]`, async () => {
    const { sent, messenger, hear } = ready()
    const rpc = messenger.ask('RPC_REQUEST', { method: 'personal_sign' })
    const email = messenger.ask('CONNECT_EMAIL', { email: 'a@b.co' })
    const ended = Promise.all([
      expect(rpc).rejects.toMatchObject({ message: 'Request was aborted', code: 4001 }),
      expect(email).rejects.toThrow(/^Something went wrong$/),
    ])
    messenger.abort()
    await ended
    expect(sent.at(-1)).toEqual({ type: '@w3m-app/RPC_ABORT', id: sent[0]?.id })
    hear(success('RPC_REQUEST', sent[0]?.id, '0xlate'))
  })
})

describe('a request that the person has approved', () => {
  const SEND = { method: 'eth_sendTransaction', params: [{ to: '0x1' }] }
  const HASH = `0x${'ab'.repeat(32)}`
  const approved = (asks: { method: string } = SEND, answered: unknown[] = []) => {
    const made = ready({ onAnswer: (...call) => answered.push(call) })
    const asked = made.messenger.ask('RPC_REQUEST', asks)
    const id = made.sent[0]?.id ?? ''
    const approve = () => made.hear({ type: '@w3m-frame/RPC_APPROVED', id })
    return { ...made, asked, id, approve, answered }
  }

  it('is not rejected when the visitor leaves: it settles with the response', async () => {
    const { messenger, hear, asked, id, approve } = approved()
    approve()
    messenger.abort()
    hear(success('RPC_REQUEST', id, HASH))
    expect(await asked).toBe(HASH)
  })

  it('is not rejected when the abort and the approval cross', async () => {
    const { messenger, hear, asked, id, approve } = approved()
    messenger.abort()
    approve()
    await new Promise((resolve) => setTimeout(resolve, 600))
    hear(success('RPC_REQUEST', id, HASH))
    expect(await asked).toBe(HASH)
  })

  it('rejects as uncertain when the frame reloads, is removed or fails', async () => {
    for (const end of ['ready', 'gone', 'fail'] as const) {
      const { messenger, asked, approve } = approved()
      approve()
      if (end === 'fail') messenger.abort(undefined, new Error('The frame failed'))
      else messenger[end]()
      await expect(asked, end).rejects.toMatchObject({ code: 'TX_UNCERTAIN' })
    }
  })

  it('that sends nothing rejects as aborted when the frame reloads', async () => {
    const { messenger, asked, approve } = approved({ method: 'personal_sign' })
    approve()
    messenger.ready()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('rejects at once with the abort when the frame says that it was not approved', async () => {
    const { messenger, hear, asked, id } = approved()
    messenger.abort()
    hear(error('RPC_REQUEST', id, { message: 'Request was aborted' }))
    await expect(asked).rejects.toMatchObject({ message: 'Request was aborted', code: 4001 })
  })

  it('by a service that never says so: the late response is still passed on', async () => {
    const { messenger, hear, asked, id, answered } = approved()
    messenger.abort()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
    hear(success('RPC_REQUEST', id, HASH))
    expect(answered).toEqual([['RPC_REQUEST', SEND, HASH]])
  })
})

describe('the frame', () => {
  it('that reloads rejects earlier requests, resolves a reload, and receives the waiting requests', async () => {
    const { sent, messenger } = ready()
    const [lost, reload] = [messenger.ask('GET_CHAIN_ID'), messenger.ask('RELOAD')]
    messenger.ready()
    await expect(lost).rejects.toThrow('Something went wrong')
    await reload
    expect(sent).toHaveLength(2)
  })

  it('that is removed leaves new requests waiting for the next frame', () => {
    const { sent, messenger } = ready()
    messenger.gone()
    void messenger.ask('GET_CHAIN_ID').catch(() => undefined)
    expect(sent).toHaveLength(0)
    messenger.ready()
    expect(sent).toHaveLength(1)
  })

  it('reports a new login token', () => {
    const tokens: string[] = []
    const { hear } = ready({ onSession: (token) => tokens.push(token) })
    hear({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 'new' } })
    hear({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 7 } })
    expect(tokens).toEqual(['new'])
  })
})

describe('a timeout', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['CONNECT_EMAIL', '[S9.time.01]'],
    ['CONNECT_DEVICE', '[S9.time.02]'],
    ['CONNECT_OTP', '[S9.time.03]'],
    ['CONNECT_SOCIAL', '[S9.time.04]'],
    ['GET_SOCIAL_REDIRECT_URI', '[S9.time.05]'],
  ] as const)('rejects %s after 30000 ms, including the wait for the frame %s', async (name, _row) => {
    for (const begin of [make, ready]) {
      const { messenger } = begin()
      let ended: unknown
      messenger.ask(name, SAMPLES[name][0] as never).catch((reason: unknown) => (ended = reason))
      await vi.advanceTimersByTimeAsync(29_999)
      expect(ended).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      expect(ended).toMatchObject({ message: 'Something went wrong' })
    }
  })

  it('calls the handler once, and the late answer is ignored [S9.time.06]', async () => {
    const told: string[][] = []
    const { sent, messenger, hear } = ready({ onTimeout: (...call) => told.push(call) })
    const asked = messenger.ask('CONNECT_OTP', { otp: '1' })
    const ended = expect(asked).rejects.toThrow(/^Something went wrong$/)
    await vi.advanceTimersByTimeAsync(30_000)
    await ended
    hear(success('CONNECT_OTP', sent[0]?.id))
    hear(error('CONNECT_OTP', sent[0]?.id, { message: 'late' }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([['CONNECT_OTP', 'Something went wrong']])
  })

  it('of a wait for the mailed link ends that wait in the frame, and so does an abort', async () => {
    const { sent, messenger } = ready()
    const wait = () => messenger.ask('CONNECT_DEVICE').catch(() => undefined)
    const first = wait()
    await vi.advanceTimersByTimeAsync(30_000)
    await first
    const second = wait()
    const farcaster = messenger.ask('CONNECT_FARCASTER').catch(() => undefined)
    messenger.abort()
    await Promise.all([second, farcaster])
    const aborts = sent.filter(({ type }) => type === '@w3m-app/RPC_ABORT').map(({ id }) => id)
    expect(aborts).toEqual(sent.filter(({ type }) => /CONNECT_(DEVICE|FARCASTER)$/.test(type)).map(({ id }) => id))
    expect(aborts).toHaveLength(3)
    // A code that arrives late may still log the frame in, so its request goes on.
    const otp = messenger.ask('CONNECT_OTP', { otp: '1' }).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(30_000)
    await otp
    expect(sent.at(-1)?.type).toBe('@w3m-app/CONNECT_OTP')
  })

  it('affects no other request, and an answer clears its timer', async () => {
    const { sent, messenger, hear } = ready()
    // Files of one process share its timers, so only the difference counts.
    const before = vi.getTimerCount()
    for (const name of NAMES.filter((each) => !TIMED.has(each)))
      void messenger.ask(name, SAMPLES[name][0] as never).catch(() => undefined)
    expect(vi.getTimerCount()).toBe(before)
    const asked = messenger.ask('CONNECT_OTP', { otp: '1' })
    expect(vi.getTimerCount()).toBe(before + 1)
    hear(success('CONNECT_OTP', sent.at(-1)?.id))
    await asked
    expect(vi.getTimerCount()).toBe(before)
  })
})

describe('a request that the visitor approves in the frame', () => {
  it('reports that the frame waits, for its own id only, and tells the frame when the page gives up', async () => {
    const { sent, messenger, hear } = ready()
    let shown = 0
    const asked = messenger.ask('UPDATE_EMAIL', { email: 'n@x.io' }, () => shown++)
    const id = sent[0]?.id
    hear({ type: '@w3m-frame/APPROVAL', payload: { id: 'other' } })
    hear({ type: '@w3m-frame/APPROVAL' })
    expect(shown).toBe(0)
    hear({ type: '@w3m-frame/APPROVAL', payload: { id } })
    expect(shown).toBe(1)
    messenger.abort()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
    expect(sent.at(-1)).toEqual({ type: '@w3m-app/RPC_ABORT', id })
  })
})
