/** The language in an engine's environment. WebKitGTK uses it, and Chromium too, unless a flag sets another one. */
import { spawnSync } from 'node:child_process'

/** An environment without a language. WebKitGTK then reports `C` and Chromium `en-US@posix`; for both `Intl` throws. */
export const POSIX = { LANG: 'C', LC_ALL: 'C', LANGUAGE: '' }

const LOCALE = '/usr/bin/locale'

/** The environment for a language that is installed on this computer, preferably English. Many containers have none. */
export function spoken(): NodeJS.ProcessEnv {
  const all = spawnSync(LOCALE, ['-a'], { encoding: 'utf8' }).stdout ?? ''
  const tags = all.split('\n').filter((tag) => /^[a-z]{2}_[A-Z]{2}\.utf-?8$/i.test(tag))
  const tag = tags.find((each) => each.startsWith('en')) ?? tags[0]
  return tag === undefined ? {} : { LANG: tag, LC_ALL: tag }
}
