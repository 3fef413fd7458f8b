import { expect, it } from 'vitest'
import { isImitation, normalizeName } from '../../../runtime/lib/ensName.ts'

it.each([
  ['plain', 'vitalik.eth', 'vitalik.eth'],
  ['capitals', 'Vitalik.eth', 'vitalik.eth'],
  ['compatibility letters', 'ﬁne.eth', 'fine.eth'],
  ['another script', 'привет.eth', 'привет.eth'],
  ['accents', 'café.eth', 'café.eth'],
  ['an emoji', '🚀🚀🚀.eth', '🚀🚀🚀.eth'],
])('spells a name in its one valid way: %s', async (_what, name, normal) => {
  expect(await normalizeName(name)).toBe(normal)
})

it.each([
  ['Latin and Cyrillic', 'vitаlik.eth'],
  ['all Cyrillic that looks Latin', 'аррӏе.eth'],
  ['Latin and Greek', 'vιtalik.eth'],
  ['punycode', 'xn--pple-43d.eth'],
  ['an empty label', 'vitalik..eth'],
  ['a full-width slash', 'a／b.eth'],
])('refuses a name: %s', async (_what, name) => {
  expect(await normalizeName(name)).toBeUndefined()
})

it.each([
  ['vitаlik.eth', true],
  ['аррӏе.eth', true],
  ['vιtalik.eth', true],
  ['xn--pple-43d.eth', true],
  ['ab--cd.eth', false],
  ['vitalik..eth', false],
  ['vitalik.eth', false],
  ['привет.eth', false],
])('tells an imitation from a badly written name: %s %s', async (name, expected) => {
  expect(await isImitation(name)).toBe(expected)
})
