/** Makes the style sheet of a build's preset and accent, which loads with the modal, and checks a theme's contrasts. */
import type { Config } from '../../runtime/contracts/config.ts'
import { contrast, readable } from '../contrast.ts'
import { DEFAULTS, PRESETS, type Tokens } from '../presets.ts'

export type Theme = NonNullable<Config['theme']>
const MODES = ['light', 'dark'] as const
type Mode = (typeof MODES)[number]

/** The least contrast of text in WCAG 2.2 (1.4.3, level AA). */
const TEXT = 4.5

const DARK = ':host([data-theme=dark])'

/** All tokens of a mode as the modal uses them: defaults, then preset, accent and the site's variables. */
export const paletteOf = ({ preset, accent, variables }: Theme, mode: Mode): Tokens => {
  const own = { ...DEFAULTS[mode], ...presetOf(preset, mode) }
  return { ...own, ...(accent && accentOf(accent, own)), ...variables }
}

const presetOf = (name: Theme['preset'], mode: Mode): Tokens => {
  const [, preset] = Object.entries(PRESETS).find(([each]) => each === name) ?? []
  return preset ? { ...preset.both, ...preset[mode] } : {}
}

/** The tokens that an accent sets, with text colours that are readable on their backgrounds. */
function accentOf(accent: string, own: Tokens): Tokens {
  const [ground = '#fff', raised = '#fff'] = [own['--wk-surface-0'], own['--wk-surface-1']]
  const white = contrast(accent, '#ffffff') ?? 0
  return {
    '--wk-accent': accent,
    '--wk-on-accent': white >= TEXT ? '#ffffff' : readable(INK, [accent], TEXT),
    '--wk-accent-text': readable(accent, [ground, raised], TEXT),
  }
}
const INK = '#12141a'

/** The style sheet of a preset and an accent; undefined for the default look. */
export function lookOf({ preset, accent }: Theme): string | undefined {
  const rules = MODES.map((mode) => {
    const own = presetOf(preset, mode)
    const tokens = { ...own, ...(accent && accentOf(accent, { ...DEFAULTS[mode], ...own })) }
    const text = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
    return text.length ? `${mode === 'light' ? ':host' : DARK}{${text.join(';')}}` : ''
  })
  return rules.join('') || undefined
}

/** Pairs of a text colour and a background on which the modal shows it: their contrast is checked. */
const PAIRS: readonly (readonly [text: string, ground: string])[] = [
  ...['--wk-text-1', '--wk-text-2'].flatMap((text) =>
    ['--wk-surface-0', '--wk-surface-1', '--wk-surface-2'].map((ground) => [text, ground] as const),
  ),
  ...['--wk-text-3', '--wk-accent-text', '--wk-success', '--wk-warning', '--wk-error'].flatMap((text) =>
    ['--wk-surface-0', '--wk-surface-1'].map((ground) => [text, ground] as const),
  ),
  ['--wk-on-accent', '--wk-accent'],
]

export type Faint = { mode: Mode; text: string; ground: string; ratio: number }

/** The pairs with too little contrast for visitors to read. Colours that are not hexadecimal are not checked. */
export function faintTexts(theme: Theme): Faint[] {
  const modes = theme.mode === 'light' || theme.mode === 'dark' ? [theme.mode] : MODES
  return modes.flatMap((mode) => {
    const palette = paletteOf(theme, mode)
    return PAIRS.flatMap(([text, ground]) => {
      const ratio = contrast(palette[text] ?? '', palette[ground] ?? '')
      return ratio === undefined || ratio >= TEXT ? [] : [{ mode, text, ground, ratio }]
    })
  })
}
