/** Reads configs of the server in tests, with secrets and files of their own. */
import { ConfigError, parseConfig } from '../../../server/config/config.ts'

export const KEY = `k1:${Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('base64')}`
export const parse = (value: unknown, environment: Record<string, string> = {}, files: Record<string, string> = {}) =>
  parseConfig(
    value,
    {
      environment,
      readFile(path) {
        const text = files[path]
        if (text === undefined) throw new Error('ENOENT')
        return text
      },
    },
    '/srv',
  )
export const issuesOf = (...given: Parameters<typeof parse>) => {
  try {
    parse(...given)
  } catch (error) {
    if (error instanceof ConfigError) return error.issues
    throw error
  }
  return []
}
export const pathsOf = (...given: Parameters<typeof parse>) => issuesOf(...given).map(({ path }) => path)

export const PRODUCTION = {
  mode: 'production',
  url: 'https://login.example.com',
  sites: ['https://example.com'],
  mail: { from: 'Example <login@example.com>' },
}
export const SECRETS = { WALLETKIT_MASTER_KEYS: KEY, WALLETKIT_SMTP: 'smtps://me:pass@mail.example.com' }
