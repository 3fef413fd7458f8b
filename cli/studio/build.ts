/** Builds a draft of the config in memory, as a script-tag page, and reports what it weighs and contacts. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, reasonOf } from '../failure.ts'
import { messages } from '../messages.ts'
import { sourceRoot } from '../package.ts'
import type { Vite } from '../project.ts'
import { budgetsOf, type Budget, pluginBudgets } from '../report.ts'
import { rootsOf } from '../roots.ts'
import { collector, type OutputFile } from '../stages/collect.ts'
import { type FeatureRow, featureRows } from '../stages/featureRows.ts'
import type { Loaded } from '../stages/load.ts'
import { secure } from '../stages/security.ts'
import { select, type Selection } from '../stages/select.ts'
import { weigh } from '../stages/weigh.ts'
import { weighReact } from '../stages/weighReact.ts'
import { trimmed } from '../trim.ts'

export type DraftReport = {
  rows: FeatureRow[]
  budgets: Budget[]
  total: number
  hosts: string[]
  /** The names of the modal's views that the studio's preview can open. */
  views: string[]
  /** Whether the preview has the test wallet, which it has if the config has an EVM network with an RPC URL. */
  hasWallet: boolean
}
export type BuiltDraft = { report: DraftReport; files: ReadonlyMap<string, Buffer>; csp: string }

/** The core's views that the preview can open, because they need no parameters. */
const CORE_VIEWS = ['Connect', 'AllWallets', 'WhatIsAWallet', 'GetWallet', 'Account', 'Networks', 'Connections']

/**
 * Builds a draft of the config in memory.
 * @throws Failure when the config has issues, and with vite's reason when the build fails
 */
export async function buildDraft(vite: Vite, root: string, loaded: Loaded): Promise<BuiltDraft> {
  const selection = select(loaded)
  if (!selection) throw new Failure(messages.issues(loaded.issues.length, loaded.file))
  const output = await bundle(vite, root, loaded)
  const weights = weigh(output, rootsOf(selection), await weighReact(vite, root, output), selection.config)
  const { csp, hosts } = secure(selection, output, './')
  const wallet = await testWallet(selection)
  const files = new Map(output.map(({ name, content }) => [name, content]))
  files.set('wallet.js', Buffer.from(wallet))
  const report = {
    rows: featureRows(weights, selection),
    budgets: [...budgetsOf(weights, selection.budgets), ...pluginBudgets(weights, selection.plugins)],
    total: weights.total.overReact,
    hosts: [...new Set([...hosts.connect, ...hosts.images, ...hosts.frames])],
    views: [...CORE_VIEWS, ...selection.plugins.flatMap(({ views }) => views)],
    hasWallet: wallet !== '',
  }
  return { report, files, csp }
}

async function bundle(vite: Vite, root: string, loaded: Loaded): Promise<OutputFile[]> {
  const { plugin, output } = collector(true)
  // Use only `resolve` of the project's vite config: the project's walletkit plugins may need its aliases and
  // conditions.
  const { config: own = {} } =
    (await vite.loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, root)) ?? {}
  try {
    await vite.build({
      root,
      configFile: false,
      logLevel: 'silent',
      ...(own.resolve && { resolve: own.resolve }),
      plugins: [trimmed({ script: true }, { load: () => Promise.resolve(loaded), isAlone: true }), plugin],
      build: { write: false, copyPublicDir: false },
    })
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(messages.buildFailed(reasonOf(error)))
  }
  return output.files
}

/** A script with the test wallet of `walletkit/test` on the EVM networks of the config; '' when it has none. */
async function testWallet({ config }: Selection): Promise<string> {
  const chains = (config.networks ?? []).flatMap(({ id, chainNamespace = 'eip155', rpcUrls }) => {
    const [rpcUrl] = rpcUrls.default.http
    return chainNamespace === 'eip155' && rpcUrl !== undefined ? [{ id: Number(id), rpcUrl }] : []
  })
  if (!chains.length) return ''
  const extension = sourceRoot.endsWith('dist') ? 'js' : 'ts'
  const { testWalletScript } = (await import(
    pathToFileURL(join(sourceRoot, `runtime/test/script.${extension}`)).href
  )) as { testWalletScript: (options: object) => Promise<string> }
  return testWalletScript({ chains, expose: true, remember: false })
}
