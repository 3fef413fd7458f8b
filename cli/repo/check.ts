/**
 * `npm run check [-- REF]`: quick feedback while editing, usually within two minutes. Checks format and lint, runs the
 * unit tests of the files that differ from a commit (default: the last one), and checks all types.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles } from './changedFiles.ts'
import { mirrorTests } from './mirrorTests.ts'
import { main, ROOT, run, say } from './run.ts'

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)
const CODE = /\.(m?[jt]s|tsx)$/
const LINTED = /\.(m?[jt]s|tsx|css)$/

main(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const changed = await changedFiles(positionals[0] ?? 'HEAD')
  const code = changed.filter((path) => CODE.test(path))
  const linted = changed.filter((path) => LINTED.test(path))
  const tests = await mirrorTests(code)
  // When a style sheet changed, also check that its minified module was generated again.
  if (linted.length > code.length) tests.push('tests/cli/repo/styleSheets.test.ts')
  say(`· ${changed.length} changed files, ${tests.length} files of unit tests`)
  const steps: [name: string, command: string[]][] = [
    ['types', [process.execPath, join(ROOT, 'node_modules/@typescript/native/bin/tsc'), '-p', 'tsconfig.json']],
  ]
  if (changed.length) steps.unshift(['format', [bin('prettier'), '--check', '--ignore-unknown', ...changed]])
  if (linted.length) steps.push(['lint', [bin('eslint'), '--no-warn-ignored', ...linted]])
  if (code.length) steps.push(['typed-lint', [bin('oxlint'), '--quiet', '--no-error-on-unmatched-pattern', ...code]])
  if (tests.length) steps.push(['unit', [bin('vitest'), 'run', '--project', 'unit', '--project', 'relay', ...tests]])

  const failed: string[] = []
  for (const [name, [file = '', ...args]] of steps) {
    const started = performance.now()
    const { code: exit, stdout, stderr } = await run(file, args)
    if (exit !== 0) failed.push(name)
    if (exit !== 0) process.stderr.write(stdout + stderr)
    say(
      `  ${exit === 0 ? 'passed' : 'failed'}  ${name.padEnd(10)} ${((performance.now() - started) / 1000).toFixed(1)} s`,
    )
  }
  say(
    failed.length ? `Failed: ${failed.join(', ')}` : 'All well. `npm test` is what a change must pass before it lands.',
  )
  return failed.length ? 1 : 0
})
