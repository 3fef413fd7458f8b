/** Reads the libraries' themes into walletkit's variables. */
import { COLORS, RADII, radiusOf } from '../../runtime/interop/rainbowkitTheme.ts'
import { isObject } from '../../schema/pieces.ts'
import { isPlaceholder } from './environment.ts'
import type { Draft, Handler } from './draft.ts'
import { hints } from './messages.ts'
import { at, Call, type Dict, entryOf, Given, isDict, Unread, type Value } from './value.ts'

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
  const mode = modeOfCall(value)
  if (!(value instanceof Call) || mode === undefined) return readUndecided(draft, value, name)
  draft.write(['theme', 'mode'], mode)
  if (value.args[0] !== undefined) readThemeOptions(draft, value.args[0], name)
}

const modeOfCall = (value: Value): string | undefined =>
  value instanceof Call && RAINBOW.test(value.source) ? entryOf(MODES, value.name) : undefined

/** A theme that only running the code could choose: `isDark ? darkTheme() : lightTheme()` becomes the mode `system`. */
function readUndecided(draft: Draft, value: Value, name: string): void {
  const code = value instanceof Unread ? value.whole : ''
  const themes = new Set(code.match(/\b(?:lightTheme|darkTheme|midnightTheme)\b/g))
  if (themes.size < 2) return draft.leave(name, hints.themeName('of your own'))
  draft.write(['theme', 'mode'], 'system')
  const options = code.match(/\b(?:accentColor(?:Foreground)?|borderRadius|fontStack|accentColors\.\w+)\b/g) ?? []
  draft.leave(name, options.length ? hints.themeChosen([...new Set(options)]) : hints.themeMode)
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
  const both = ['lightMode', 'darkMode'].map((mode) => flatten(at(value, mode)))
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

/**
 * The options of a theme, in the form of its function's argument; also of a theme that spreads another one and changes
 * it.
 */
function flatten(theme: Value): Value {
  if (theme instanceof Call) return modeOfCall(theme) === undefined ? new Map([[theme.name, theme]]) : theme.args[0]
  if (!isDict(theme)) return theme
  const found: Dict = new Map()
  for (const [key, item] of theme) {
    const inner = modeOfCall(item) === undefined ? item : flatten(item)
    if (!isDict(inner)) found.set(key, inner)
    else for (const [option, each] of inner) if (!isSpread(option, each)) found.set(option, each)
  }
  return found
}

/**
 * Whether an entry only spreads a part of a default theme of RainbowKit, as `...lightTheme().colors` does. The import
 * skips it, because walletkit has defaults of its own for these values.
 */
const isSpread = (key: string, item: Value) =>
  item instanceof Unread && /^\.\.\.(?:light|dark|midnight)Theme\(\s*\)\.\w+$/.test(key)

/** Reads a theme that is written out, or spreads another one: `{ ...lightTheme({…}), colors: {…} }`. */
function readThemeObject(draft: Draft, theme: Dict, name: string): void {
  for (const [key, item] of theme) {
    if (item === undefined || key === 'mode') continue
    if (modeOfCall(item) !== undefined) readRainbowTheme(draft, item, name)
    else if (key === 'colors' && isDict(item)) {
      const colors = [...item].filter(([color, each]) => !isSpread(color, each))
      const base = [...item.keys()].find((color) => /^\.\.\.\w+Theme\(/.test(color))
      const mode = /(?:light|dark|midnight)Theme/.exec(base ?? '')?.[0]
      if (mode !== undefined && (isObject(draft.config.theme) ? draft.config.theme.mode : undefined) === undefined)
        draft.write(['theme', 'mode'], entryOf(MODES, mode) ?? 'system')
      readVariables(draft, new Map(colors), `${name}.colors`, COLORS)
    } else if (key === 'fonts' && typeof at(item, 'body') === 'string')
      draft.set('theme', 'variables', '--wk-font-family')(at(item, 'body'), `${name}.fonts`)
    else if (key === 'radii' && isDict(item)) readRadius(draft, item, `${name}.radii`)
    else draft.leave(`${name}.${key}`, item instanceof Unread ? hints.code(item.code) : hints.themeVariable)
  }
}

function readRadius(draft: Draft, radii: Dict, name: string): void {
  const modal = radii.get('modal')
  const radius = typeof modal === 'string' ? radiusOf(modal) : undefined
  if (radius !== undefined) draft.write(['theme', 'variables', '--wk-border-radius-master'], radius)
  for (const key of radii.keys())
    if (radius === undefined || key !== 'modal') draft.leave(`${name}.${key}`, hints.themeRadius)
}
