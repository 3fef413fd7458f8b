/** A result of `walletkit plugin validate`. */
import { type Issue, issue } from '../../../schema/issue.ts'

/** Something that is wrong with a plugin. `warning`: the plugin works, but perhaps not as its author means. */
export type Finding = Issue & { level: 'error' | 'warning' }

/** A finding at a path of the manifest or of a JSON file. Its line is looked up later. */
export const finding = (
  path: readonly (string | number)[],
  message: string,
  expected: string,
  fix: string,
  near?: string,
): Finding => ({
  ...issue(
    path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    message,
    expected,
    fix,
    near,
  ),
  level: 'error',
})

export const warning = (...given: Parameters<typeof finding>): Finding => ({ ...finding(...given), level: 'warning' })
