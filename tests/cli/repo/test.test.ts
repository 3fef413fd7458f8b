/** A step that nobody knows must not pass for one that ran. */
import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'
import { ROOT } from '../../../cli/repo/run.ts'

it.each([
  ['test', 'typo', 'No step is called typo: there are format, types,'],
  ['test', 'relay', 'No step is called relay'],
  ['bare', '--rows=99', 'No such row in --rows: there are 1 to'],
])('npm run %s with %s ends with 1 and says what there is', async (command, option, words) => {
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, ['cli/repo/start.mjs', command, option], { cwd: ROOT }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: out + err }),
    )
  })
  expect(code).toBe(1)
  expect(said).toContain(words)
})
