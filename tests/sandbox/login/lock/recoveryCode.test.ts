import { expect, it } from 'vitest'
import { keyOfCode, newCode, readCode, recoveryOf } from '../../../../sandbox/login/page/lock/recoveryCode.ts'

it('has seven groups of four characters that cannot be mistaken for each other, and is never the same', async () => {
  const codes = await Promise.all(Array.from({ length: 50 }, newCode))
  for (const groups of codes) {
    expect(groups).toHaveLength(7)
    for (const group of groups) expect(group).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}$/)
  }
  expect(new Set(codes.map(String)).size).toBe(50)
})

it('is read however a person types it', async () => {
  const groups = await newCode()
  const letters = groups.join('')
  const typed = [
    groups.join('-'),
    groups.join(' ').toLowerCase(),
    ` ${letters}\n`,
    letters.replaceAll('0', 'o').replaceAll('1', 'l'),
    letters.replaceAll('0', 'O').replaceAll('1', 'I'),
    // Full-width letters and digits, as Japanese and Chinese keyboards type them.
    [...letters].map((each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).join(''),
    ...[0x660, 0x6f0, 0x966].map((zero) =>
      letters.replaceAll(/\d/g, (digit) => String.fromCharCode(zero + Number(digit))),
    ),
  ]
  for (const text of typed) expect(await readCode(text), text).toBe(letters)
})

it('is not read with a wrong, a missing or a swapped character', async () => {
  let missed = 0
  for (let round = 0; round < 40; round++) {
    const letters = (await newCode()).join('')
    const at = round % 27
    const [one = '', next = ''] = [letters[at], letters[at + 1]]
    const wrong = letters.slice(0, at) + (one === 'X' ? 'Y' : 'X') + letters.slice(at + 1)
    const swapped = letters.slice(0, at) + next + one + letters.slice(at + 2)
    for (const text of [wrong, ...(one === next ? [] : [swapped])]) if ((await readCode(text)) !== undefined) missed++
    expect(await readCode(letters.slice(1))).toBeUndefined()
    expect(await readCode(`${letters}0`)).toBeUndefined()
  }
  // The checksum has 10 bits, so it misses about one of a thousand.
  expect(missed).toBeLessThanOrEqual(2)
  for (const text of ['', '-', '😀', 'U'.repeat(28)]) expect(await readCode(text)).toBeUndefined()
})

it('gives the same key for the same salt only', async () => {
  const letters = (await newCode()).join('')
  const { salt, key } = await recoveryOf(letters)
  expect(await keyOfCode(letters, salt)).toBe(key)
  expect((await recoveryOf(letters)).key).not.toBe(key)
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
})
