/**
 * `walletkit build`: runs the project's own vite build, or walletkit's own for a page without a vite config, then
 * prints the report. Exits with 1 when the config has issues or a check of the report fails.
 */
import { print } from '../answer.ts'
import { writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { isObject } from '../../schema/pieces.ts'
import { configOption } from '../configOption.ts'
import { execCommand } from '../create/packageManager.ts'
import { Failure, reasonOf } from '../failure.ts'
import { messages } from '../messages.ts'
import { loadVite, type Vite, viteConfig } from '../project.ts'
import { rootsOf } from '../roots.ts'
import { budgetsOf, looser, pluginBudgets, type Report, withBridges } from '../report.ts'
import { reportText } from '../reportText.ts'
import { writeChanges } from '../changes.ts'
import { besideFiles } from '../stages/beside.ts'
import { featureRows } from '../stages/featureRows.ts'
import { collector, type Output } from '../stages/collect.ts'
import { leftovers } from '../stages/leftovers.ts'
import { loadConfig } from '../stages/load.ts'
import { findManager } from '../stages/packageManager.ts'
import { sbomOf } from '../stages/sbom.ts'
import { secure } from '../stages/security.ts'
import { select } from '../stages/select.ts'
import { weigh } from '../stages/weigh.ts'
import { weighReact } from '../stages/weighReact.ts'
import { walletkit } from '../vite.ts'
import { answer, type CommonFlags, say, tell } from './check.ts'

export type BuildFlags = CommonFlags & { mode?: string; sbom?: string }

export async function build(flags: BuildFlags): Promise<number> {
  const report = await buildReport(flags)
  if (!report) return 1
  if (flags.sbom !== undefined)
    await writeFile(resolve(flags.root ?? '.', flags.sbom), `${JSON.stringify(report.sbom, null, 2)}\n`)
  const root = resolve(flags.root ?? '.')
  const beside = besideFiles(report)
  await writeChanges(root, beside)
  const files = beside.flatMap(({ file }) => (file.endsWith('.gitignore') ? [] : [file]))
  if (flags.json) answer({ ...report, written: files })
  else print(`${reportText(report, files, await nextSteps(root, report))}\n`)
  if (!report.ok && flags.json) for (const line of report.leftovers) say(line)
  return report.ok ? 0 : 1
}

/** Builds and reports the result. Returns undefined when the config has issues, after it has printed them. */
export async function buildReport({
  config,
  json,
  mode,
  root: folder = process.cwd(),
}: BuildFlags): Promise<Report | undefined> {
  const started = performance.now()
  const root = resolve(folder)
  const loaded = await loadConfig(root, config)
  const selection = select(loaded)
  if (!selection) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, selection, false)
    return undefined
  }
  const vite = await loadVite(root)
  const { output, base } = await run(vite, root, config, mode)
  const react = await weighReact(vite, root, output.files)
  const weights = weigh(output.files, rootsOf(selection), react, selection.config)
  const isRollup = (vite as Partial<Vite>).rolldownVersion === undefined
  const own = isObject(loaded.value) ? loaded.value.budgets : undefined
  const usual = withBridges(selection.budgets, weights.bridges)
  const limits = { ...(isRollup ? looser(usual) : usual), ...(isObject(own) && own) }
  const budgets = [...budgetsOf(weights, limits), ...pluginBudgets(weights, selection.plugins)]
  const left = await leftovers(output.files, selection.off, selection.plugins, selection.parts, selection.chains)
  return {
    ok: budgets.every(({ holds }) => holds) && !left.length,
    folder: relative(root, output.folder) || '.',
    weights,
    rows: featureRows(weights, selection),
    sandbox: selection.sandbox,
    budgets,
    plugins: selection.plugins.map(({ id }) => id),
    leftOut: selection.leftOut,
    byDefault: selection.byDefault,
    notes: [...selection.notes, ...(isRollup ? [messages.rollup(vite.version)] : [])],
    leftovers: left,
    ...secure(selection, output.files, base),
    sbom: await sbomOf(output.files, root),
    seconds: Math.round((performance.now() - started) / 10) / 100,
  }
}

/**
 * What to do next, one line each, most with a command. After a failure: mend what the report names, and `walletkit
 * size`. After a good build: look at it (`vite preview`, or any web server if there is no vite config), name own
 * services if it uses the sandbox, get the policy for the server (`walletkit csp`), and check the services (`walletkit
 * doctor`).
 */
async function nextSteps(root: string, { ok, folder, sandbox }: Report): Promise<string[]> {
  const { manager } = await findManager(root)
  const exec = (command: string) => execCommand(manager, command)
  if (!ok) return [messages.nextMend, messages.nextWeigh(exec('walletkit size'))]
  return [
    viteConfig(root) ? messages.nextPreview(exec('vite preview')) : messages.nextServe(folder),
    ...(sandbox ? [messages.nextServices] : []),
    messages.nextPolicySent(exec('walletkit csp --for nginx')),
    messages.nextDoctor(exec('walletkit doctor --online')),
  ]
}

/**
 * Runs vite's build of the project and collects its files. A project without a vite config is a plain page, so it gets
 * the script-tag build. Throws a Failure if the build fails.
 */
async function run(
  vite: Vite,
  root: string,
  config: string | undefined,
  mode: string | undefined,
): Promise<{ output: Output; base: string }> {
  const { plugin, output } = collector()
  const file = viteConfig(root)
  const own = file ? configOption(config) : [walletkit({ script: true, ...(config !== undefined && { config }) })]
  let base = '/'
  const look = {
    name: 'walletkit:base',
    configResolved: (resolved: { base: string }) => void (base = resolved.base),
    // Drop the bundler's warnings about 'use client': React libraries cause one per file, and they would bury the
    // report.
    onLog: (_level: string, { code }: { code?: string }) => code !== 'MODULE_LEVEL_DIRECTIVE',
  }
  try {
    await vite.build({
      root,
      logLevel: 'warn',
      customLogger: quiet(vite),
      plugins: [...own, plugin, look],
      ...(!file && { configFile: false as const }),
      ...(mode !== undefined && { mode }),
    })
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(messages.buildFailed(reasonOf(error)))
  }
  if (!output.api) throw new Failure(messages.missingVitePlugin(file ?? 'vite.config'))
  return { output, base }
}

/** Sends vite's warnings and errors to stderr, because stdout carries only the report. */
export function quiet(vite: Vite) {
  const logger = vite.createLogger('warn')
  return {
    ...logger,
    info: () => {},
    warn: (text: string) => say(text),
    warnOnce: (text: string) => say(text),
    error: (text: string) => say(text),
  }
}
