/**
 * All tokens of each preset, in both modes. Each set is complete, so that no token of the previous preset remains on
 * the page.
 */
import { DEFAULTS, PRESETS, type Tokens } from '../../presets.ts'

const BASE: Tokens = { ...DEFAULTS.light, '--wk-border-radius-master': '4px' }
const both = ({ light, dark }: Record<'light' | 'dark', Tokens>) => ({
  light: { ...BASE, ...light },
  dark: { ...BASE, ...DEFAULTS.dark, ...dark },
})

export const LOOKS: Readonly<Record<string, Record<'light' | 'dark', Record<string, string>>>> = {
  default: both({ light: {}, dark: {} }),
  ...Object.fromEntries(
    Object.entries(PRESETS).map(([name, preset]) => [
      name,
      both({ light: { ...preset.both, ...preset.light }, dark: { ...preset.both, ...preset.dark } }),
    ]),
  ),
}
