/** The package manager that the user ran us with, and how it is told to install and to run a script. */
export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** From `npm_config_user_agent`, as "pnpm/9.1.0 npm/? node/v20"; npm when nothing says otherwise. */
export function detectManager(agent = process.env.npm_config_user_agent): Manager {
  const [name] = agent?.split('/') ?? []
  return name === 'pnpm' || name === 'yarn' || name === 'bun' ? name : 'npm'
}

export const runCommand = (manager: Manager, script: string) =>
  manager === 'npm' ? `npm run ${script}` : `${manager} ${manager === 'bun' ? 'run ' : ''}${script}`
export const installCommand = (manager: Manager) => `${manager} install`
