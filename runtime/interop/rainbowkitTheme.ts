/** RainbowKit's theme object, and what walletkit takes from it. */
import type { ThemeMode } from '../contracts/config.ts'

/** RainbowKit's colours, each with the variable of walletkit that means the same. */
export const COLORS: Record<string, string> = {
  accentColor: '--wk-accent',
  accentColorForeground: '--wk-on-accent',
  modalBackground: '--wk-surface-0',
  profileForeground: '--wk-surface-1',
  modalText: '--wk-text-1',
  modalTextSecondary: '--wk-text-2',
  modalTextDim: '--wk-text-3',
  modalBorder: '--wk-line',
  modalBackdrop: '--wk-overlay',
  error: '--wk-error',
}

/** For each value of RainbowKit's `borderRadius`, the master radius from which walletkit derives all of its radii. */
export const RADII = { none: '0px', small: '2px', medium: '3px', large: '4px' }
/** The border radius of walletkit's modal, in master radii. */
const MODAL = 6

type Name<T extends string> = Record<T, string>
type Color =
  | 'accentColor'
  | 'accentColorForeground'
  | 'error'
  | 'modalBackdrop'
  | 'modalBackground'
  | 'modalBorder'
  | 'modalText'
  | 'modalTextDim'
  | 'modalTextSecondary'
  | 'profileForeground'
type UnusedColor =
  | 'actionButtonBorder'
  | 'actionButtonBorderMobile'
  | 'actionButtonSecondaryBackground'
  | 'closeButton'
  | 'closeButtonBackground'
  | 'connectButtonBackground'
  | 'connectButtonBackgroundError'
  | 'connectButtonInnerBackground'
  | 'connectButtonText'
  | 'connectButtonTextError'
  | 'connectionIndicator'
  | 'downloadBottomCardBackground'
  | 'downloadTopCardBackground'
  | 'generalBorder'
  | 'generalBorderDim'
  | 'menuItemBackground'
  | 'profileAction'
  | 'profileActionHover'
  | 'selectedOptionBorder'
  | 'standby'

/**
 * A theme in RainbowKit's form. walletkit uses its accent, the colours of the modal, of its text, its border and its
 * errors, its font and its radius. A theme may have RainbowKit's other fields, but walletkit ignores them, so
 * `lightTheme()` and the other themes leave them out.
 */
export type Theme = {
  /** A field that RainbowKit does not have. Without it, walletkit derives the mode from the modal's background. */
  mode?: ThemeMode
  colors: Name<Color> & Partial<Name<UnusedColor>>
  fonts: Name<'body'>
  radii: Partial<Name<'actionButton' | 'connectButton' | 'menuButton' | 'modal' | 'modalMobile'>>
  shadows: Partial<
    Name<'connectButton' | 'dialog' | 'profileDetailsAction' | 'selectedOption' | 'selectedWallet' | 'walletLogo'>
  >
  blurs: Partial<Name<'modalOverlay'>>
}

/** A reference to walletkit's own variable, as a colour of a theme: it means that walletkit's colour stays as it is. */
const own = (variable: string) => `var(${variable})`

/** The theme with which walletkit looks as it does without one. */
export const plainTheme = (mode: ThemeMode): Theme => ({
  mode,
  colors: Object.fromEntries(Object.entries(COLORS).map(([name, variable]) => [name, own(variable)])) as Name<Color>,
  fonts: { body: '' },
  radii: {},
  shadows: {},
  blurs: {},
})

/** The radii of a theme for a value of RainbowKit's `borderRadius`. */
export const radiiOf = (step: keyof typeof RADII): Theme['radii'] => ({
  modal: `${MODAL * Number.parseInt(RADII[step])}px`,
})

/** walletkit's master radius for a modal's radius in pixels; undefined for another length. */
export function radiusOf(modal: string): string | undefined {
  const pixels = /^([\d.]+)(?:px)?$/.exec(modal.trim())?.[1]
  return pixels === undefined ? undefined : `${Number(pixels) / MODAL}px`
}

/** walletkit's mode and variables for a theme. Colours of the plain theme are left out. */
export function toVariables(theme: Theme): { mode: ThemeMode; variables: Record<string, string> } {
  // A page in JavaScript may pass a theme in which some of these are missing.
  const { colors = {}, fonts, radii }: { [key in keyof Theme]?: Record<string, string> | undefined } = theme as never
  const mode = theme.mode ?? modeOf(colors.modalBackground) ?? 'light'
  const variables: Record<string, string> = {}
  for (const [key, variable] of Object.entries(COLORS)) {
    const color = colors[key]
    if (color && color !== own(variable)) variables[variable] = color
  }
  if (fonts?.body) variables['--wk-font-family'] = fonts.body
  const radius = radiusOf(radii?.modal ?? '')
  if (radius !== undefined) variables['--wk-border-radius-master'] = radius
  return { mode, variables }
}

/**
 * The mode that a modal's background belongs to; undefined for a colour in another form than `#rgb` or `#rrggbb`. Green
 * decides: it makes up most of how light a colour looks.
 */
export function modeOf(background = ''): ThemeMode | undefined {
  const [, short, long] = /^#(?:.(.).|..(.)...)$/.exec(background.trim()) ?? []
  const green = short ?? long
  if (green === undefined) return undefined
  return Number.parseInt(green, 16) < 8 ? 'dark' : 'light'
}
