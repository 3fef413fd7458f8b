/** Detects the package manager that started this command, and builds its commands. */
export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/**
 * Reads `npm_config_user_agent`, for example "pnpm/9.1.0 npm/? node/v20". Returns npm when it names no other manager.
 */
export function detectManager(agent = process.env.npm_config_user_agent): Manager {
  const [name] = agent?.split('/') ?? []
  return name === 'pnpm' || name === 'yarn' || name === 'bun' ? name : 'npm'
}

/**
 * A word of a command line, in quotes if a shell would not read it as one plain word. The quotes are double, which
 * Windows knows too, or single if the word has a character that a shell interprets even inside double quotes, such as
 * `$`.
 */
export const quoted = (word: string) => {
  if (/^[\p{L}\p{M}\p{N}_./:=@,+-]+$/u.test(word)) return word
  return /["$`!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`
}

/** Scripts of our templates that have the name of one of the manager's own commands, which would run instead. */
const OWN_COMMANDS: Partial<Record<Manager, readonly string[]>> = { pnpm: ['pack'], yarn: ['check', 'pack'] }

export const runCommand = (manager: Manager, script: string) => {
  const needsRun = manager === 'npm' || manager === 'bun' || OWN_COMMANDS[manager]?.includes(script)
  return `${manager} ${needsRun ? 'run ' : ''}${script}`
}
export const installCommand = (manager: Manager) => `${manager} install`

const RUNNERS: Record<Manager, string> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }
/** The command line that runs a command of an installed package, for example `vite preview`. */
export const execCommand = (manager: Manager, command: string) => `${RUNNERS[manager]} ${command}`

/** The text with the manager's own commands in the place of npm's. */
export const withCommands = (manager: Manager, text: string) =>
  manager === 'npm'
    ? text
    : text
        .replace(/\bnpm install\b/g, installCommand(manager))
        .replace(/\bnpm (?:run ([\w-]+)|(start|test)\b)/g, (_npm, script?: string, known?: string) =>
          runCommand(manager, script ?? known ?? ''),
        )
        .replace(/\bnpm create walletkit(?: --)?(?!\w)/g, `${manager} create walletkit`)
        .replace(/\bnpx /g, execCommand(manager, ''))
