/** Detects the package manager that started this command, and builds its commands to install and to run a script. */
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
