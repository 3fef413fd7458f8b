/** Data keys that an HSM wraps over PKCS #11: with SoftHSM, an HSM in software. */
import { createCipheriv, randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import koffi from 'koffi'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSoftHsm, SOFTHSM_ADVICE } from '../../../cli/repo/softHsm.ts'
import { parseConfig } from '../../../server/config/config.ts'
import type { HsmConfig } from '../../../server/config/hsm.ts'
import type { WrapWith } from '../../../server/config/wrapWith.ts'
import { createEnvelopes } from '../../../server/keys/envelope.ts'
import { HsmError } from '../../../server/keys/hsm/failure.ts'
import { createNonces } from '../../../server/keys/hsm/nonce.ts'
import { openWrapper, tryWrapper } from '../../../server/keys/open.ts'
import { openThere } from '../../../server/store/database.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { doctor } from '../../../server/verbs/doctor.ts'
import { rotate } from '../../../server/verbs/rotate.ts'
import { verify } from '../../../server/verbs/verify.ts'
import { startHosted } from '../../support/hosted.ts'
import { makeTokens, PIN, type SoftHsm } from '../../support/softHsm.ts'
import { startVault } from '../../support/vault.ts'
import { openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'

const library = await findSoftHsm()
if (library === undefined) it.skip(`an HSM ${SOFTHSM_ADVICE}`)

const local = [{ id: 'k1', bytes: randomBytes(32) }] as const
const plain = randomBytes(64)

describe.skipIf(library === undefined)('an HSM', () => {
  let hsm: SoftHsm
  beforeAll(() => {
    hsm = makeTokens(library ?? '', [
      { token: 'walletkit', key: 'walletkit' },
      { token: 'walletkit', key: 'next' },
      { token: 'walletkit', key: 'readable', how: ['--extractable'] },
      { token: 'walletkit', key: 'short', type: 'AES:16' },
      { token: 'walletkit', key: 'twice' },
      { token: 'walletkit', key: 'twice' },
    ])
  })
  afterAll(() => hsm.remove())

  const configOf = (changes: Partial<HsmConfig> = {}): HsmConfig => ({
    ...{ library: hsm.library, token: 'walletkit', slot: undefined, key: 'walletkit', pin: PIN },
    ...changes,
  })
  const wrapperOf = (changes: Partial<HsmConfig> = {}, wrapWith: WrapWith = 'hsm') =>
    openWrapper({ masterKeys: local, vault: undefined, hsm: configOf(changes), wrapWith })
  /** Calls a function of the library from outside, as another part of the process or a fault would. */
  const outside = (name: string, ...args: (number | bigint)[]) =>
    Number(
      koffi.load(hsm.library, { deep: true }).func(
        name,
        'ulong',
        args.map(() => 'ulong'),
      )(...args),
    )
  const slotOf = () => {
    const [list, count] = [Buffer.alloc(8 * 16), Buffer.alloc(8)]
    count.writeBigUInt64LE(16n)
    koffi.load(hsm.library, { deep: true }).func('C_GetSlotList', 'ulong', ['uint8_t', 'void *', 'void *'])(
      1,
      list,
      count,
    )
    return list.readBigUInt64LE()
  }

  describe('an envelope under it', () => {
    it('opens for its owner only, and after no change of a bit', async () => {
      const envelopes = createEnvelopes(wrapperOf())
      const sealed = await envelopes.seal('ada', plain)
      expect(sealed.key).toBe('hsm:walletkit')
      expect(Buffer.from(await envelopes.open('ada', sealed))).toEqual(plain)
      await expect(envelopes.open('eve', sealed)).rejects.toMatchObject({ name: 'HsmError', isAboutData: true })
      const bytes = Buffer.from(sealed.wrapped, 'base64')
      for (let at = 0; at < bytes.length; at += 9) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        const wrapped = changed.toString('base64')
        await expect(envelopes.open('ada', { ...sealed, wrapped })).rejects.toMatchObject({ isAboutData: true })
      }
      await expect(envelopes.open('ada', { ...sealed, wrapped: 'AAAA' })).rejects.toThrow('too short')
      expect((await envelopes.seal('ada', plain)).wrapped.slice(0, 16)).not.toBe(sealed.wrapped.slice(0, 16))
    })

    it('is what rotations from master keys and from a vault make, and back', async () => {
      const vault = await startVault('hvs.token')
      const kinds = { masterKeys: 'k1', vault: 'vault:transit/walletkit', hsm: 'hsm:walletkit' } as const
      const by = (wrapWith: WrapWith) =>
        createEnvelopes(
          openWrapper({
            ...{ masterKeys: local, hsm: configOf(), wrapWith },
            vault: { url: vault.url, mount: 'transit', key: 'walletkit', token: 'hvs.token' },
          }),
        )
      let sealed = await by('masterKeys').seal('ada', plain)
      for (const kind of ['hsm', 'vault', 'hsm', 'masterKeys'] as const) {
        const renewed = await by(kind).rewrap('ada', sealed)
        expect(renewed).toMatchObject({ key: kinds[kind], sealed: sealed.sealed })
        if (renewed) sealed = renewed
        expect(Buffer.from(await by('hsm').open('ada', sealed))).toEqual(plain)
      }
      const another = await createEnvelopes(wrapperOf({ key: 'next' })).rewrap(
        'ada',
        await by('hsm').seal('ada', plain),
      )
      expect(another?.key).toBe('hsm:next')
      const without = openWrapper({ masterKeys: local, vault: undefined, hsm: undefined, wrapWith: 'masterKeys' })
      await expect(createEnvelopes(without).open('ada', another ?? sealed)).rejects.toThrow('the config has no hsm')
      await vault.close()
    })
  })

  it('answers again after its sessions were closed, and after somebody logged out', async () => {
    const envelopes = createEnvelopes(wrapperOf())
    const sealed = await envelopes.seal('ada', plain)
    const slot = slotOf()
    expect(outside('C_CloseAllSessions', slot)).toBe(0)
    expect(Buffer.from(await envelopes.open('ada', sealed))).toEqual(plain)
    const session = Buffer.alloc(8)
    const open = koffi
      .load(hsm.library, { deep: true })
      .func('C_OpenSession', 'ulong', ['ulong', 'ulong', 'void *', 'void *', 'void *'])
    open(slot, 4, null, null, session)
    expect(outside('C_Logout', session.readBigUInt64LE())).toBe(0)
    for (let time = 0; time < 3; time++) expect(Buffer.from(await envelopes.open('ada', sealed))).toEqual(plain)
  })

  it('gets a wrong PIN once, which no error has', async () => {
    outside('C_CloseAllSessions', slotOf())
    const wrong = wrapperOf({ pin: '000001' })
    await expect(wrong.wrap(plain, 'ada')).rejects.toThrow('CKR_PIN_INCORRECT')
    const later = await wrong.wrap(plain, 'ada').catch((error: unknown) => error as Error)
    expect(String((later as Error).stack)).toMatch(/not tried again before a restart/)
    expect(String((later as Error).stack)).not.toContain('000001')
    await tryWrapper(wrapperOf())
  })

  it('is refused with a key that can be read out, is short, or is not the only one, and says what is missing', async () => {
    const wrong: [Partial<HsmConfig>, string][] = [
      [{ key: 'readable' }, 'can be read out'],
      [{ key: 'short' }, 'not for AES-256'],
      [{ key: 'twice' }, 'several AES keys'],
      [{ key: 'none' }, 'no AES key with the label "none"'],
      [{ token: 'other' }, 'no token with the label "other"'],
      [{ token: undefined, slot: 77 }, 'no token in the slot 77'],
      [{ library: '/nowhere.so' }, 'cannot be loaded'],
    ]
    // Not about the data: `verify` must not count accounts as lost because the HSM is set up wrongly.
    for (const [changes, says] of wrong)
      await expect(wrapperOf(changes).wrap(plain, 'ada')).rejects.toMatchObject({
        ...{ name: 'HsmError', isAboutData: false },
        message: expect.stringContaining(says) as string,
      })
    await tryWrapper(wrapperOf({ token: undefined, slot: Number(slotOf()) }))
  })

  it('wraps and unwraps many at once, and leaves the event loop to others', async () => {
    const wrapper = wrapperOf()
    await tryWrapper(wrapper)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const keys = Array.from({ length: 300 }, () => randomBytes(32))
    const opened = await Promise.all(
      keys.map(async (key, at) => wrapper.unwrap(await wrapper.wrap(key, `user ${at}`), `user ${at}`)),
    )
    delay.disable()
    expect(opened.map((each) => Buffer.from(each).toString('hex'))).toEqual(keys.map((each) => each.toString('hex')))
    expect(delay.percentile(99) / 1e6).toBeLessThan(100)
  })

  it('is what the doctor tries, and says so if the key is not there', async () => {
    const findingOf = async (key: string) => {
      const secrets = { environment: { WALLETKIT_HSM_PIN: PIN }, readFile: () => '' }
      const given = { hsm: { library: hsm.library, token: 'walletkit', key } }
      return (await doctor(parseConfig(given, secrets, '/tmp'))).find(({ name }) => name === 'hsm')
    }
    expect(await findingOf('walletkit')).toMatchObject({
      isFine: true,
      text: expect.stringContaining('walletkit') as string,
    })
    expect(await findingOf('none')).toMatchObject({ isFine: false, text: expect.stringContaining('"none"') as string })
  })

  it('wraps the keys of a server, which people sign with after a restart, and after a rotation back', async () => {
    const hosted = await startHosted(
      { sites: [SITE], hsm: { library: hsm.library, token: 'walletkit', key: 'walletkit' } },
      { WALLETKIT_HSM_PIN: PIN },
    )
    const browser = await openBrowser(hosted.service(), { site: SITE })
    await browser.login(someEmail())
    const { address } = await browser.user()
    await hosted.restart()
    const later = await openBrowser(hosted.service(), { site: SITE, same: browser })
    later.setSession(browser.session())
    const signature = await later.rpc<`0x${string}`>('personal_sign', ['0x68656c6c6f', address])
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
    expect(hosted.lines.join('')).not.toContain(PIN)
    await hosted.stop()
    const store = sqlStore(await openThere(hosted.database))
    const k1 = parseConfig(
      {},
      { environment: { WALLETKIT_MASTER_KEYS: hosted.masterKeys }, readFile: () => '' },
      '/tmp',
    )
    const by = (wrapWith: WrapWith, changes: Partial<HsmConfig> = {}) =>
      openWrapper({ ...k1, hsm: configOf(changes), wrapWith })
    expect(await verify(store, by('hsm'))).toEqual({ accounts: 1, locked: 0, lost: [] })
    // An account is not lost because the HSM does not let this server in.
    outside('C_CloseAllSessions', slotOf())
    await expect(verify(store, by('hsm', { pin: '000001' }))).rejects.toThrow('CKR_PIN_INCORRECT')
    expect(await rotate(store, by('masterKeys'))).toEqual({ accounts: 1, changed: 1 })
    const back = openWrapper({ ...k1, wrapWith: 'masterKeys' })
    expect(await verify(store, back)).toEqual({ accounts: 1, locked: 0, lost: [] })
    await store.close()
    await hosted.close()
  })
})

