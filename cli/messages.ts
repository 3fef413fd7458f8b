/** Messages of the CLI. */
import type { Issue } from '../schema/issue.ts'

export const CONFIG_FILE = 'walletkit.config.json'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** An issue as text for the terminal. With `text`, the config's text, it shows the affected line with a caret below. */
export function tellIssue(found: Issue, text?: string): string {
  const { file, line, column, path, message, expected, nearest, fix } = found
  const place = `${file ?? CONFIG_FILE}${line === undefined ? '' : `:${line}:${column}`}`
  return [
    `${place}  ${path}`,
    ...(text === undefined ? [] : excerpt(found, text)),
    `  ${message}`,
    `  expected: ${expected}`,
    ...(nearest === undefined ? [] : [`  nearest:  ${nearest}`]),
    `  fix:      ${fix}`,
  ].join('\n')
}

/**
 * The config's text for messages; undefined if an issue is about a secret, which must not reach a terminal or a log.
 */
export const shownText = ({ issues, text }: { issues: readonly Issue[]; text: string }) =>
  issues.some(({ isSecret }) => isSecret) ? undefined : text

const SHOWN = 100

/** The affected line, cut to {@link SHOWN} characters, and a caret under the column. */
function excerpt({ line, column }: Issue, text: string): string[] {
  if (line === undefined || column === undefined) return []
  const source = (text.split('\n')[line - 1] ?? '').replace(/\r$/, '').replace(/^\ufeff/, ' ')
  const start = Math.max(0, Math.min(column - 1 - SHOWN / 2, source.length - SHOWN))
  const shown = source.slice(start, start + SHOWN)
  // Keep tabs, so that the caret is under the same column in the terminal.
  const gap = shown.slice(0, column - 1 - start).replace(/[^\t]/g, ' ')
  const margin = `  ${line} | `
  return [margin + shown, `${' '.repeat(margin.length - 2)}| ${gap}^`]
}

