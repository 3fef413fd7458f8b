/** How the modal of a build looks: the tokens of its preset and accent, as a style sheet that loads with the modal. */
import type { Config } from '../../runtime/contracts/config.ts'
import { contrast, readable } from '../contrast.ts'
import { DEFAULTS, PRESETS, type Tokens } from '../presets.ts'

export type Theme = NonNullable<Config['theme']>
const MODES = ['light', 'dark'] as const
type Mode = (typeof MODES)[number]

/** WCAG 2.2: 4.5 for text, 3 for what shows a state or a control. */
const TEXT = 4.5

const DARK = ':host([data-theme=dark])'

/** All tokens of a mode as a visitor gets them. */
export const paletteOf = ({ preset, accent, variables }: Theme, mode: Mode): Tokens => {
  const own = { ...DEFAULTS[mode], ...presetOf(preset, mode) }
  return { ...own, ...(accent && accentOf(accent, own)), ...variables }
}

const presetOf = (name: Theme['preset'], mode: Mode): Tokens => {
  const [, preset] = Object.entries(PRESETS).find(([each]) => each === name) ?? []
  return preset ? { ...preset.both, ...preset[mode] } : {}
}

/** The tokens that follow from an accent, each readable where it stands. */
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

/** Undefined for the default look. */
export function lookOf({ preset, accent }: Theme): string | undefined {
  const rules = MODES.map((mode) => {
    const own = presetOf(preset, mode)
    const tokens = { ...own, ...(accent && accentOf(accent, { ...DEFAULTS[mode], ...own })) }
    const text = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
    return text.length ? `${mode === 'light' ? ':host' : DARK}{${text.join(';')}}` : ''
  })
  return rules.join('') || undefined
}

/** Which tokens are read on which. */
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

/** The texts that a visitor could hardly read. Tokens that are no hexadecimal colour are not judged. */
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
