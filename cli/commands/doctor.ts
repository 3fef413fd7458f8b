/** `walletkit doctor`: looks for common problems and suggests a fix for each. */
import { print } from '../answer.ts'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SANDBOX_URL } from '../../schema/services.ts'
import { readText } from '../changes.ts'
import type { Manager } from '../create/packageManager.ts'
import { fail, type Finding, findingText, ok, warn } from '../doctor/finding.ts'
import { checkCopies, checkNode, checkPeers } from '../doctor/packages.ts'
import { checkPolicies, findPolicies } from '../doctor/policies.ts'
import { CONFIG_FILE, messages } from '../messages.ts'
import { packageRoot, readJson } from '../package.ts'
import { sandboxRoot, viteConfig } from '../project.ts'
import { detectFramework, FRAMEWORK_NAMES, hasOwnBuild } from '../stages/framework.ts'
import { loadConfig } from '../stages/load.ts'
import { readManifest } from '../stages/manifest.ts'
import { addCommand, findManager } from '../stages/packageManager.ts'
import { portFree, sandboxAnswers, unreachable } from '../stages/probe.ts'
import { secure } from '../stages/security.ts'
import { select, type Selection } from '../stages/select.ts'
import { readSources } from '../stages/sources.ts'
import { answer, type CommonFlags } from './check.ts'

export type DoctorFlags = CommonFlags & { online?: boolean }

/**
 * Runs the checks and prints their findings. Resolves with the exit code: 1 when a check fails, else 0; warnings do not
 * count. Without `--online`, contacts no host but the sandbox, if the config names it.
 */
export async function doctor({ config, json, online, root: folder = process.cwd() }: DoctorFlags): Promise<number> {
  const root = resolve(folder)
  const { manager } = await findManager(root)
  const own = await readJson(join(packageRoot, 'package.json'))
  const findings = [
    checkNode(own),
    ...(await checkPeers(root, own, await importedDoors(root), manager)),
    ...(await checkCopies(root, manager)),
    await checkVitePlugin(root),
  ]
  const { finding, selection } = await readSelection(root, config)
  findings.push(finding)
  const notChecked: string[] = []
  if (selection) {
    const { csp, hosts } = secure(selection, [], '/')
    for (const { at, url } of selection.unencrypted)
      findings.push(warn('encryption', `${at} is ${url}, without encryption.`, 'Write https.'))
    if (selection.sandbox) findings.push(...(await checkSandbox(root, manager)))
    findings.push(...checkPolicies(await findPolicies(root), csp))
    const sandbox = selection.sandbox ? new URL(sandboxUrl()).host : undefined
    const outside = [...new Set([...hosts.connect, ...hosts.images])]
      .filter((each) => new URL(each).host !== sandbox)
      .sort()
    if (online) findings.push(...(await Promise.all(outside.map(checkHost))))
    else notChecked.push(...outside)
  }
  const good = findings.every(({ level }) => level !== 'fail')
  if (json) answer({ ok: good, findings, notChecked })
  else {
    const told = [...findings.map(findingText), ...(notChecked.length ? [messages.notChecked(notChecked)] : [])]
    print(`${told.join('\n')}\n`)
  }
  return good ? 0 : 1
}

/** The entry points of walletkit that the project's source names in quotes, such as `wagmi` for `walletkit/wagmi`. */
async function importedDoors(root: string): Promise<Set<string>> {
  const sources = await readSources(root, root)
  return new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/['"]walletkit\/([\w-]+)['"]/g)].flatMap(([, name]) => name ?? [])),
  )
}

/** Whether the project's vite config uses `walletkit()`. Reads the config as text only; it does not run it. */
async function checkVitePlugin(root: string): Promise<Finding> {
  const file = viteConfig(root)
  const framework = detectFramework(root, (await readManifest(root)) ?? {})
  if (hasOwnBuild(framework))
    return ok('vite plugin', `${FRAMEWORK_NAMES[framework]} has a build of its own: walletkit emit writes the module.`)
  if (file !== undefined) {
    const text = (await readText(join(root, file))) ?? ''
    return /['"]walletkit\/vite['"]|\/cli\/vite\.ts['"]/.test(text) && /\bwalletkit\s*\(/.test(text)
      ? ok('vite plugin', `${file} uses walletkit().`)
      : fail('vite plugin', `${file} does not use walletkit().`, messages.missingVitePlugin(file))
  }
  if (framework === 'html' && existsSync(join(root, 'index.html')))
    return ok('vite plugin', 'No vite config: walletkit build makes one script for the page.')
  return warn('vite plugin', 'There is no vite config, and no index.html.', 'Run: walletkit init')
}

async function readSelection(
  root: string,
  file: string = CONFIG_FILE,
): Promise<{ finding: Finding; selection?: Selection }> {
  if (!existsSync(resolve(root, file)))
    return { finding: fail('config', `There is no ${file}.`, 'Run: walletkit init') }
  const loaded = await loadConfig(root, file)
  const selection = select(loaded)
  return selection
    ? { finding: ok('config', `${file} is fine.`), selection }
    : { finding: fail('config', messages.issues(loaded.issues.length, file), 'Run: walletkit check') }
}

const sandboxUrl = () => process.env.WALLETKIT_SANDBOX_URL || SANDBOX_URL

async function checkSandbox(root: string, manager: Manager): Promise<Finding[]> {
  const url = sandboxUrl()
  const installed =
    sandboxRoot(root) === undefined
      ? fail(
          'sandbox',
          'The config names the sandbox, and walletkit-sandbox is not installed.',
          `Run: ${addCommand(manager, ['walletkit-sandbox'], true)}`,
        )
      : ok('sandbox', 'walletkit-sandbox is installed.')
  const { hostname, port } = new URL(url)
  if (await sandboxAnswers(url)) return [installed, ok('sandbox port', `A sandbox answers at ${url}.`)]
  if (await portFree(hostname, Number(port || 80))) return [installed, ok('sandbox port', `${url} is free.`)]
  return [
    installed,
    warn('sandbox port', `Something else listens at ${url}.`, 'End it; else walletkit dev takes the next free port.'),
  ]
}

async function checkHost(origin: string): Promise<Finding> {
  // A relay also answers plain HTTP at its address, even if only to ask for a WebSocket upgrade.
  const reason = await unreachable(origin.replace(/^ws/, 'http'))
  return reason === undefined
    ? ok('host', `${origin} answers.`)
    : fail('host', `${origin} does not answer: ${reason}.`, 'Check the address in the config, and your connection.')
}
