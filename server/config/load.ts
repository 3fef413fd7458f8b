import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError, type Config, parseConfig } from './config.ts'

const NAME = 'walletkit-server.json'

/**
 * Reads the config file and the environment. The file is `path` (from `--config`), else the one that `WALLETKIT_CONFIG`
 * names, else `walletkit-server.json` in the working directory. Only that last one may be missing: the config is empty
 * then.
 * @throws ConfigError with every issue
 */
export function loadConfig(path: string | undefined, environment: NodeJS.ProcessEnv): Config {
  // An empty variable counts as none, as for every other setting.
  const named = path ?? (environment['WALLETKIT_CONFIG'] || undefined)
  const file = resolve(named ?? NAME)
  const secrets = { environment, readFile: (name: string) => readFileSync(name, 'utf8') }
  return parseConfig(readJson(file, named !== undefined), secrets, dirname(file))
}

function readJson(file: string, isNamed: boolean): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!isNamed && error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new ConfigError([{ path: file, problem: 'cannot be read', fix: 'Check its path and who may read it.' }])
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError([{ path: file, problem: 'is not JSON', fix: 'Remove comments and commas at the end.' }])
  }
}
