/** Which languages a native speaker has read. `npm run review -- <tag>` writes the sheet for it. */

/** Who read a language, by tag: a name, and the day. A language that is missing here was translated with care, and by no native. */
export const REVIEWED: Readonly<Record<string, string>> = {}

/** The languages that no native speaker has checked yet. English is the original, and the pseudo-locale is no language. */
export const unreviewed = (languages: readonly string[]): string[] =>
  languages.filter((tag) => tag !== 'en' && tag !== 'en-XA' && !Object.hasOwn(REVIEWED, tag))
