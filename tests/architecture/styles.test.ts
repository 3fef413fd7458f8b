/** The lint rules for style sheets refuse what stays the same when the page is mirrored for a right-to-left language. */
import { ESLint } from 'eslint'
import { expect, it } from 'vitest'
import { ROOT } from './graph.ts'

const eslint = new ESLint({ cwd: ROOT })

async function refusals(declarations: string): Promise<string[]> {
  const [result] = await eslint.lintText(`.a {\n${declarations}\n}\n`, { filePath: 'runtime/ui/a.css' })
  return (result?.messages ?? []).map(({ ruleId, line }) => `${line - 1} ${ruleId ?? 'syntax'}`)
}

it('refuses properties and values that name a side of the screen', async () => {
  const physical = ['margin-left: 1px;', 'padding-right: 1px;', 'left: 0;', 'border-left: 0;', 'text-align: left;']
  expect(await refusals(physical.join('\n'))).toEqual(
    physical.map((_, at) => `${at + 1} css/prefer-logical-properties`),
  )
})

it('refuses four values whose left and right differ', async () => {
  const sides = ['padding: 0 8px 0 6px;', 'margin: 0 calc(1px + 2px) 0 0;', 'inset: 0 1px 0 2px;']
  expect(await refusals(sides.join('\n'))).toEqual(sides.map((_, at) => `${at + 1} mirrored/same-sides`))
})

it('refuses properties and values that no browser knows', async () => {
  expect(await refusals('colr: red;\ndisplay: gird;')).toEqual([
    '1 css/no-invalid-properties',
    '2 css/no-invalid-properties',
  ])
})

it('accepts logical properties, sizes, and shorthands with equal sides', async () => {
  const fine =
    'margin-inline-start: 1px;\npadding-inline: 6px 8px;\nwidth: 1px;\npadding: 1px 2px 3px;\nmargin: 1px 2px 3px 2px;'
  expect(await refusals(fine)).toEqual([])
})
