/** Runs commands as in a user's shell, without the test runner's environment. */
import { execFileSync } from 'node:child_process'

/** Variables that vitest, `npm test` and our tests set. npm's own settings (`npm_config_*`) stay, such as its cache. */
const OURS =
  /^(VITEST.*|NODE_ENV|TEST|DEV|PROD|MODE|SSR|BASE_URL|INIT_CWD|WALLETKIT_SANDBOX_URL|WALLETKIT_SANDBOX_LOGIN|npm_(?!config_).*|npm_config_local_prefix)$/i

export const outside: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !OURS.test(key))),
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_loglevel: 'error',
}

/** Runs a command and returns its stdout. @throws Error when it fails */
export const sh = (cwd: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: outside })

export const npm = (cwd: string, ...args: string[]): string => sh(cwd, 'npm', ...args)
