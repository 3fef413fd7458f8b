/** Master keys and envelopes: which key opens which envelope, and what a rotation changes. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVault } from '../../../sandbox/login/vault.ts'
import { createEnvelopes, type Envelope } from '../../../server/keys/envelope.ts'
import { parseMasterKeys } from '../../../server/keys/masterKeys.ts'
import { localWrapper, type MasterKey } from '../../../server/keys/wrapper.ts'

const key = (id: string): MasterKey => ({ id, bytes: randomBytes(32) })
const [k1, k2] = [key('k1'), key('k2')]
const plain = randomBytes(64)
const flipped = (text: string, at: number) => {
  const bytes = Buffer.from(text, 'base64')
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
  return bytes.toString('base64')
}

describe('an envelope', () => {
  it('opens for its owner, with its master key, and holds no spelling of what is in it', async () => {
    const envelopes = createEnvelopes(localWrapper([k1]))
    const sealed = await envelopes.seal('ada', plain)
    expect(Buffer.from(await envelopes.open('ada', sealed))).toEqual(plain)
    const stored = JSON.stringify(sealed)
    for (const coding of ['hex', 'base64'] as const) expect(stored).not.toContain(plain.toString(coding).slice(0, 20))
    expect(await envelopes.seal('ada', plain)).not.toEqual(sealed)
  })

  it('opens for nobody else, with no other master key, and after no change of a bit', async () => {
    const envelopes = createEnvelopes(localWrapper([k1]))
    const sealed = await envelopes.seal('ada', plain)
    await expect(envelopes.open('eve', sealed)).rejects.toThrow('does not open')
    const others = createEnvelopes(localWrapper([k2]))
    await expect(others.open('ada', sealed)).rejects.toThrow('under the master key "k1"')
    const impostor = createEnvelopes(localWrapper([{ ...k2, id: 'k1' }]))
    await expect(impostor.open('ada', sealed)).rejects.toThrow('does not open with the master key "k1"')
    for (const part of ['wrapped', 'iv', 'tag', 'sealed'] as const)
      for (let at = 0; at < 60; at += 7)
        await expect(envelopes.open('ada', { ...sealed, [part]: flipped(sealed[part], at) })).rejects.toThrow(
          'not open',
        )
    await expect(envelopes.open('ada', { ...sealed, wrapped: 'AAAA' })).rejects.toThrow('too short')
  })

  it('cannot be put together from two accounts', async () => {
    const envelopes = createEnvelopes(localWrapper([k1]))
    const [ada, eve] = [await envelopes.seal('ada', plain), await envelopes.seal('eve', randomBytes(64))]
    const mixed: Envelope = { ...ada, wrapped: eve.wrapped }
    await expect(envelopes.open('ada', mixed)).rejects.toThrow('does not open')
  })

  it('is put under the current master key with the same contents, once', async () => {
    const sealed = await createEnvelopes(localWrapper([k1])).seal('ada', plain)
    const both = createEnvelopes(localWrapper([k2, k1]))
    const renewed = await both.rewrap('ada', sealed)
    expect(renewed).toMatchObject({ key: 'k2', sealed: sealed.sealed, iv: sealed.iv, tag: sealed.tag })
    if (!renewed) throw new Error('It was not renewed')
    const only = createEnvelopes(localWrapper([k2]))
    expect(Buffer.from(await only.open('ada', renewed))).toEqual(plain)
    expect(await both.rewrap('ada', renewed)).toBeUndefined()
    await expect(both.rewrap('eve', sealed)).rejects.toThrow('does not open')
  })

  it('is not made or renewed by a wrapper that gives another data key back, or none', async () => {
    const works = localWrapper([k2, k1])
    const sealed = await createEnvelopes(localWrapper([k1])).seal('ada', plain)
    const faulty = [
      { ...works, wrap: (_: Uint8Array, context: string) => works.wrap(randomBytes(32), context) },
      { ...works, wrap: (dataKey: Uint8Array, context: string) => works.wrap(dataKey.subarray(1), context) },
    ]
    for (const wrapper of faulty) {
      await expect(createEnvelopes(wrapper).seal('ada', plain)).rejects.toThrow('gives another data key back')
      await expect(createEnvelopes(wrapper).rewrap('ada', sealed)).rejects.toThrow('gives another data key back')
    }
    const ofEve = { ...works, wrap: (dataKey: Uint8Array) => works.wrap(dataKey, 'eve') }
    await expect(createEnvelopes(ofEve).seal('ada', plain)).rejects.toThrow('does not open')
    await expect(createEnvelopes(ofEve).rewrap('ada', sealed)).rejects.toThrow('does not open')
  })

  it('is not a box of the sandbox, and the other way round', async () => {
    const [envelopes, vault] = [createEnvelopes(localWrapper([k1])), createVault('secret')]
    await expect(envelopes.open('ada', await vault.seal('ada', plain))).rejects.toThrow('a box of the sandbox')
    await expect(vault.open('ada', await envelopes.seal('ada', plain))).rejects.toThrow('in an envelope')
  })
})

describe('master keys', () => {
  const text = ({ id, bytes }: MasterKey) => `${id}:${Buffer.from(bytes).toString('base64')}`

  it('are read from lines or commas, the current one first', () => {
    const read = parseMasterKeys(` ${text(k2)}\n${text(k1)} `).map(({ id, bytes }) => [
      id,
      Buffer.from(bytes).toString('hex'),
    ])
    expect(read).toEqual([k2, k1].map(({ id, bytes }) => [id, Buffer.from(bytes).toString('hex')]))
    expect(parseMasterKeys(`${text(k1)},test`).map(({ id }) => id)).toEqual(['k1', 'test'])
  })

  it('are refused without a word of the secret', () => {
    const weak = `weak:${Buffer.alloc(32, 7).toString('base64')}`
    const short = `k1:${randomBytes(31).toString('base64')}`
    const refused = [
      '',
      ',',
      'secret',
      short,
      weak,
      `${text(k1)},${text(k1)}`,
      `test:${randomBytes(32).toString('base64')}`,
    ]
    for (const given of refused) {
      let message = ''
      try {
        parseMasterKeys(given)
      } catch (error) {
        message = String(error)
      }
      expect(message, given).not.toBe('')
      for (const part of given.split(/[:,]/)) if (part.length > 5) expect(message).not.toContain(part)
    }
  })

  it('never come out of a text that is not of their form', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        try {
          for (const { id, bytes } of parseMasterKeys(given)) {
            expect(bytes).toHaveLength(32)
            expect(given).toContain(id)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})
