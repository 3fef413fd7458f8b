/** Detects the package manager that started this command, and builds its commands. */
export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/**
 * Reads `npm_config_user_agent`, for example "pnpm/9.1.0 npm/? node/v20". Returns npm when it names no other manager.
 */
export function detectManager(agent = process.env.npm_config_user_agent): Manager {
  const [name] = agent?.split('/') ?? []
  return name === 'pnpm' || name === 'yarn' || name === 'bun' ? name : 'npm'
}

export const runCommand = (manager: Manager, script: string) =>
  manager === 'npm' ? `npm run ${script}` : `${manager} ${manager === 'bun' ? 'run ' : ''}${script}`
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
