/** An HSM that fails for a while: SoftHSM, some functions of which return errors. */
import { randomBytes } from 'node:crypto'
import koffi from 'koffi'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findSoftHsm, SOFTHSM_ADVICE } from '../../../cli/repo/softHsm.ts'
import { hsmWrapper } from '../../../server/keys/hsm/wrapper.ts'
import { breakFunction } from '../../support/hsmFaults.ts'
import { makeTokens, PIN, type SoftHsm } from '../../support/softHsm.ts'

const library = await findSoftHsm()
if (library === undefined) it.skip(`an HSM that fails ${SOFTHSM_ADVICE}`)

const dataKey = randomBytes(32)
/** CKR_DEVICE_MEMORY: not one after which the sessions are lost. */
const NO_MEMORY = 0x31
/** CKR_FUNCTION_NOT_SUPPORTED: one of those that do not say whether data is wrong. */
const NOT_SUPPORTED = 0x54

describe.skipIf(library === undefined)('an HSM that fails', () => {
  let hsm: SoftHsm
  beforeAll(() => {
    hsm = makeTokens(library ?? '', [
      { token: 'walletkit', key: 'walletkit' },
      { token: 'walletkit', key: 'next' },
    ])
  })
  afterAll(() => hsm.remove())
  const faults: { mend: () => void }[] = []
  afterEach(() => {
    vi.useRealTimers()
    for (const { mend } of faults.splice(0)) mend()
  })

  const wrapperOf = (key = 'walletkit') =>
    hsmWrapper({ library: hsm.library, token: 'walletkit', slot: undefined, key, pin: PIN })
  const breaking = (name: Parameters<typeof breakFunction>[1], fault: Parameters<typeof breakFunction>[2]) =>
    faults.push(breakFunction(hsm.library, name, fault))

  it('is asked nothing for a request that is late, and answers the next one', async () => {
    let count = 0
    breaking('C_EncryptInit', (go) => {
      count += 1
      return go()
    })
    const wrapper = wrapperOf()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = Array.from({ length: 20 }, () => wrapper.wrap(dataKey, 'ada'))
    vi.advanceTimersByTime(10_000)
    for (const each of await Promise.allSettled(asked))
      expect(each).toMatchObject({ status: 'rejected', reason: { message: 'The HSM does not answer' } })
    expect(Buffer.from(await wrapper.unwrap(await wrapper.wrap(dataKey, 'ada'), 'ada'))).toEqual(dataKey)
    expect(count).toBe(1)
  })

  it('keeps 500 requests waiting, and refuses more at once', async () => {
    const wrapper = wrapperOf()
    const asked = await Promise.allSettled(Array.from({ length: 503 }, () => wrapper.wrap(dataKey, 'ada')))
    expect(asked.filter(({ status }) => status === 'rejected')).toEqual([
      expect.objectContaining({ reason: expect.objectContaining({ name: 'HsmError' }) as unknown }),
    ])
  })
  it('finds its key in the same session after a search that failed', async () => {
    let [left, sessions] = [1, 0]
    breaking('C_FindObjects', (go) => (left-- > 0 ? NO_MEMORY : go()))
    breaking('C_OpenSession', (go) => {
      sessions += 1
      return go()
    })
    const wrapper = wrapperOf()
    await expect(wrapper.wrap(dataKey, 'ada')).rejects.toMatchObject({ code: NO_MEMORY })
    // The sessions take turns: the third request has the first one's.
    for (let time = 0; time < 3; time++) await wrapper.wrap(dataKey, 'ada')
    expect(sessions).toBe(2)
  })
  it.each([0x05, 0x06, 0x90, 0x80000000, 0xfffffff0])('gets a new session after it answered %i', async (code) => {
    const lost = new Set<number | bigint>()
    let isCut = false
    // A session that has failed once fails for ever, as after a lost connection.
    breaking('C_EncryptInit', (go, [session = 0]) => {
      if (isCut) lost.add(session)
      isCut = false
      return lost.has(session) ? code : go()
    })
    const wrapper = wrapperOf()
    for (let time = 0; time < 2; time++) await wrapper.wrap(dataKey, 'ada')
    isCut = true
    for (let time = 0; time < 4; time++)
      expect(Buffer.from(await wrapper.unwrap(await wrapper.wrap(dataKey, 'ada'), 'ada'))).toEqual(dataKey)
    expect(lost.size).toBe(1)
  })

  it.each([0x06, 0x80000001])('gets the PIN once for each request while its login answers %i', async (code) => {
    let [left, tries] = [2, 0]
    breaking('C_Login', (go) => {
      tries += 1
      return left-- > 0 ? code : go()
    })
    const wrapper = wrapperOf()
    for (let time = 1; time <= 2; time++) {
      await expect(wrapper.wrap(dataKey, 'ada')).rejects.toMatchObject({ code })
      expect(tries).toBe(time)
    }
    await wrapper.wrap(dataKey, 'ada')
  })
  it('opens data that it refused once, and says that data is wrong only if it opens others with the same key', async () => {
    const wrapped = await wrapperOf('next').wrap(dataKey, 'ada')
    const keys = new Set<number | bigint>()
    let left = 1
    breaking('C_DecryptInit', (go, [, , key = 0]) => {
      keys.add(key)
      return left-- > 0 ? NOT_SUPPORTED : go()
    })
    const wrapper = wrapperOf()
    expect(Buffer.from(await wrapper.unwrap(wrapped, 'ada'))).toEqual(dataKey)
    // The data, then what was wrapped as a probe.
    left = 2
    const refused = { code: NOT_SUPPORTED, isAboutData: false }
    await expect(wrapper.unwrap(wrapped, 'ada')).rejects.toMatchObject(refused)
    expect(keys.size).toBe(1)
  })

  it('says that data is wrong if it refuses it in the same way before and after it opened others', async () => {
    const wrapped = await wrapperOf().wrap(dataKey, 'ada')
    const answers: number[] = []
    breaking('C_DecryptInit', (go) => answers.shift() || go())
    const wrapper = wrapperOf()
    answers.push(NOT_SUPPORTED, 0, NOT_SUPPORTED)
    await expect(wrapper.unwrap(wrapped, 'ada')).rejects.toMatchObject({ code: NOT_SUPPORTED, isAboutData: true })
    answers.push(NOT_SUPPORTED, 0, NO_MEMORY)
    await expect(wrapper.unwrap(wrapped, 'ada')).rejects.toMatchObject({ code: NO_MEMORY, isAboutData: false })
    expect(answers).toEqual([])
  })
  it('leaves no PIN in the memory that its library got, whether the login succeeds or not', async () => {
    for (const code of [0, 0xa0]) {
      let [address, around] = [0n, '']
      const read = (from: bigint, length: number) =>
        Buffer.from(koffi.decode(from, 'uint8_t', length) as number[]).toString('latin1')
      breaking('C_Login', (go, [, , pin = 0, length]) => {
        address = BigInt(pin)
        around = read(address, Number(length))
        return code || go()
      })
      await wrapperOf()
        .wrap(dataKey, 'ada')
        .catch(() => undefined)
      expect(around).toBe(PIN)
      expect(read(address, PIN.length)).not.toContain(PIN)
      faults.pop()?.mend()
    }
  })
})
