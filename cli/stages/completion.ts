/** Generates shell completion from a program's commands. Pure functions. */
import type { Command, Option } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export type Flag = {
  long: string
  short: string | undefined
  about: string
  /** The values to suggest: undefined when the flag takes no value, [] when it takes any value. */
  values: readonly string[] | undefined
}
export type Words = {
  name: string
  about: string
  flags: Flag[]
  /** The first arguments to suggest. */
  first: readonly string[]
}

/**
 * What a shell completes, for each command. `words`: first arguments that the program itself does not list, by command,
 * such as the features for `add`.
 */
export const wordsOf = (program: Command, words: Record<string, readonly string[]>): Words[] =>
  program.commands.map((command) => ({
    name: command.name(),
    about: command.description(),
    flags: [command, ...command.commands]
      .flatMap(({ options }) => options.map(flagOf))
      .filter((flag, index, all) => all.findIndex(({ long }) => long === flag.long) === index),
    first: [
      ...(words[command.name()] ?? []),
      ...command.commands.map((inner) => inner.name()),
      ...(command.registeredArguments[0]?.argChoices ?? []),
    ],
  }))

const flagOf = ({ long, short, description, argChoices, required, optional, flags }: Option): Flag => ({
  long: long ?? flags,
  short: short ?? undefined,
  about: description,
  values: required || optional ? (argChoices ?? []) : undefined,
})

export const printCompletion = (name: string, words: readonly Words[], shell: Shell): string =>
  ({ bash, zsh, fish })[shell](name, words)

const namesOf = (flags: readonly Flag[]) => flags.flatMap(({ short, long }) => (short ? [short, long] : [long]))
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function bash(name: string, words: readonly Words[]): string {
  const values = words.flatMap((command) =>
    command.flags.flatMap((flag) =>
      flag.values
        ? [
            `    ${namesOf([flag])
              .map((each) => `${command.name}:${each}`)
              .join('|')}) words=${quote(flag.values.join(' '))} ;;`,
          ]
        : [],
    ),
  )
  return [
    `# Completion of ${name} for bash. Put into ~/.bashrc: source <(${name} completion bash)`,
    `_${name}() {`,
    '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command="" words="" i',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    if [[ ${COMP_WORDS[i]} != -* ]]; then command=${COMP_WORDS[i]}; break; fi',
    '  done',
    '  case "$command:$before" in',
    ...values,
    '    *) case "$command" in',
    `      "") words=${quote([...words.map((each) => each.name), '--help', '--version'].join(' '))} ;;`,
    ...words.map(
      (each) => `      ${each.name}) words=${quote([...each.first, ...namesOf(each.flags), '--help'].join(' '))} ;;`,
    ),
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    // Complete file names when no word matches.
    `complete -o default -F _${name} ${name}`,
    '',
  ].join('\n')
}

const zshText = (text: string) => text.replace(/[[\]:\\]/g, '\\$&')

function zsh(name: string, words: readonly Words[]): string {
  const argument = ({ long, short, about, values }: Flag) => {
    const value = values && `:value:${values.length ? `(${values.join(' ')})` : '_files'}`
    const text = `[${zshText(about)}]${value ?? ''}`
    return short ? `'(${short} ${long})'{${short},${long}}${quote(text)}` : quote(`${long}${text}`)
  }
  return [
    `#compdef ${name}`,
    `# Completion of ${name} for zsh. Put into ~/.zshrc, after compinit: source <(${name} completion zsh)`,
    `_${name}() {`,
    '  if (( CURRENT == 2 )); then',
    '    local -a commands=(',
    ...words.map((each) => `      ${quote(`${each.name}:${zshText(each.about)}`)}`),
    '    )',
    '    _describe command commands',
    '    return',
    '  fi',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $words[1] in',
    ...words.map((each) => {
      const first = each.first.length ? [quote(`1:word:(${each.first.join(' ')})`)] : []
      return `    ${each.name}) _arguments ${[...first, ...each.flags.map(argument), quote('*:file:_files')].join(' ')} ;;`
    }),
    '  esac',
    '}',
    `compdef _${name} ${name}`,
    '',
  ].join('\n')
}

function fish(name: string, words: readonly Words[]): string {
  const within = (command: string) => `complete -c ${name} -n '__fish_seen_subcommand_from ${command}'`
  return [
    `# Completion of ${name} for fish: ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    ...words.map((each) => `complete -c ${name} -f -n __fish_use_subcommand -a ${each.name} -d ${quote(each.about)}`),
    ...words.flatMap((each) => [
      ...(each.first.length ? [`${within(each.name)} -f -a ${quote(each.first.join(' '))}`] : []),
      ...each.flags.map(({ long, short, about, values }) =>
        [
          within(each.name),
          `-l ${long.replace(/^--/, '')}`,
          ...(short ? [`-s ${short.replace(/^-/, '')}`] : []),
          ...(values ? [values.length ? `-x -a ${quote(values.join(' '))}` : '-r'] : []),
          `-d ${quote(about)}`,
        ].join(' '),
      ),
    ]),
    '',
  ].join('\n')
}
