/** Messages of `walletkit plugin`, and of adding and removing third-party plugins. */
import { stripVTControlCharacters } from 'node:util'
import { optionOf } from '../../../schema/optionHosts.ts'
import type { Permissions, Piece } from '../../../schema/pieces.ts'
import { parseRequirement } from '../../../schema/requirement.ts'
import { quoted } from '../../create/packageManager.ts'
import { kilobytes } from '../../messages.ts'
import { hasNews, type News } from '../../stages/plugin/news.ts'
import type { Missing } from '../guestOptions.ts'
import { ACTIVATION, EVENTS, IDENTITY, SLOTS } from '../../stages/plugin/known.ts'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/**
 * Removes escape sequences and replaces control characters in text of a third party, because a terminal would execute
 * them.
 */
const plain = (text: string) => stripVTControlCharacters(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')

const KINDS: Record<keyof Permissions, string> = {
  methods: 'asks your visitors’ wallets for',
  hosts: 'calls the hosts',
  services: 'calls the services',
  storage: 'keeps in the browser, under @appkit/plugin.',
  identity: 'learns about your visitors',
  events: 'is told of your visitors’ accounts',
  activate: 'starts by itself',
  names: 'says which account has a name that ends in',
  slots: 'adds to the modal',
}

/** The meaning of each word, for the kinds of permissions whose words walletkit defines. */
const WORDS: { [kind in keyof Permissions]?: Readonly<Record<string, string>> } = {
  identity: IDENTITY,
  events: EVENTS,
  activate: ACTIVATION,
  slots: Object.fromEntries(Object.entries(SLOTS).map(([slot, { about }]) => [slot, about])),
}

type Asking = Pick<Piece, 'permissions' | 'requires'>

/** What a plugin may see and do, one line per kind: the same words in `add`, `info` and `plugin validate`. */
export function wants(asking: Asking, indent = '  '): string[] {
  const lines = wanted(asking, indent)
  return lines.length ? lines : [`${indent}asks for nothing`]
}

function requirement(text: string): string {
  const { id, range, isOptional } = parseRequirement(text)
  return plain(`${id}${range === undefined ? '' : `@${range}`}${isOptional ? ' (if the page has it)' : ''}`)
}

function wanted({ permissions, requires }: Asking, indent: string): string[] {
  const kinds = Object.keys(KINDS) as (keyof Permissions)[]
  const lines = kinds.flatMap((kind) => {
    const words = WORDS[kind] ?? {}
    const list = permissions[kind].map((each) => {
      const option = kind === 'hosts' ? optionOf(each) : undefined
      if (option !== undefined) return `the one that you write as its option ${plain(option)}`
      const told = Object.hasOwn(words, each) ? words[each] : undefined
      return told === undefined ? plain(each) : `${told} (${each})`
    })
    return list.length ? [`${indent}${KINDS[kind]}: ${list.join(', ')}`] : []
  })
  if (requires.length) lines.push(`${indent}uses the plugins: ${requires.map(requirement).join(', ')}`)
  return lines
}

/** What is new in a version of a plugin: one line per kind of permission, and per option. */
function newIn({ permissions, requires, options }: News): string[] {
  const lines = wanted({ permissions, requires }, '    ')
  for (const { option, isRequired, about } of options)
    lines.push(
      `    has the option ${plain(option)}${isRequired ? ', which needs a value' : ''}${about === undefined ? '' : `: ${plain(about)}`}`,
    )
  return lines
}

const named = ({ option, about }: Missing) => `${plain(option)}${about === undefined ? '' : ` (${plain(about)})`}`

/** The command that adds a plugin with the options that were given. */
const addCommand = (spec: string, given: readonly string[] = []) =>
  ['walletkit add', quoted(plain(spec)), '--yes', ...given.map((option) => `--option ${quoted(plain(option))}`)].join(
    ' ',
  )

export const messages = {
  badName: (name: string) => `"${name}" is no name for a plugin. Write words in kebab-case, as tip-jar.`,
  takenName: (name: string, by: string) =>
    `"${name}" is, or could be taken for, walletkit's own ${by}. Choose another name.`,
  fullFolder: (folder: string) => `${folder} is not empty. Name another folder with --dir, or empty it.`,
  fileFolder: (folder: string) => `${folder} is a file. Name another folder with --dir.`,
  made: (folder: string, next: readonly string[]) =>
    `\n${folder} is ready. Next:\n${next.map((step) => `  ${step}`).join('\n')}\n`,

  noPlugin: (folder: string) =>
    `${folder} holds no index.ts and no index.js, so it is no plugin. Make one with: walletkit plugin new <name>`,
  valid: (id: string, warnings: number) => `${id} is fine${warnings ? `, with ${plural(warnings, 'warning')}` : ''}.`,
  invalid: (errors: number, warnings: number) =>
    `${plural(errors, 'problem')}${warnings ? ` and ${plural(warnings, 'warning')}` : ''}.`,
  warning: (text: string) => `warning: ${text}`,
  weighed: (eager: number, lazy: number) => `In a page: ${eager} B with the page, ${kilobytes(lazy)} on use (gzip).`,
  notMeasured: (missing: string) =>
    missing === 'vite'
      ? 'Not weighed: that takes a vite from outside of the plugin, because its own would be code of the plugin. Run this in a project that has vite, with the path of the plugin.'
      : `Not weighed: ${missing} is not installed here.`,
  overBudget: (part: string, bytes: number, limit: number) =>
    `What it adds to a page is ${bytes} B ${part === 'eager' ? 'from the start' : 'on use'}, and its budget is ${limit} B`,
  buildFailed: (reason: string) => `A page with the plugin cannot be built: ${reason}`,

  notPackage: (folder: string) =>
    `${folder} is no package: its package.json has no "walletkit" key. A folder of a project needs no packing; name it in the config. For a package run: walletkit plugin new <name> --package`,
  refused: 'Nothing was packed. Correct what is above first.',
  noTypescript: (install: string) => `Compiling takes typescript, and none is installed here. Run: ${install}`,
  typesWrong: (text: string) => `The types do not hold:\n${text}`,
  packFailed: (text: string) => `npm pack failed: ${text}`,
  notInstalled: (id: string) => `The plugin requires ${plain(id)}, and no package of this folder is that plugin`,
  installRequired: (id: string) =>
    `Install the package of ${plain(id)} with --save-dev, and name it in peerDependencies for sites.`,
  packed: (file: string, files: number, bytes: number) =>
    `Packed: ${file}, ${plural(files, 'file')}, ${kilobytes(bytes)}.`,

  asks: (name: string, version: string | undefined, asking: Asking) =>
    [plain(`${name}${version === undefined ? '' : ` ${version}`}`), ...wants(asking)].join('\n'),
  updates: (name: string, news: News, asking: Asking) => {
    const { from, to } = news
    const versions = from !== undefined && to !== undefined && from !== to ? `, from ${from} to ${to}` : ` ${to ?? ''}`
    const added = hasNews(news) ? ['  New:', ...newIn(news)] : ['  Nothing new: the config grants all of this already.']
    return [plain(`${name}${versions}`.trimEnd()), ...wants(asking), ...added].join('\n')
  },
  updated: (name: string, version: string | undefined, feature: string) =>
    `${name} is updated${version === undefined ? '' : ` to ${plain(version)}`}; its options are features.${feature}.`,
  warned: 'A plugin is code of the page: it can do whatever the page can. Add it if you trust its author.',
  lookAlike: (id: string, own: string) => `Careful: "${plain(id)}" could be taken for walletkit's own ${own}.`,
  needsPlugins: (name: string, missing: readonly { id: string; spec: string | undefined }[]) => {
    const commands = missing.map(({ id, spec }) =>
      spec === undefined ? `walletkit add <the package of ${plain(id)}>` : `walletkit add ${quoted(plain(spec))}`,
    )
    return `${plain(name)} requires ${missing.map(({ id }) => plain(id)).join(', ')}, which this project does not have. Run first: ${commands.join(' && ')}. Nothing was added.`
  },
  needsOptions: (name: string, spec: string, missing: readonly Missing[], given?: readonly string[]) =>
    `${plain(name)} needs a value for ${missing.map(named).join(', ')}. Nothing was added. If you agree, run: ${addCommand(spec, given)} ${missing.map(({ option }) => `--option ${plain(option)}=…`).join(' ')}`,
  askOption: (missing: Missing) => `A value for ${named(missing)}`,
  badOption: (text: string) => `--option ${plain(text)} is not of the form name=value.`,
  unknownOption: (option: string, name: string, known: readonly string[], near: string | undefined) =>
    `${plain(name)} has no option ${plain(option)}.${near === undefined ? '' : ` Did you mean ${plain(near)}?`} ${known.length ? `Its options: ${known.map(plain).join(', ')}.` : 'It has no options.'} Nothing was added.`,
  asksWrongly: (name: string, faults: readonly string[]) =>
    `${name} asks for what no site can grant: ${faults.map(plain).join('; ')}. Nothing was added.`,
  consent: 'Add it, and grant it that?',
  consentAgain: 'Update it, and grant it that?',
  needsYes: (spec: string, given?: readonly string[]) =>
    `Nothing was added: there is no terminal to ask in. If you agree, run: ${addCommand(spec, given)}`,
  needsDownload: (spec: string, given?: readonly string[]) =>
    `Nothing was added: there is no terminal to ask in, and what the package asks for is known once it is downloaded. To see it first, run: npm pack ${quoted(plain(spec))}, and add the .tgz with --dry-run. If you agree already, run: ${addCommand(spec, given)}`,
  declined: 'Nothing was added.',
  unchanged: 'Nothing was changed.',
  notUndone: (command: string, name: string) =>
    `${command} failed, so node_modules may hold a version of ${plain(name)} that the config has not accepted. Run it again.`,
  alreadyNamed: (name: string, feature: string) => `${name} is in the config already, as features.${feature}.`,
  wouldInstall: (command: string) => `Would run: ${command}`,
  installing: (command: string) => `Running: ${command}`,
  installFailed: (command: string) => `${command} failed. Nothing was added.`,
  uninstallFailed: (command: string) => `${command} failed. The config does not name the plugin any more.`,
  noPackage: (name: string) => `There is no package ${name} in node_modules. Install it, or leave --no-install out.`,
  noFile: (path: string) => `There is no ${path}.`,
  badTarball: (path: string) =>
    `${path} is no package as npm packs it: it holds no package.json that can be read, or links, or a file twice, or headers that rename files. Pack it with npm, and give its files short names in ASCII.`,
  bareFolder: (spec: string) =>
    `"${plain(spec)}" is no name of an npm package. If it is a folder, write: ./${plain(spec)}`,
  badPackageName: (name: string) => `"${plain(name)}" is no name of an npm package. Nothing was added.`,
  notPluginFile: (name: string) => `${name} is no walletkit plugin: its package.json has no "walletkit" key.`,
  added: (name: string, feature: string) => `${name} is in; its options are features.${feature}.`,
  removed: (name: string) => `${name} is out; the next build holds no byte of it.`,
  leftovers: (name: string, keys: readonly string[]) =>
    `The config also has, of ${name}: ${keys.map(plain).join(', ')}.`,
  removeToo: 'Remove these too?',
  removeNeedsYes: (name: string) =>
    `Nothing was removed: there is no terminal to ask in. To remove them too, run: walletkit remove ${quoted(plain(name))} --yes`,
  stays: 'Nothing was removed.',
  storageStays: (keys: readonly string[]) =>
    `What it kept in browsers stays there, unread, until a visitor clears the site's data: ${keys.map((key) => plain(`@appkit/plugin.${key}`)).join(', ')}.`,
  uninstall: (name: string) => `Uninstall ${name} as well?`,
  kept: (name: string, command: string | undefined) =>
    `${name} stays installed.${command === undefined ? '' : ` To uninstall it, run: ${command}`}`,
  uninstalled: (name: string) => `${name} is uninstalled; the config did not name it.`,
  neededBy: (id: string, names: readonly string[]) =>
    `${names.map(plain).join(' and ')} ${names.length > 1 ? 'need' : 'needs'} the plugin ${plain(id)}. Remove ${names.length > 1 ? 'them' : 'it'} first. Nothing was removed.`,
  unread: (name: string) => `${name} cannot be read, so its options under features, if any, stay. Remove them by hand.`,
}
