/** Data keys that a vault wraps: the master key never reaches this process. */
import { randomBytes } from 'node:crypto'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEnvelopes } from '../../../server/keys/envelope.ts'
import { openWrapper, tryWrapper } from '../../../server/keys/open.ts'
import { localWrapper } from '../../../server/keys/wrapper.ts'
import { openThere } from '../../../server/store/database.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { verify } from '../../../server/verbs/verify.ts'
import { startHosted } from '../../support/hosted.ts'
import type { Service } from '../../support/service.ts'
import { startVault } from '../../support/vault.ts'
import { openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'

const TOKEN = 'hvs.token-of-the-server'
const local = [{ id: 'k1', bytes: randomBytes(32) }] as const
const plain = randomBytes(64)
let vault: Service
beforeAll(async () => {
  vault = await startVault(TOKEN)
})
afterAll(() => vault.close())
beforeEach(() => void (vault.asked.length = 0))

const wrapperOf = (changes: { key?: string; token?: string; url?: string } = {}) =>
  openWrapper({
    masterKeys: local,
    vault: { url: vault.url, mount: 'transit', key: 'walletkit', token: TOKEN, ...changes },
    hsm: undefined,
    wrapWith: 'vault',
  })

describe('an envelope under a vault', () => {
  it('opens for its owner only, and the vault never sees what is in it', async () => {
    const envelopes = createEnvelopes(wrapperOf())
    const sealed = await envelopes.seal('ada', plain)
    expect(sealed).toMatchObject({
      key: 'vault:transit/walletkit',
      wrapped: expect.stringMatching(/^vault:v1:/) as string,
    })
    expect(Buffer.from(await envelopes.open('ada', sealed))).toEqual(plain)
    await expect(envelopes.open('eve', sealed)).rejects.toThrow('the vault answered with the status 400')
    expect(vault.asked[0]).toMatchObject({ method: 'POST', path: '/v1/transit/encrypt/walletkit' })
    const seen = JSON.stringify(vault.asked.map(({ path, body }) => [path, body]))
    for (const secret of [plain.toString('base64').slice(0, 20), sealed.sealed, TOKEN])
      expect(seen).not.toContain(secret)
  })

  it('is not broken because the vault answers with nothing: the vault is at fault', async () => {
    const envelopes = createEnvelopes(wrapperOf())
    const sealed = await envelopes.seal('ada', plain)
    const { answer } = vault
    vault.answer = () => ({ json: { data: {} } })
    try {
      const opening = envelopes.open('ada', sealed)
      await expect(opening).rejects.toMatchObject({ name: 'SourceError', message: 'the vault sent nothing to decrypt' })
    } finally {
      vault.answer = answer
    }
  })

  it('is what an envelope under a local key becomes by a rotation, whose contents stay', async () => {
    const before = await createEnvelopes(localWrapper(local)).seal('ada', plain)
    const envelopes = createEnvelopes(wrapperOf())
    expect(Buffer.from(await envelopes.open('ada', before))).toEqual(plain)
    const renewed = await envelopes.rewrap('ada', before)
    if (!renewed) throw new Error('It was not renewed')
    expect(renewed).toMatchObject({ key: 'vault:transit/walletkit', sealed: before.sealed })
    expect(Buffer.from(await envelopes.open('ada', renewed))).toEqual(plain)
    expect(await envelopes.rewrap('ada', renewed)).toBeUndefined()
    // Under another key of the vault, which the token may still use.
    const next = createEnvelopes(wrapperOf({ key: 'next' }))
    expect(Buffer.from(await next.open('ada', renewed))).toEqual(plain)
    expect(await next.rewrap('ada', renewed)).toMatchObject({ key: 'vault:transit/next' })
  })

  it('stays closed without the vault, and no error tells the token', async () => {
    const sealed = await createEnvelopes(wrapperOf()).seal('ada', plain)
    for (const changes of [{ token: 'hvs.revoked' }, { url: 'http://127.0.0.1:1' }]) {
      const closed = createEnvelopes(wrapperOf(changes))
      const failure = await closed.open('ada', sealed).catch((error: unknown) => error as Error)
      expect(failure).toBeInstanceOf(Error)
      expect(String((failure as Error).stack)).not.toMatch(/hvs\./)
      await expect(closed.seal('eve', plain)).rejects.toThrow('the vault')
    }
    const odd = { ...sealed, key: 'vault:../sys/seal' }
    await expect(createEnvelopes(wrapperOf()).open('ada', odd)).rejects.toThrow('which is no name')
  })
})

describe('the doctor', () => {
  it('finds a key that does not authenticate whose data it is', async () => {
    await tryWrapper(wrapperOf())
    const blind = await startVault(TOKEN, { isBlind: true })
    await expect(tryWrapper(wrapperOf({ url: blind.url }))).rejects.toThrow('make a key of the type aes256-gcm96')
    await blind.close()
  })
})

describe('a server with a vault', () => {
  it('logs people in again after a restart, and nobody while the vault is away', async () => {
    const config = { sites: [SITE], vault: { url: vault.url, key: 'walletkit' } }
    const hosted = await startHosted(config, { WALLETKIT_VAULT_TOKEN: TOKEN })
    const email = someEmail()
    const browser = await openBrowser(hosted.service(), { site: SITE })
    await browser.login(email)
    const { address } = await browser.user()
    await hosted.restart()
    const later = await openBrowser(hosted.service(), { site: SITE, same: browser })
    later.setSession(browser.session())
    const sign = () => later.rpc<`0x${string}`>('personal_sign', ['0x68656c6c6f', address])
    expect(await recoverMessageAddress({ message: 'hello', signature: await sign() })).toBe(address)
    const before = vault.answer
    vault.answer = () => ({ status: 503, json: { errors: [`Vault is sealed for ${TOKEN}`] } })
    await expect(sign()).rejects.toThrow('Something went wrong')
    vault.answer = before
    expect(await recoverMessageAddress({ message: 'hello', signature: await sign() })).toBe(address)
    const log = hosted.lines.join('')
    expect(log).toContain('the vault answered with the status 503')
    expect(log).not.toContain('hvs.')
    await hosted.stop()
    const store = sqlStore(await openThere(hosted.database))
    expect(await verify(store, wrapperOf())).toEqual({ accounts: 1, locked: 0, lost: [] })
    // An account is not lost because the vault is away.
    await expect(verify(store, wrapperOf({ url: 'http://127.0.0.1:1' }))).rejects.toThrow('the vault does not answer')
    await store.close()
    await hosted.close()
  })
})