describe('the nonce', () => {
  const key = randomBytes(32)
  const encrypt = (iv: Buffer) => {
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  const refused = new HsmError('The HSM refuses to encrypt: CKR_MECHANISM_PARAM_INVALID', 0x71)

  it('is random, or the HSM’s own where it refuses others', async () => {
    const withOurs = createNonces()
    const both = [await withOurs(async (iv) => encrypt(iv)), await withOurs(async (iv) => encrypt(iv))]
    expect(both[0]?.iv).not.toEqual(both[1]?.iv)
    const asked: string[] = []
    const withItsOwn = createNonces()
    const own = async (iv: Buffer) => {
      asked.push(iv.toString('hex'))
      if (iv.some((byte) => byte !== 0)) throw refused
      randomBytes(12).copy(iv)
      return encrypt(iv)
    }
    const { iv, sealed } = await withItsOwn(own)
    expect(sealed).toEqual(encrypt(iv))
    await withItsOwn(own)
    // It is asked with a nonce of ours once.
    expect(asked.filter((each) => !/^0+$/.test(each))).toHaveLength(1)
  })

  it('is never one of zeros, and other errors are not taken for a refusal of it', async () => {
    const blind = async (iv: Buffer) => {
      if (iv.some((byte) => byte !== 0)) throw refused
      return encrypt(iv)
    }
    await expect(createNonces()(blind)).rejects.toThrow('takes no nonce, and makes none')
    const away = new HsmError('The HSM refuses to encrypt: CKR_DEVICE_REMOVED', 0x32)
    const asked: Buffer[] = []
    const failing = async (iv: Buffer) => {
      asked.push(iv)
      throw away
    }
    await expect(createNonces()(failing)).rejects.toBe(away)
    expect(asked).toHaveLength(1)
  })
})
