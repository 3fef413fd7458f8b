/** The login with Farcaster: a local relay, the sandbox's real chain with an id registry, and real keys. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testAccounts } from '../../../sandbox/accounts.ts'
import { createChannels } from '../../../sandbox/login/farcaster/channels.ts'
import { signInMessage } from '../../../sandbox/login/farcaster/message.ts'
import { verify } from '../../../sandbox/login/farcaster/verify.ts'
import { memoryTransient } from '../../../sandbox/login/transient.ts'
import { ID_REGISTRY } from '../../../server/config/farcaster.ts'
import { openFarcaster } from '../../../server/social/farcaster.ts'
import { openSqlite } from '../../../server/store/sqlite.ts'
import { sqlTransient } from '../../../server/store/sqlTransient.ts'
import { chainClients } from '../../sandbox/chain.ts'
import { contractWallet, revertingWallet } from '../../support/contractWallet.ts'
import { appMessage, startFarcasterRelay } from '../../support/farcasterRelay.ts'
import { deployIdRegistry } from '../../support/idRegistry.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { rpc } from '../../support/trickToken.ts'

const URL_OF_SERVICE = 'https://login.example.com'
const keyAt = (index: number) => privateKeyToAccount(testAccounts[index]?.privateKey ?? '0x')
/** Ada has the number 7, Bob 8, a contract 9, one that reverts 10, and Eve none. */
const [ada, bob, eve, owner] = [keyAt(1), keyAt(2), keyAt(3), keyAt(4)] as const
const sandbox = useSandbox()

let relay: Awaited<ReturnType<typeof startFarcasterRelay>>
let config: { rpc: string; url: string; registry: Hex }
let wallet: Hex
let reverting: Hex
beforeAll(async () => {
  relay = await startFarcasterRelay()
  const clients = chainClients(sandbox(), 31337, testAccounts[0]?.privateKey ?? '0x')
  wallet = await clients.deploy(contractWallet.abi, contractWallet.bytecode, [owner.address])
  reverting = await clients.deploy([], revertingWallet.bytecode, [])
  const registry = await deployIdRegistry(sandbox(), [
    [ada.address, 7],
    [bob.address, 8],
    [wallet, 9],
    [reverting, 10],
  ])
  config = { rpc: sandbox().chains[0]?.rpcUrl ?? '', url: relay.url, registry }
})
afterAll(() => relay.close())
let ahead = 0
afterEach(() => {
  ahead = 0
  relay.faults = {}
})
const now = () => Date.now() + ahead

const frameOf = (id: string, origin = 'https://shop.example.com') => ({ id, origin, projectId: 'p', ip: '192.0.2.1' })
const stay = new AbortController().signal
/** A service of one process, without the pause between two questions. */
const serve = (transient = memoryTransient(now), more: Partial<typeof config> = {}) =>
  createChannels({
    network: { ...openFarcaster({ ...config, ...more }), every: 0 },
    url: URL_OF_SERVICE,
    transient,
    now,
  })

type Lies = Partial<Parameters<typeof appMessage>[1]>
/** Opens a sign-in and answers it in the app, by Ada with her number unless a test lies. */
async function answered(lies: Lies = {}, { signer = ada, change = (text: string) => text } = {}) {
  const channels = serve()
  const frame = frameOf('one')
  const link = await channels.open(frame)
  const fid = lies.fid ?? 7
  const message = change(appMessage(relay.paramsOf(link), { address: ada.address, fid, ...lies }))
  relay.authenticate(link, { message, signature: await signer.signMessage({ message }), fid })
  return { channels, frame, link, wait: () => channels.wait(frame, stay) }
}

