/** The language of an engine's environment: WebKitGTK takes it from there, and Chromium where it is told nothing else. */
import { spawnSync } from 'node:child_process'

/** Of no language: WebKitGTK then calls it `C`, Chromium `en-US@posix`, and Intl refuses both. */
export const POSIX = { LANG: 'C', LC_ALL: 'C', LANGUAGE: '' }

const LOCALE = '/usr/bin/locale'

/** A language that this machine has, English before others; none on many a container. */
export function spoken(): NodeJS.ProcessEnv {
  const all = spawnSync(LOCALE, ['-a'], { encoding: 'utf8' }).stdout ?? ''
  const tags = all.split('\n').filter((tag) => /^[a-z]{2}_[A-Z]{2}\.utf-?8$/i.test(tag))
  const tag = tags.find((each) => each.startsWith('en')) ?? tags[0]
  return tag === undefined ? {} : { LANG: tag, LC_ALL: tag }
}
