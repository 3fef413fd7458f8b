/** Which languages a native speaker has checked. `npm run review -- <tag>` writes the sheet for such a check. */

/** By language tag, the name of the native speaker who checked the language, and the day. */
export const REVIEWED: Readonly<Record<string, string>> = {}

/** Those of the languages that no native speaker has checked. English and the pseudo-locale need no check. */
export const unreviewed = (languages: readonly string[]): string[] =>
  languages.filter((tag) => tag !== 'en' && tag !== 'en-XA' && !Object.hasOwn(REVIEWED, tag))