describe('a login', () => {
  it('asks for a signature in the name of the site, and says whose number it is, once', async () => {
    const { channels, frame, link, wait } = await answered()
    expect(link).toMatch(/^https:\/\/farcaster\.xyz\/~\/siwf\?channelToken=\w{8}$/)
    expect(relay.paramsOf(link)).toMatchObject({ siweUri: `${URL_OF_SERVICE}/`, domain: 'shop.example.com' })
    expect(await wait()).toEqual({ fid: 7, name: '!7' })
    await expect(channels.wait(frame, stay)).rejects.toThrow('Ask for a code first')
  })

  it('waits for the app, and ends when the visitor leaves, after whom the next request goes on', async () => {
    const channels = serve()
    const [frame, left] = [frameOf('one'), new AbortController()]
    const link = await channels.open(frame)
    const first = channels.wait(frame, left.signal)
    setTimeout(() => left.abort(), 700)
    await expect(first).rejects.toThrow('Nobody waits any more')
    const questions = relay.asked.length
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(relay.asked).toHaveLength(questions)
    const second = channels.wait(frame, stay)
    const message = appMessage(relay.paramsOf(link), { address: bob.address, fid: 8 })
    relay.authenticate(link, { message, signature: await bob.signMessage({ message }), fid: 8 })
    expect(await second).toEqual({ fid: 8, name: '!8' })
  })

  it('keeps what the relay tells after the visitor has left, for the request that it tells nothing', async () => {
    const channels = serve()
    const [frame, left] = [frameOf('one'), new AbortController()]
    const link = await channels.open(frame)
    const message = appMessage(relay.paramsOf(link), { address: ada.address, fid: 7 })
    const signed = JSON.stringify({ state: 'completed', message, signature: await ada.signMessage({ message }) })
    const answers: [ms: number, status: number, body: string][] = [
      [100, 200, signed],
      [400, 401, '{"error":"Unauthorized"}'],
    ]
    relay.faults = {
      status(response) {
        const [ms, status, body] = answers.shift() ?? [0, 500, '']
        setTimeout(() => response.writeHead(status).end(body), ms)
      },
    }
    const [first, second] = [channels.wait(frame, left.signal), channels.wait(frame, stay)]
    setTimeout(() => left.abort(), 50)
    await expect(first).rejects.toThrow('Nobody waits any more')
    expect(await second).toEqual({ fid: 7, name: '!7' })
  })

  it.each<[string, Lies, (text: string) => string]>([
    ['times without ms', {}, (text) => text.replace(/^(Issued At: .*)\.\d{3}Z$/m, '$1Z')],
    ['times of another zone', {}, (text) => text.replace(/^(Expiration Time: .*)Z$/m, '$1+00:00')],
    ['the kind of its key', { resources: ['farcaster://fid/7', 'farcaster://signer/type/custody'] }, (text) => text],
  ])('takes a message with %s', async (_, lies, change) => {
    expect(await (await answered(lies, { change })).wait()).toEqual({ fid: 7, name: '!7' })
  })

  it('takes a contract as the custody address by its own word (ERC-1271), and only for its signature', async () => {
    const lies = { address: wallet, fid: 9 }
    expect(await (await answered(lies, { signer: owner })).wait()).toEqual({ fid: 9, name: '!9' })
    await expect((await answered(lies, { signer: eve })).wait()).rejects.toThrow('The signature does not fit')
    const other = { address: reverting, fid: 10 }
    await expect((await answered(other, { signer: owner })).wait()).rejects.toThrow('The signature does not fit')
  })
})

describe('is refused:', () => {
  it.each<[string, Lies, string]>([
    ['another domain', { domain: 'evil.example' }, 'not the message that was asked for'],
    ['another uri', { uri: 'https://evil.example' }, 'not the message that was asked for'],
    ['another nonce', { nonce: 'a'.repeat(32) }, 'not the message that was asked for'],
    ['another chain', { chainId: 1 }, 'not the message that was asked for'],
    ['another statement', { statement: 'Give me all' }, 'not the message that was asked for'],
    ['a later end', { expirationTime: new Date(Date.now() + 86_400_000) }, 'not the message that was asked for'],
    ['a beginning', { notBefore: new Date() }, 'not the message that was asked for'],
    ['a request id', { requestId: '1' }, 'not the message that was asked for'],
    ['another scheme', { scheme: 'https' }, 'not the message that was asked for'],
    ['a time to come', { issuedAt: new Date(Date.now() + 600_000) }, 'of the future'],
    ['two numbers', { resources: ['farcaster://fid/7', 'farcaster://fid/8'] }, 'not the message that was asked for'],
    ['two numbers, another first', { resources: ['farcaster://fid/8', 'farcaster://fid/7'] }, 'not the message'],
    ['no number', { resources: [] }, 'not a sign-in message'],
    ['the number 0', { resources: ['farcaster://fid/0'] }, 'not a sign-in message'],
    ['an auth address', { resources: ['farcaster://fid/7', 'farcaster://signer/type/authAddress'] }, 'auth address'],
    ['a number of somebody else', { fid: 8 }, 'belongs to somebody else'],
    ['a number of nobody', { fid: 99 }, 'belongs to somebody else'],
  ])('a message with %s', async (_, lies, why) => {
    const { wait, channels, frame } = await answered(lies)
    await expect(wait()).rejects.toThrow(why)
    await expect(channels.wait(frame, stay)).rejects.toThrow('Ask for a code first')
  })

  it('the signature of another key, also of one that the relay names as the custody address', async () => {
    await expect((await answered({}, { signer: eve })).wait()).rejects.toThrow('The signature does not fit')
  })

  it('an address that is no custody address', async () => {
    const refused = (await answered({ address: eve.address }, { signer: eve })).wait()
    await expect(refused).rejects.toThrow('Only the custody address of a Farcaster account is accepted here')
  })

  it('a statement that was put between the lines', async () => {
    const change = (text: string) => text.replace('Farcaster Auth', 'Farcaster Auth\nand all my coins')
    await expect((await answered({}, { change })).wait()).rejects.toThrow('not the message that was asked for')
  })

  it('a sign-in that has expired, before and after the app has answered', async () => {
    const { wait, channels, frame } = await answered()
    const waiting = wait()
    ahead = 600_001
    await expect(waiting).rejects.toThrow('has ended')
    await expect(channels.wait(frame, stay)).rejects.toThrow('Ask for a code first')
  })

  it('a right signature that is checked after the sign-in has expired', async () => {
    const expires = Date.now() + 600_000
    const wanted = { domain: 'd.example', uri: `${URL_OF_SERVICE}/`, nonce: 'a'.repeat(32), expires }
    const message = signInMessage(wanted, { address: ada.address, fid: 7, issuedAt: Date.now() })
    const approval = { message, signature: await ada.signMessage({ message }) }
    expect(await verify(openFarcaster(config), wanted, approval, expires)).toEqual({ fid: 7, name: '!7' })
    await expect(verify(openFarcaster(config), wanted, approval, expires + 1)).rejects.toThrow('has ended')
  })

  it('an answer to another frame, to the sign-in before, or to another service', async () => {
    const channels = serve()
    const [one, two] = [frameOf('one'), frameOf('two', 'https://other.example.com')]
    const first = await channels.open(one)
    const message = appMessage(relay.paramsOf(first), { address: ada.address, fid: 7 })
    const signed = { message, signature: await ada.signMessage({ message }), fid: 7 }
    await expect(channels.wait(two, stay)).rejects.toThrow('Ask for a code first')
    relay.authenticate(await channels.open(two), signed)
    await expect(channels.wait(two, stay)).rejects.toThrow('not the message that was asked for')
    const waiting = channels.wait(one, stay)
    relay.authenticate(await channels.open(one), signed)
    await expect(waiting).rejects.toThrow('has ended')
    await expect(channels.wait(one, stay)).rejects.toThrow('not the message that was asked for')
  })
})

