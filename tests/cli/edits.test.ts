import { SourceMap, type SourceMapping } from 'node:module'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { transformWithOxc } from 'vite'
import { applyEdits, type Edit } from '../../cli/edits.ts'

const SOURCE = `const first = 1
export function second(third: number) {
  return first + third
}
export const fourth = () => second(5)
`
/** The line and column of each name in a text. */
const placesOf = (text: string) =>
  ['first', 'second', 'third', 'fourth'].map((name) => {
    const offset = text.indexOf(name)
    const line = text.slice(0, offset).split('\n').length - 1
    return { name, offset, line, column: offset - (text.lastIndexOf('\n', offset - 1) + 1) }
  })

it('maps every remaining name to its place in the source', async () => {
  const { code, map } = await transformWithOxc(SOURCE, 'a.ts', { sourcemap: true })
  const places = placesOf(SOURCE)
  const sample = fc.array(
    fc.record({ at: fc.nat(code.length), text: fc.constantFrom('', '/*x*/', 'a;\nb;\n', '\n'), length: fc.nat(6) }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(sample, (wanted) => {
      const edits: Edit[] = []
      for (const { at, text, length } of wanted.sort((a, b) => a.at - b.at)) {
        const end = Math.min(code.length, at + length)
        if (!edits.some((edit) => at <= edit.end && end >= edit.start)) edits.push({ start: at, end, text })
      }
      const edited = applyEdits(code, JSON.stringify(map), edits)
      const payload = JSON.parse(edited.map ?? '') as ConstructorParameters<typeof SourceMap>[0]
      const found = new SourceMap(payload)
      for (const { name, offset } of placesOf(code)) {
        if (edits.some(({ start, end }) => start < offset + name.length && end > offset)) continue
        const shift = edits
          .filter(({ end }) => end <= offset)
          .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0)
        const before = edited.code.slice(0, offset + shift).split('\n')
        const entry = found.findEntry(before.length - 1, before.at(-1)?.length ?? 0) as SourceMapping
        const place = places.find((each) => each.name === name)
        expect(edited.code.slice(offset + shift, offset + shift + name.length)).toBe(name)
        expect([entry.originalLine, entry.originalColumn]).toEqual([place?.line, place?.column])
      }
    }),
  )
})

it('adds no map to a file that has none', () => {
  expect(applyEdits('abc', undefined, [{ start: 1, end: 2, text: 'X' }])).toEqual({ code: 'aXc', map: undefined })
})
