import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseList } from '../../../../plugins/send/many/list.ts'

const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`
const pairs = (text: string) => parseList(text).map(({ receiver, amount }) => [receiver, amount])

it.each(['\t', ';', ',', ', ', ' ', '   '])('a recipient and an amount are separated by %j', (separator) => {
  const text = `${A}${separator}1.5\n\n${B}${separator}2\r\n`
  expect(pairs(text)).toEqual([
    [A, '1.5'],
    [B, '2'],
  ])
})

it('a line may name no amount, and a name may have spaces', () => {
  expect(pairs(`${A}\nMira Lind 0.25\nMira Lind, 3\nolivia.walletkit.id`)).toEqual([
    [A, ''],
    ['Mira Lind', '0.25'],
    ['Mira Lind', '3'],
    ['olivia.walletkit.id', ''],
  ])
})

it('an amount with a comma after a space stays whole, so that the form refuses it', () => {
  expect(pairs(`mira 1,5\n${A} 1,500.25\nMira Lind  0,5 \nMira 2, 5\nMira2,5\n"Mira 2",5`)).toEqual([
    ['mira', '1,5'],
    [A, '1,500.25'],
    ['Mira Lind', '0,5'],
    ['Mira 2', '5'],
    ['Mira2', '5'],
    ['Mira 2', '5'],
  ])
})

it('a table with quotes and a heading is read as CSV', () => {
  expect(pairs(`"address","amount"\n"${A}","1.5"\n"Lind, Mira",2\n"Mira ""M"" Lind",3,`)).toEqual([
    [A, '1.5'],
    ['Lind, Mira', '2'],
    ['Mira "M" Lind', '3'],
  ])
  // Only the first line can be a heading. Another one is a mistake, which the form shows.
  expect(pairs(`${A},1\naddress,amount`)).toEqual([
    [A, '1'],
    ['address', 'amount'],
  ])
})

it('an amount with a comma is kept as it is, because it could mean two amounts', () => {
  expect(pairs(`${A};1,5\n${B},1,500`)).toEqual([
    [A, '1,5'],
    [B, '1,500'],
  ])
})

it('a text of any form gives short texts, in the order of its lines, and never throws', () => {
  const near = fc
    .array(fc.constantFrom(A, '1.5', ',', ';', '\t', '"', '\n', '\r', ' ', '٣', '\u202e', '𝟙'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: 'binary', maxLength: 500 })), (text) => {
      const listed = parseList(text)
      expect(listed.length).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length)
      for (const { receiver, amount } of listed) {
        expect(receiver.length).toBeLessThanOrEqual(255)
        expect(amount.length).toBeLessThanOrEqual(255)
        expect(`${receiver}${amount}`).not.toMatch(/[\r\n]/)
      }
    }),
    { numRuns: 1_000 },
  )
})

it('no amount moves to another recipient', () => {
  const address = fc.stringMatching(/^0x[0-9a-f]{40}$/)
  const amount = fc.stringMatching(/^[1-9][0-9]{0,5}(\.[0-9]{1,6})?$/)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(address, amount), { maxLength: 30 }),
      fc.constantFrom(',', ';', '\t', ' '),
      (rows, by) => {
        expect(pairs(rows.map((row) => row.join(by)).join('\n'))).toEqual(rows)
      },
    ),
  )
})
