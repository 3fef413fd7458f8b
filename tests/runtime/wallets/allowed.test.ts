import { expect, it } from 'vitest'
import { allowedBy, listableBy, namedWallets, unnamedIds } from '../../../runtime/wallets/allowed.ts'
import type { Config, Wallet } from '../../../runtime/contracts/config.ts'
import { makeKit } from '../../support/kit.ts'

const list: Wallet[] = [{ id: 'own', name: 'Own Wallet', rdns: 'example.own' }]
const kitWith = (wallets: Config['wallets']) => makeKit({ wallets: wallets ?? {} })
const wallet = (id: string, name = id, rdns?: string) => ({ id, name, ...(rdns ? { rdns } : {}) })

it('allows everything without lists, and with empty ones', () => {
  for (const lists of [{}, { include: [], exclude: [] }])
    expect(allowedBy(kitWith(lists))(wallet('x', 'X', 'example.x'))).toBe(true)
})

it('knows an excluded wallet by id, rdns and connector id, in any case', () => {
  const isAllowed = allowedBy(kitWith({ exclude: ['Bad', 'Example.Bad', 'registry'] }))
  expect(isAllowed(wallet('bad'))).toBe(false)
  expect(isAllowed(wallet('other', 'Other', 'EXAMPLE.bad'))).toBe(false)
  expect(isAllowed({ ...wallet('io.some', 'Some'), explorerId: 'registry' })).toBe(false)
  expect(isAllowed(wallet('other', 'Bad'))).toBe(true)
  expect(isAllowed(wallet('other', 'registry'))).toBe(true)
})

it('knows an id of the site’s own list by its rdns and its name at once', () => {
  const isAllowed = allowedBy(kitWith({ list, exclude: ['own'] }))
  expect(isAllowed(wallet('io.x', 'X', 'example.own'))).toBe(false)
  expect(isAllowed(wallet('io.y', 'own wallet'))).toBe(false)
  expect(isAllowed(wallet('io.z', 'own'))).toBe(true)
})

it('knows another id by what the directory said of it, and not before', () => {
  const kit = kitWith({ exclude: ['elsewhere'], include: ['here', 'example.fine'] })
  expect(unnamedIds(kit)).toEqual(['elsewhere', 'here'])
  const before = allowedBy(kit)
  expect(before(wallet('io.h', 'Here', 'example.here'))).toBe(false)
  namedWallets(kit).list = [wallet('elsewhere', 'Elsewhere', 'example.fine'), wallet('here', 'Here', 'example.here')]
  const after = allowedBy(kit)
  expect(after(wallet('io.h', 'Here', 'example.here'))).toBe(true)
  expect(after(wallet('example.fine', 'Fine', 'example.fine'))).toBe(false)
  expect(after(wallet('anything', 'ELSEWHERE'))).toBe(false)
})

it('takes the phone form of a wallet for the wallet', () => {
  const isAllowed = allowedBy(kitWith({ exclude: ['io.metamask'] }))
  expect(isAllowed(wallet('x', 'X', 'io.metamask.mobile'))).toBe(false)
  expect(isAllowed(wallet('x', 'X', 'io.metamask.flask'))).toBe(true)
})

it('asks the directory neither for an rdns nor for what the site lists itself', () => {
  expect(unnamedIds(kitWith({ list, exclude: ['own', 'io.x', 'a'], include: ['a', 'b'] }))).toEqual(['a', 'b'])
  expect(unnamedIds(kitWith({}))).toEqual([])
})

it('drops what nothing on the page opens where there are no adapters', () => {
  const links: Partial<Wallet>[] = [
    { mobile_link: 'a://' },
    { desktop_link: 'a://' },
    { webapp_link: 'https://a.example' },
  ]
  const none = listableBy(makeKit({}, { chains: [] }))
  const some = listableBy(makeKit())
  for (const link of links) expect(none({ ...wallet('a'), ...link })).toBe(true)
  expect(none({ ...wallet('a'), homepage: 'https://a.example', mobile_link: null })).toBe(false)
  expect(some(wallet('a'))).toBe(true)
})
