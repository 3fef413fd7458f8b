import type { Icons } from '../contracts/config.ts'
import { useLoading } from './chunk.ts'
import { useKit } from './context.ts'

const none = async (): Promise<{ default: Icons | undefined }> => ({ default: undefined })

/**
 * The pictures that the build chose for this page: `false` while they load, and `undefined` for pages without them. If they
 * cannot be fetched, letters stay, and the next screen fetches again.
 */
export function useIcons(): Icons | false | undefined {
  const { value } = useLoading<{ default: Icons | undefined }>(useKit().plugins?.icons ?? none)
  return value ? value.default : false
}

/** Looks a name up in one of the tables of {@link Icons}. */
export const iconOf = (
  icons: Icons | false | undefined,
  find: (icons: Icons) => string | undefined,
): string | false | undefined => icons && icons.images[find(icons) ?? '']
