import { afterEach, expect, it } from 'vitest'
import fc from 'fast-check'
import { bytesFrom, holdBuffer } from '../../../../runtime/remote/patches/buffer.ts'

const node = globalThis.Buffer
const page = globalThis as { Buffer?: unknown }
afterEach(() => void (page.Buffer = node))

it('returns the same results as Node’s Buffer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.uint8Array(), (text, ascii, bytes) => {
      for (const kind of ['hex', 'base64', 'utf-8'] as const) {
        expect(bytesFrom(bytes).toString(kind)).toBe(node.from(bytes).toString(kind))
        expect(bytesFrom(text).toString(kind)).toBe(node.from(text).toString(kind))
      }
      expect([...bytesFrom(node.from(bytes).toString('hex'), 'hex')]).toEqual([...bytes])
      expect([...bytesFrom(ascii, 'hex')]).toEqual([...node.from(ascii, 'hex')])
      expect([...bytesFrom(node.from(bytes).toString('base64'), 'base64')]).toEqual([...bytes])
      expect([...bytesFrom(node.from(bytes).toString('base64url'), 'base64')]).toEqual([...bytes])
    }),
  )
})

it('is installed on the page while it is in use, and only if the page has no Buffer', () => {
  const ours = holdBuffer()
  expect(page.Buffer).toBe(node)
  ours()
  delete page.Buffer
  const [one, two] = [holdBuffer(), holdBuffer()]
  expect(page.Buffer).toBeDefined()
  one()
  one()
  expect(page.Buffer).toBeDefined()
  two()
  expect(page).not.toHaveProperty('Buffer')
})