export const messages = {
  noConfig: (path: string) =>
    `There is no ${path}. Run this where your config is, name it with --config, or start with: npm create walletkit`,
  unreadable: (path: string, reason: string) => `${path} cannot be read: ${reason}`,
  issues: (count: number, file: string) => `${plural(count, 'problem')} in ${file}`,
  checked: (file: string, plugins: readonly string[], networks: number) =>
    `${file} is fine: ${plural(networks, 'network')}, ${plugins.length ? plugins.join(', ') : 'no plugin'}.`,
  leftOut: (features: readonly string[]) =>
    `Left out, not in this version or without their service: ${features.join(', ')}.`,
  faint: ({ mode, text, ground, ratio }: { mode: string; text: string; ground: string; ratio: number }) =>
    `theme: ${text} on ${ground} has a contrast of ${ratio.toFixed(1)} in ${mode} mode, and 4.5 is the least that everybody can read.`,
  unreviewed: (tags: readonly string[]) =>
    `languages: no native speaker has read ${tags.join(', ')} yet. Read what your visitors will see, and tell us what is wrong.`,
  unencrypted: ({ at, url }: { at: string; url: string }) =>
    `Careful: ${at} is ${url}, without encryption: whoever is on the way can read and change its answers. Write https.`,
  guestLeaves: (plugin: string, file: string, target: string, folder: string) =>
    `The plugin ${plugin} may not put a file of yours into the page: ${file} names ${target}, which is outside of ${folder}. If the plugin is yours, move the file into its folder; otherwise remove the plugin.`,
  noService: (feature: string, service: string) =>
    `features.${feature} can use services.${service}, which the config does not name.`,
  noRelay:
    'No QR codes and no phone wallets: the config names no services.relay. Name one, or write "enableWalletConnect": false.',
  onByDefault: (features: readonly string[]) =>
    `On by default, without being named in the config: ${features.join(', ')}. Write "<feature>": false to leave one out.`,
  missingVite: (install: string) => `The project has no vite. Run: ${install}`,
  missingVitePlugin: (file: string) =>
    `${file} does not use walletkit(). Add: import { walletkit } from 'walletkit/vite' and put walletkit() among its plugins.`,
  missingSandbox: (install: string) =>
    `The config names the sandbox, and the project has no walletkit-sandbox. Run: ${install}`,
  noSandbox: (install: string) => `The project has no walletkit-sandbox. Run: ${install}`,
  sandboxPort: (wanted: string, got: string) => `${wanted} is taken; the sandbox listens at ${got}.`,
  sandboxReady: (url: string) => `Sandbox: ${url}`,
  sandboxElsewhere: (url: string) => `Using the sandbox that runs at ${url}.`,
  pageReady: (urls: readonly string[]) => `Page:    ${urls.join('  ')}`,
  pageConfig: (file: string) => `Config:  ${file}, for the page and the sandbox.`,
  otherConfig: (viteFile: string, file: string) =>
    `${viteFile} names ${file}, and the sandbox follows ${CONFIG_FILE}. To use one config for both, run: walletkit dev --config ${file}`,
  emitConfig: (file: string) =>
    `${file} is for the sandbox only: this page imports what walletkit emit wrote. To change the page, run: walletkit emit --config ${file}`,
  noTestWallet: 'walletkit: no sandbox answers, so there is no Test wallet. Start it with: walletkit dev',
  stopHint: 'Ctrl-C stops both.',
  stopped: 'Stopped.',
  stale: (path: string, command: string) => `${path} is not as it should be. Run: ${command}`,
  upToDate: (path: string) => `${path} is as it should be.`,
  emitted: (path: string) => `Written: ${path}`,
  unknownFeature: (feature: string, near: string | undefined, known: readonly string[]) =>
    `There is no feature "${feature}".${near ? ` Did you mean "${near}"?` : ''} Features: ${known.join(', ')}.`,
  optionOfPlugin: '--option is for plugins of others. Write the options of a feature into the config.',
  notYet: (feature: string) => `features.${feature} is not in this version.`,
  alreadyOn: (feature: string) => `features.${feature} is on already.`,
  alreadyOff: (feature: string) => `features.${feature} is off already.`,
  added: (feature: string) => `features.${feature} is on.`,
  removed: (feature: string) => `features.${feature} is off; the next build holds no byte of it.`,
  building: (root: string) => `Building ${root}`,
  buildFailed: (reason: string) => `The build failed: ${reason}`,
  rollup: (version: string) =>
    `vite ${version} bundles with Rollup, which leaves about half more of walletkit in the first files than vite 8 does; the budgets are that much higher.`,
  overBudget: (name: string, bytes: number, limit: number) =>
    name.includes(' ')
      ? `Over budget: the plugin ${name} is ${bytes} B, its manifest promises ${limit} B. Tell its author.`
      : `Over budget: ${name} is ${bytes} B of walletkit over React, the budget is ${limit} B. Turn a feature off, or raise budgets.${name}.`,
  offModule: (feature: string, module: string) =>
    `features.${feature} is off, and the build holds its module ${module}. Remove the import.`,
  notDrawn: (reason: string) =>
    `The build could not draw the modal's first view ahead, so the modal shows only once React has loaded. ${reason}`,
  noScreens: (bytes: string) =>
    `walletkit: ${bytes} of screens in this build, because the config says "headless": true`,
  screensLeft: (bytes: number) =>
    `The config says "headless": true, and the build holds ${kilobytes(bytes)} of screens. Remove what imports them.`,
  devtools:
    'The build holds walletkit/devtools, which is for development. Import it as `if (import.meta.env.DEV) void import(…)`.',
  offLogin: (module: string) =>
    `No plugin of the build signs people in, and the build holds its module ${module}. Remove the import.`,
  offSignIn: (module: string) => `siwx is off, and the build holds its module ${module}. Remove the import.`,
  strayChain: (namespace: string, module: string) =>
    `No network of ${namespace} is configured, and the build holds its module ${module}. Remove the import.`,
  offMarker: (feature: string, marker: string, file: string) =>
    `features.${feature} is off, and ${file} holds its "${marker}". Remove what uses it.`,
  notChecked: (hosts: readonly string[]) => `Not checked: ${hosts.join(' ')}. Ask them with --online.`,
  write: (file: string) => `Write ${file}`,
  nothingWritten: 'Nothing was written.',
  issuesLeft: (count: number) => `${plural(count, 'problem')} left, which no migration knows: walletkit check`,
  sizeHead: 'Gzip bytes of walletkit, without React and without the page itself:',
  comparedWith: (file: string) => `Compared with ${file}.`,
  sizeKept: (file: string) => `Kept in ${file}, for the next comparison; .gitignore may name .walletkit/.`,
  nextPolicy:
    'Next puts inline scripts into its pages: its guide to Content Security Policy says how to allow them in script-src (a nonce, or hashes).',
  longPolicy: (limit: number) =>
    `Cloudflare refuses lines of more than ${limit} characters in _headers. Name fewer hosts, or send the header from a Worker.`,
  built: (folder: string, seconds: number) => `Built ${folder} in ${seconds.toFixed(1)} s`,
  madeOf: (count: number) => `Made of ${plural(count, 'package')}; --sbom <file> lists them.`,
  beside: (files: readonly string[]) => `Policies and hashes: ${files.join(', ')}`,
  nextMend: 'Mend what is named above; the build is not ready to publish.',
  nextWeigh: (size: string) => `${size}   what each feature weighs, and what changed since the last run`,
  nextPreview: (preview: string) => `${preview}   look at the build`,
  nextServe: (folder: string) => `Serve ${folder} with any web server, and look at the page.`,
  nextServices: 'Name your own services: "sandbox" works on this computer only.',
  nextPolicySent: (csp: string) => `${csp}   the policy, as your server takes it (also netlify, vercel, cloudflare, …)`,
  nextDoctor: (doctor: string) => `${doctor}   asks each service whether it answers`,
  studioReady: (url: string) =>
    `Studio: ${url}\nOpen it in a browser. The address is a key: whoever has it can change your config.`,
  notPort: (port: string) => `--port ${port} is not a port: use a number from 0 to 65535.`,
  studioChanged: (file: string) => `${file} changed on the disk. Load it again; your changes here were not written.`,
  studioNoObject: (file: string) => `${file} is not a JSON object. Correct it in your editor first: walletkit check`,
  studioRefused: 'Refused. Open the address that walletkit studio printed.',
  unknownCommand: (name: string, near: string | undefined) =>
    `There is no command "${name}".${near ? ` Did you mean "${near}"?` : ''} Try: walletkit --help`,
}