describe('a node', () => {
  beforeAll(async () => {
    // Whoever wants to can have a contract at the real registry's address on another network.
    const code = await rpc(sandbox(), 'eth_getCode', [config.registry, 'latest'])
    await rpc(sandbox(), 'anvil_setCode', [ID_REGISTRY, code])
  })

  it.each<[string, () => Partial<typeof config>]>([
    ['without a registry', () => ({ registry: `0x${'12'.repeat(20)}` })],
    ['of another network', () => ({ registry: ID_REGISTRY })],
    ['that does not answer', () => ({ rpc: 'http://127.0.0.1:9' })],
  ])('%s lets nobody in', async (_, more) => {
    const channels = serve(memoryTransient(now), more())
    const link = await channels.open(frameOf('one'))
    const message = appMessage(relay.paramsOf(link), { address: ada.address, fid: 7 })
    relay.authenticate(link, { message, signature: await ada.signMessage({ message }), fid: 7 })
    await expect(channels.wait(frameOf('one'), stay)).rejects.toThrow('Farcaster cannot be reached')
  })
})

describe('two processes with one store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farcaster-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('let a frame wait at the other one, let one of its requests in, and ask no faster than one', async () => {
    const db = await openSqlite(join(folder, 'shared'))
    const network = openFarcaster(config)
    const [first, second] = [1, 2].map(() => {
      const transient = sqlTransient(db, Buffer.alloc(32, 7), now)
      return createChannels({ network, url: URL_OF_SERVICE, transient, now })
    })
    if (!first || !second) throw new Error('Two are made')
    const frame = frameOf('one')
    const link = await first.open(frame)
    const from = relay.asked.length
    const waiting = [first, second, second].map((each) =>
      each.wait(frame, stay).catch((error: unknown) => (error instanceof Error ? error.message : 'no error')),
    )
    await new Promise((resolve) => setTimeout(resolve, 2_600))
    const times = relay.asked.slice(from).map(({ at }) => at)
    expect(times.length).toBeGreaterThan(1)
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThan(950)
    const message = appMessage(relay.paramsOf(link), { address: ada.address, fid: 7 })
    relay.authenticate(link, { message, signature: await ada.signMessage({ message }), fid: 7 })
    const ends = await Promise.all(waiting)
    expect(ends.filter((each) => typeof each === 'object')).toEqual([{ fid: 7, name: '!7' }])
    expect(ends.filter((each) => each === 'This sign-in has ended. Start again.')).toHaveLength(2)
    await db.destroy()
  })
})
