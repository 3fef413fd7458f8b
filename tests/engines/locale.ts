/** The language in an engine's environment. WebKitGTK uses it; Chromium does unless a flag sets another one. */
import { spawnSync } from 'node:child_process'

/** No language: WebKitGTK then reports `C`, Chromium `en-US@posix`, and `Intl` throws for both. */
export const POSIX = { LANG: 'C', LC_ALL: 'C', LANGUAGE: '' }

const LOCALE = '/usr/bin/locale'

/** A language that is installed on this machine, preferably English; many containers have none. */
export function spoken(): NodeJS.ProcessEnv {
  const all = spawnSync(LOCALE, ['-a'], { encoding: 'utf8' }).stdout ?? ''
  const tags = all.split('\n').filter((tag) => /^[a-z]{2}_[A-Z]{2}\.utf-?8$/i.test(tag))
  const tag = tags.find((each) => each.startsWith('en')) ?? tags[0]
  return tag === undefined ? {} : { LANG: tag, LC_ALL: tag }
}
