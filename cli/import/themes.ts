/** Reads the libraries' themes into walletkit's variables. */
import { COLORS, modeOf, RADII } from '../../runtime/compat/rainbowkitTheme.ts'
import { isPlaceholder } from './environment.ts'
import type { Draft, Handler } from './draft.ts'
import { hints } from './messages.ts'
import { at, Call, entryOf, Given, isDict, Unread, type Value } from './value.ts'

const RAINBOW = /^@rainbow-me\/rainbowkit/
const MODES: Record<string, string> = { lightTheme: 'light', darkTheme: 'dark', midnightTheme: 'dark' }
/** RainbowKit's named accent colours. */
const ACCENTS: Record<string, string> = {
  blue: '#0E76FD',
  green: '#1DB847',
  orange: '#FF801F',
  pink: '#FF5CA0',
  purple: '#5F5AFA',
  red: '#FA423C',
}

const accent = '--wk-accent'
export const CONNECTKIT: Record<string, string> = {
  '--ck-accent-color': accent,
  '--ck-accent-text-color': '--wk-on-accent',
  '--ck-font-family': '--wk-font-family',
  '--ck-border-radius': '--wk-border-radius-master',
  '--ck-body-background': '--wk-surface-0',
  '--ck-body-background-secondary': '--wk-surface-1',
  '--ck-body-color': '--wk-text-1',
  '--ck-body-color-muted': '--wk-text-2',
  '--ck-body-divider': '--wk-line',
  '--ck-overlay-background': '--wk-overlay',
}
export const WEB3_ONBOARD: Record<string, string> = {
  '--w3o-background-color': '--wk-surface-0',
  '--w3o-foreground-color': '--wk-surface-1',
  '--w3o-text-color': '--wk-text-1',
  '--w3o-border-color': '--wk-line',
  '--w3o-action-color': accent,
  '--w3o-border-radius': '--wk-border-radius-master',
  '--w3o-font-family': '--wk-font-family',
}
export const APPKIT: Record<string, string> = Object.fromEntries(
  ['w3m', 'apkt'].flatMap((prefix) =>
    ['accent', 'font-family', 'font-size-master', 'border-radius-master', 'z-index'].map((name) => [
      `--${prefix}-${name}`,
      `--wk-${name}`,
    ]),
  ),
)

/** Writes the theme variables that `table` translates; others are listed as left over. */
export function readVariables(draft: Draft, value: Value, name: string, table: Record<string, string>): void {
  const handlers: Record<string, Handler> = {}
  for (const [key, variable] of Object.entries(table)) {
    handlers[key] = (each, at) => {
      if (typeof each === 'number' || (typeof each === 'string' && !isPlaceholder(each)))
        draft.write(['theme', 'variables', variable], String(each))
      else draft.leave(at, draft.why(each))
    }
  }
  const keys = isDict(value) ? [...value.keys()] : []
  draft.take(value, handlers, Object.fromEntries(keys.map((key) => [key, hints.themeVariable])), `${name}.`)
}

/** Reads RainbowKit's theme: `darkTheme({…})` and similar calls, one theme for each mode, or a theme object. */
export function readRainbowTheme(draft: Draft, value: Value, name: string): void {
  if (value === null || value === undefined) return
  if (isDict(value) && value.has('lightMode') && value.has('darkMode')) return readBoth(draft, value, name)
  if (value instanceof Call && /merge|defaultsDeep|assign/i.test(`${value.name} ${value.source}`)) {
    for (const each of value.args) readRainbowTheme(draft, each, name)
    return
  }
  if (isDict(value)) return readThemeObject(draft, value, name)
  const mode = value instanceof Call && RAINBOW.test(value.source) ? entryOf(MODES, value.name) : undefined
  if (!(value instanceof Call) || mode === undefined) {
    const from = value instanceof Unread ? /\b(lightTheme|darkTheme|midnightTheme)\b/g : undefined
    const named = from && value instanceof Unread ? new Set(value.whole.match(from)) : new Set<string>()
    // `mode === 'dark' ? darkTheme() : lightTheme()` follows the page.
    if (named.size > 1) draft.write(['theme', 'mode'], 'system')
    return draft.leave(name, named.size > 1 ? hints.themeMode : hints.themeName('of your own'))
  }
  draft.write(['theme', 'mode'], mode)
  if (value.args[0] !== undefined) readThemeOptions(draft, value.args[0], name)
}

function readThemeOptions(draft: Draft, options: Value, name: string): void {
  for (const key of isDict(options) ? options.keys() : []) {
    const named = /accentColors\.(\w+)/.exec(key)?.[1]
    const color = named === undefined ? undefined : entryOf(ACCENTS, named)
    if (color === undefined || !isDict(options)) continue
    draft.write(['theme', 'variables', accent], color)
    options.set(key, undefined)
  }
  draft.take(
    options,
    {
      accentColor: draft.set('theme', 'variables', accent),
      accentColorForeground: draft.set('theme', 'variables', '--wk-on-accent'),
      borderRadius: (radius, place) => {
        const length = typeof radius === 'string' ? entryOf(RADII, radius) : undefined
        if (length === undefined) draft.leave(place, draft.why(radius))
        else draft.write(['theme', 'variables', '--wk-border-radius-master'], length)
      },
    },
    { fontStack: 'Set --wk-font-family.', overlayBlur: hints.unknown },
    `${name}.`,
  )
}

/**
 * Reads a theme for each mode. walletkit's variables hold in both modes, so only options that are equal in both count.
 */
function readBoth(draft: Draft, value: Value, name: string): void {
  draft.write(['theme', 'mode'], 'system')
  const both = ['lightMode', 'darkMode'].map((mode) => {
    const theme = at(value, mode)
    return theme instanceof Call ? theme.args[0] : theme
  })
  const [light, dark] = both
  const same = (key: string) => at(light, key) !== undefined && at(light, key) === at(dark, key)
  const keys = ['accentColor', 'accentColorForeground', 'borderRadius']
  const shared = keys.filter(same)
  if (shared.length) readThemeOptions(draft, new Map(shared.map((key) => [key, at(light, key)])), name)
  for (const [index, mode] of ['lightMode', 'darkMode'].entries()) {
    const options = both[index]
    const rest = isDict(options) ? [...options.keys()].filter((key) => !shared.includes(key)) : []
    if (rest.length || options instanceof Given) draft.leave(`${name}.${mode}`, hints.themeBoth(rest))
  }
}

function readThemeObject(draft: Draft, value: Value, name: string): void {
  const code = isDict(value) ? [...value.keys()].join(' ') : ''
  const mode = /\b(lightTheme|darkTheme|midnightTheme)\b/.exec(code)?.[1]
  if (mode !== undefined) draft.write(['theme', 'mode'], entryOf(MODES, mode) ?? 'system')
  const colors = at(value, 'colors')
  if (isDict(colors)) readVariables(draft, colors, `${name}.colors`, COLORS)
  const font = at(value, 'fonts', 'body')
  if (typeof font === 'string') draft.write(['theme', 'variables', '--wk-font-family'], font)
  draft.leave(name, hints.themeObject)
}
