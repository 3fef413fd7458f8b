/** The config of an HSM, and of what wraps the keys of new accounts. */
import { expect, it } from 'vitest'
import { parse, pathsOf } from './parse.ts'

it('names an HSM by its library, a token or its slot, and a key, with the PIN from the environment', () => {
  const hsm = { library: 'lib/hsm.so', token: 'walletkit', key: 'walletkit' }
  const pin = { WALLETKIT_HSM_PIN: '1234' }
  const read = { ...hsm, library: '/srv/lib/hsm.so', slot: undefined, pin: '1234' }
  expect(parse({ hsm }, pin)).toMatchObject({ hsm: read, wrapWith: 'hsm' })
  const { token: _token, ...rest } = hsm
  expect(parse({ hsm: { ...rest, slot: 7 } }, pin).hsm).toMatchObject({ slot: 7, token: undefined })
  expect(parse({ hsm }, { WALLETKIT_HSM_PIN_FILE: '/run/pin' }, { '/run/pin': '1234\n' }).hsm).toEqual(read)
  expect(pathsOf({ hsm })).toEqual(['WALLETKIT_HSM_PIN'])
  const wrong = [{}, rest, { ...hsm, slot: 7 }, { ...hsm, key: '../key' }, { ...hsm, token: 'x'.repeat(33) }, 7]
  for (const each of [...wrong, { ...hsm, pin: '1234' }]) expect(() => parse({ hsm: each }, pin)).toThrow('hsm')
})

it('says what wraps the keys of new accounts if a vault and an HSM are there, or neither', () => {
  const hsm = { library: '/hsm.so', token: 'walletkit', key: 'walletkit' }
  const vault = { url: 'https://vault.example.com', key: 'walletkit' }
  const secrets = { WALLETKIT_HSM_PIN: '1234', WALLETKIT_VAULT_TOKEN: 'hvs.x' }
  expect(parse({}).wrapWith).toBe('masterKeys')
  expect(parse({ vault }, secrets).wrapWith).toBe('vault')
  expect(pathsOf({ hsm, vault }, secrets)).toEqual(['wrapWith'])
  for (const wrapWith of ['masterKeys', 'vault', 'hsm'])
    expect(parse({ hsm, vault, wrapWith }, secrets).wrapWith).toBe(wrapWith)
  for (const wrapWith of ['vault', 'hsm', 'kms', 7]) expect(pathsOf({ wrapWith })).toEqual(['wrapWith'])
})
