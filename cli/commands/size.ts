/** `walletkit size`: builds, and reports the size of each feature and what changed since the last run. */
import { print } from '../answer.ts'
import { relative, resolve } from 'node:path'
import { type Change, readText, writeChanges } from '../changes.ts'
import { Failure, reasonOf } from '../failure.ts'
import { messages } from '../messages.ts'
import { compareSizes, readSizes, type Sizes, sizesOf, sizesText } from '../stages/sizes.ts'
import { type BuildFlags, buildReport } from './build.ts'
import { answer, say } from './check.ts'

/** Where the last report is saved, relative to the project's folder. */
export const SIZE_FILE = '.walletkit/size.json'

export type SizeFlags = BuildFlags & { compare?: string; dryRun?: boolean }

/**
 * Builds the project and prints its sizes. With `--dry-run` the report is not saved. Resolves with the exit code: 1
 * when the config has issues or a check of the build fails, else 0.
 */
export async function size({ compare, dryRun, ...flags }: SizeFlags): Promise<number> {
  const root = resolve(flags.root ?? process.cwd())
  const against = compare === undefined ? SIZE_FILE : relative(root, resolve(root, compare)).replaceAll('\\', '/')
  const before = await read(root, against, compare !== undefined)
  const report = await buildReport(flags)
  if (!report) return 1
  const sizes = sizesOf(report.weights)
  const rows = compareSizes(sizes, before)
  const kept = await readText(resolve(root, SIZE_FILE))
  const change: Change = { file: SIZE_FILE, before: kept, after: `${JSON.stringify(sizes, null, 2)}\n` }
  if (!dryRun) await writeChanges(root, [change])
  if (flags.json) {
    const { eager, firstOpen, total, features } = sizes
    const comparedWith = before ? against : undefined
    answer({
      ok: report.ok,
      eager,
      firstOpen,
      total,
      features,
      comparedWith,
      rows,
      kept: dryRun ? undefined : SIZE_FILE,
    })
  } else {
    print(`${messages.sizeHead}\n${sizesText(rows)}\n`)
    if (before) say(messages.comparedWith(against))
    if (!dryRun && kept === undefined) say(messages.sizeKept(SIZE_FILE))
  }
  for (const { name, bytes, limit, holds } of report.budgets) {
    if (!holds) say(messages.overBudget(name, bytes, limit))
  }
  for (const line of report.leftovers) say(line)
  return report.ok ? 0 : 1
}

/**
 * The report to compare with. If it is missing or unreadable: throws if the user named it (`asked`), else returns
 * undefined.
 */
async function read(root: string, file: string, asked: boolean): Promise<Sizes | undefined> {
  try {
    const text = await readText(resolve(root, file))
    if (text === undefined && asked) throw new Error('there is no such file')
    return text === undefined ? undefined : readSizes(text)
  } catch (error) {
    if (asked) throw new Failure(messages.unreadable(file, reasonOf(error)))
    return undefined
  }
}
