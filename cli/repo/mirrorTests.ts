import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dirname } from 'node:path/posix'
import { ROOT } from './run.ts'

/**
 * The unit tests to run for changed files. Tests mirror the source: for `runtime/http/client.ts` they are in
 * `tests/runtime/http/client.test.ts`, or, if that does not exist, all those in `tests/runtime/http`. A test file that
 * changed is itself in the result.
 */
export async function mirrorTests(changed: readonly string[], root = ROOT): Promise<string[]> {
  const all = await testFiles(root)
  const mirrored = changed.flatMap((path) => {
    if (all.has(path)) return [path]
    if (path.startsWith('tests/')) return []
    const stem = `tests/${path.replace(/\.[^./]+$/, '')}`
    const own = [`${stem}.test.ts`, `${stem}.test.tsx`].filter((test) => all.has(test))
    return own.length ? own : [...all].filter((test) => dirname(test) === dirname(stem))
  })
  return [...new Set(mirrored)].sort()
}

const UNIT = /^tests\/(runtime|plugins|schema|cli|sandbox|server|examples)\/.*\.test\.tsx?$/

async function testFiles(root: string): Promise<Set<string>> {
  const entries = await readdir(join(root, 'tests'), { recursive: true })
  return new Set(entries.map((path) => `tests/${path.replaceAll('\\', '/')}`).filter((path) => UNIT.test(path)))
}
