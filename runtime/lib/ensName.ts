/**
 * Normalizes names as ENSIP-15 requires: one spelling for each name, few mixtures of scripts, and hardly any names that
 * look like other names.
 */
import { lazy } from './lazy.ts'

/**
 * Names that are normalised already, so that most pages never download the tables. Excludes `--`, which ENSIP-15
 * refuses at the third character.
 */
const PLAIN = /^(?!.*--)[a-z\d-]+(\.[a-z\d-]+)+$/

const tables = lazy(() => import('@adraffy/ens-normalize'))

/** The name's only valid spelling; `undefined` if ENSIP-15 refuses the name. Throws if the tables cannot load. */
export async function normalizeName(name: string): Promise<string | undefined> {
  if (PLAIN.test(name)) return name
  const { ens_normalize: normalize } = await tables()
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}

/** The library's error for a name with letters of two alphabets, with letters that look like others, or in punycode. */
const IMITATES = /illegal mixture|whole-script confusable|label extension: "xn--/

/** Whether ENSIP-15 refuses the name because it can be mistaken for another one, not because it is badly written. */
export async function isImitation(name: string): Promise<boolean> {
  if (PLAIN.test(name)) return false
  const { ens_normalize: normalize } = await tables()
  try {
    normalize(name)
    return false
  } catch (error) {
    return error instanceof Error && IMITATES.test(error.message)
  }
}
