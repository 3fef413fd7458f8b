import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unifiedDiff } from '../../../cli/stages/diff.ts'

it('prints the same diff as git', () => {
  const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4,\n  "e": 5\n}\n'
  expect(unifiedDiff('x.json', before, before.replace('"d": 4', '"d": 5'))).toBe(
    '--- a/x.json\n+++ b/x.json\n@@ -2,6 +2,6 @@\n   "a": 1,\n   "b": 2,\n   "c": 3,\n-  "d": 4,\n+  "d": 5,\n   "e": 5\n }\n',
  )
  expect(unifiedDiff('x.json', before, before)).toBe('')
  expect(unifiedDiff('new', undefined, 'a\nb')).toBe(
    '--- /dev/null\n+++ b/new\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n',
  )
  expect(unifiedDiff('x', 'a\r\nb\r\n', 'a\r\nc\r\n')).toBe('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n')
})

/**
 * Applies a diff, as an independent reader of the format: by the hunks' line numbers, and checking every kept and
 * removed line.
 */
function applied(text: string, diff: string): string {
  const source = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const out: string[] = []
  let at = 0
  const body = diff.split('\n').slice(2, -1)
  for (const [index, line] of body.entries()) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(line)
    if (head) {
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1)
      while (at < start) out.push(source[at++] ?? '')
      expect(out.length).toBe(Number(head[3]) - (head[4] === '0' ? 0 : 1))
      continue
    }
    if (line.startsWith('\\')) continue
    const whole = line.slice(1) + (body[index + 1]?.startsWith('\\') ? '' : '\n')
    if (line[0] !== '+') expect(source[at++]).toBe(whole)
    if (line[0] !== '-') out.push(whole)
  }
  return [...out, ...source.slice(at)].join('')
}

const line = fc.constantFrom('a', 'b', 'c', '', '  x', '-', '+', '\\', 'é')
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, end]) => lines.join('\n') + (end && lines.length ? '\n' : ''))

it('turns any text into any other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff('f', before, after)
      expect(diff === '').toBe(before === after)
      if (diff) expect(applied(before, diff)).toBe(after)
    }),
    { numRuns: 300 },
  )
})

it('can be applied by git apply', () => {
  const root = mkdtempSync(join(tmpdir(), 'walletkit-diff-'))
  try {
    const many = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')
    const after = many.replace('line 3\n', '').replace('line 30', 'line thirty\nline more').replace('line 39', 'end\n')
    writeFileSync(join(root, 'f.txt'), many)
    writeFileSync(join(root, 'p.diff'), unifiedDiff('f.txt', many, after) + unifiedDiff('g.txt', undefined, 'new\n'))
    execFileSync('git', ['apply', 'p.diff'], { cwd: root, stdio: 'pipe' })
    expect(readFileSync(join(root, 'f.txt'), 'utf8')).toBe(after)
    expect(readFileSync(join(root, 'g.txt'), 'utf8')).toBe('new\n')
  } finally {
    rmSync(root, { recursive: true })
  }
})
