import type { Icons } from '../contracts/config.ts'
import { useLoading } from './chunk.ts'
import { useKit } from './context.ts'
import { painted } from '../lib/painted.ts'

const none = async (): Promise<{ default: Icons | undefined }> => ({ default: undefined })

/**
 * The pictures that the build chose for this page. `false` while they load and after they failed to load; `undefined`
 * for pages without such pictures. After a failure, screens show first letters where no other image is known, and the
 * next screen loads the pictures again.
 */
export function useIcons(): Icons | false | undefined {
  const load = useKit().plugins?.icons ?? none
  const { value } = useLoading<{ default: Icons | undefined }>(() => painted().then(load), load)
  return value ? value.default : false
}

/**
 * The picture that `find` names in one of the tables of {@link Icons}; `undefined` without one, `false` while the
 * pictures load or if that failed.
 */
export const iconOf = (
  icons: Icons | false | undefined,
  find: (icons: Icons) => string | undefined,
): string | false | undefined => icons && icons.images[find(icons) ?? '']
