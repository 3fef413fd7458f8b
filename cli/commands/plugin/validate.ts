/** `walletkit plugin validate [folder]`: reports what would break a site's build or disturb its visitors. */
import { realpath } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Permissions } from '../../../schema/pieces.ts'
import { tellIssue } from '../../messages.ts'
import { toPiece } from '../../package.ts'
import { pluginBudgets } from '../../report.ts'
import { checkPlayground } from '../../stages/plugin/checkPlayground.ts'
import { finding, type Finding } from '../../stages/plugin/finding.ts'
import { inspect, type Inspected } from '../../stages/plugin/inspect.ts'
import { locateIn } from '../../stages/plugin/locate.ts'
import { measure, type Weight } from '../../stages/plugin/measure.ts'
import { answer, type CommonFlags, say } from '../check.ts'
import { messages, wants } from './messages.ts'

export type ValidateFlags = CommonFlags

export type Validated = Inspected & {
  id: string | undefined
  /** The permissions that the plugin asks for; undefined if it has errors other than an exceeded budget. */
  permissions: Permissions | undefined
  requires: readonly string[]
  weight: Weight | undefined
  /** Why the plugin was not weighed; undefined if it was, or if it has errors. */
  note: string | undefined
}

/**
 * Validates the plugin in a folder and prints what it finds. Resolves with the exit code: 1 when there is an error,
 * else 0; warnings alone do not count.
 */
export async function validate(
  given: string | undefined,
  { json, root = process.cwd() }: ValidateFlags,
): Promise<number> {
  const validated = await examine(resolve(root, given ?? '.'), root)
  if (json) answer(toJson(validated))
  tell(validated, json === true)
  return isValid(validated) ? 0 : 1
}

export const isValid = ({ findings }: Validated) => !findings.some(({ level }) => level === 'error')

/**
 * Reads the folder and, if there are no errors so far, builds a page that includes the plugin. The bundler is that of
 * `root` or the one beside walletkit, and not one in the plugin's folder, so that no code of the plugin runs; except
 * where walletkit itself runs from that folder.
 */
export async function examine(folder: string, root = process.cwd()): Promise<Validated> {
  const inspected = await inspect(await realpath(folder).catch(() => folder))
  const id = typeof inspected.manifest?.id === 'string' ? inspected.manifest.id : undefined
  const examined: Validated = {
    ...inspected,
    id,
    permissions: undefined,
    requires: [],
    weight: undefined,
    note: undefined,
  }
  if (!inspected.manifest || !isValid(examined)) return examined
  const piece = toPiece(inspected.manifest, { folder: inspected.folder, entry: inspected.entry, schema: undefined })
  const measured = await measure(inspected.folder, piece, root)
  const { permissions, requires } = piece
  // Skip the playground if required plugins are missing: it cannot work without them, and they are named below.
  const playground = 'required' in measured ? [] : await checkPlayground(inspected.folder, root)
  if (playground.length) return { ...examined, findings: [...examined.findings, ...playground] }
  if ('missing' in measured) return { ...examined, permissions, requires, note: messages.notMeasured(measured.missing) }
  if ('required' in measured) {
    const missing = measured.required.map((each) =>
      finding(
        ['requires'],
        messages.notInstalled(each),
        'a package of it in this folder, so that a page can be built',
        messages.installRequired(each),
      ),
    )
    const located = await Promise.all(missing.map((each) => locateIn(each, inspected)))
    return { ...examined, findings: [...examined.findings, ...located] }
  }
  if ('failure' in measured) {
    const expected = 'a page that builds'
    const failed = finding([], messages.buildFailed(measured.failure), expected, 'Correct what the build names.')
    return { ...examined, findings: [...examined.findings, failed] }
  }
  const over = pluginBudgets({ features: { [piece.id]: measured.weight } }, [piece]).filter(({ holds }) => !holds)
  const findings = await Promise.all(
    over.map(async ({ name, bytes, limit }) => {
      const part = name.split(' ').at(-1) ?? ''
      const found = finding(
        ['budget', part],
        messages.overBudget(part, bytes, limit),
        `at most ${limit} B`,
        `Make it lighter, or write ${part}: ${bytes}.`,
      )
      return locateIn(found, inspected)
    }),
  )
  return { ...examined, permissions, requires, findings: [...examined.findings, ...findings], weight: measured.weight }
}

/** Prints every finding, and how many errors there are. For a valid plugin prints the summary, unless `quiet`. */
export function tell(validated: Validated, quiet: boolean): void {
  const { findings, folder, id, permissions, requires, weight, note } = validated
  for (const found of findings) {
    const text = tellIssue(shown(found, folder))
    say(`${found.level === 'warning' ? messages.warning(text) : text}\n`)
  }
  const warnings = findings.filter(({ level }) => level === 'warning').length
  if (!isValid(validated)) {
    say(messages.invalid(findings.length - warnings, warnings))
    return
  }
  if (quiet) return
  say(messages.valid(id ?? '', warnings))
  if (permissions) for (const line of wants({ permissions, requires })) say(line)
  if (weight) say(messages.weighed(weight.eager, weight.lazy))
  if (note !== undefined) say(note)
}

/**
 * Rewrites the finding's file as a path from the current folder, so that it can be opened from there. If the plugin is
 * outside of the current folder, the path stays relative to the plugin.
 */
function shown(found: Finding, folder: string): Finding {
  const path = relative(process.cwd(), folder).replaceAll('\\', '/')
  const file = found.file ?? 'index.ts'
  return { ...found, file: path && !path.startsWith('..') ? `${path}/${file}` : file }
}

const toJson = (validated: Validated) => {
  const { id, folder, findings, permissions, requires, weight, note } = validated
  return { ok: isValid(validated), id, folder, findings, permissions, requires, weight, note }
}
