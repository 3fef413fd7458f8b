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

/** For each of RainbowKit's steps, the master radius from which walletkit derives all of its radii. */
export const RADII = { none: '0px', small: '2px', medium: '3px', large: '4px' }
/** walletkit's modal has six times its master radius. */
const MODAL = 6

type Name<T extends string> = Record<T, string>
type Color =
  | 'accentColor'
  | 'accentColorForeground'
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
  | 'error'
  | 'generalBorder'
  | 'generalBorderDim'
  | 'menuItemBackground'
  | 'modalBackdrop'
  | 'modalBackground'
  | 'modalBorder'
  | 'modalText'
  | 'modalTextDim'
  | 'modalTextSecondary'
  | 'profileAction'
  | 'profileActionHover'
  | 'profileForeground'
  | 'selectedOptionBorder'
  | 'standby'

/**
 * A theme in RainbowKit's form. walletkit applies the accent, the colours of the modal, its text, its border and its
 * errors, the font and the radius of the modal. It accepts the rest and does not use it.
 */
export type Theme = {
  /** walletkit's own: without it, the mode follows from the modal's background. */
  mode?: ThemeMode
  colors: Name<Color>
  fonts: Name<'body'>
  radii: Name<'actionButton' | 'connectButton' | 'menuButton' | 'modal' | 'modalMobile'>
  shadows: Name<
    'connectButton' | 'dialog' | 'profileDetailsAction' | 'selectedOption' | 'selectedWallet' | 'walletLogo'
  >
  blurs: Name<'modalOverlay'>
}

/** walletkit's own look. A test compares it with runtime/ui/theme.css. */
const LOOKS = {
  light: {
    surfaces: ['#fff', '#f5f6f8', '#ebedf1'],
    texts: ['#12141a', '#535967', '#646a78'],
    lines: ['rgba(18, 20, 26, 0.08)', 'rgba(18, 20, 26, 0.16)'],
    accent: '#3350e9',
    error: '#be2138',
    success: '#0b7041',
    warning: '#855000',
    overlay: 'rgba(14, 16, 24, 0.24)',
  },
  dark: {
    surfaces: ['#17181c', '#1f2126', '#292b32'],
    texts: ['#f3f4f6', '#a9aeba', '#9096a3'],
    lines: ['rgba(255, 255, 255, 0.08)', 'rgba(255, 255, 255, 0.16)'],
    accent: '#4a62f0',
    error: '#ff8e97',
    success: '#4fc78d',
    warning: '#f0b44c',
    overlay: 'rgba(0, 0, 0, 0.56)',
  },
} as const

/** The theme with which walletkit looks as it does without one. */
export function plainTheme(mode: ThemeMode): Theme {
  const { surfaces, texts, lines, accent, error, success, warning, overlay } = LOOKS[mode]
  const [modal, card, raised] = surfaces
  const [text, second, dim] = texts
  const [line, border] = lines
  const colors = {
    ...all(['modalBackground', 'connectButtonBackground', 'actionButtonSecondaryBackground'], modal),
    ...all(['profileForeground', 'downloadTopCardBackground', 'downloadBottomCardBackground'], card),
    ...all(['menuItemBackground', 'profileAction', 'connectButtonInnerBackground', 'closeButtonBackground'], raised),
    ...all(['profileActionHover'], card),
    ...all(['modalText', 'connectButtonText'], text),
    ...all(['modalTextSecondary', 'closeButton'], second),
    ...all(['modalTextDim'], dim),
    ...all(['modalBorder', 'generalBorderDim', 'actionButtonBorder', 'actionButtonBorderMobile'], line),
    ...all(['generalBorder', 'selectedOptionBorder'], border),
    ...all(['error', 'connectButtonBackgroundError'], error),
    ...all(['connectButtonTextError', 'accentColorForeground'], '#fff'),
    accentColor: accent,
    connectionIndicator: success,
    standby: warning,
    modalBackdrop: overlay,
  }
  return {
    mode,
    colors,
    fonts: { body: '' },
    radii: all(['actionButton', 'connectButton', 'menuButton', 'modal', 'modalMobile'], ''),
    shadows: all(
      ['connectButton', 'dialog', 'profileDetailsAction', 'selectedOption', 'selectedWallet', 'walletLogo'],
      'none',
    ),
    blurs: { modalOverlay: '0px' },
  }
}

const all = <T extends string>(names: readonly T[], value: string) =>
  Object.fromEntries(names.map((name) => [name, value])) as Name<T>

/** The radii of a theme for one of RainbowKit's steps. */
export const radiiOf = (step: keyof typeof RADII): Theme['radii'] =>
  all(
    ['actionButton', 'connectButton', 'menuButton', 'modal', 'modalMobile'],
    `${MODAL * Number.parseInt(RADII[step])}px`,
  )

/** walletkit's master radius for a modal's radius in pixels; undefined for another length. */
export function radiusOf(modal: string): string | undefined {
  const pixels = /^([\d.]+)(?:px)?$/.exec(modal.trim())?.[1]
  return pixels === undefined ? undefined : `${Number(pixels) / MODAL}px`
}

/** walletkit's mode and variables for a theme. A variable that would change nothing is left out. */
export function toVariables(theme: Theme): { mode: ThemeMode; variables: Record<string, string> } {
  // A page in JavaScript may pass a part of a theme.
  const { colors = {}, fonts, radii }: { [key in keyof Theme]?: Record<string, string> | undefined } = theme as never
  const mode = theme.mode ?? modeOf(colors.modalBackground) ?? 'light'
  const plain: Record<string, string> = plainTheme(mode).colors
  const variables: Record<string, string> = {}
  for (const [key, variable] of Object.entries(COLORS)) {
    const color = colors[key]
    if (color && color !== plain[key]) variables[variable] = color
  }
  if (fonts?.body) variables['--wk-font-family'] = fonts.body
  const radius = radiusOf(radii?.modal ?? '')
  if (radius !== undefined) variables['--wk-border-radius-master'] = radius
  return { mode, variables }
}

/** The mode that a modal's background belongs to; undefined for a colour that is not hexadecimal. */
export function modeOf(background: string | undefined): ThemeMode | undefined {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(background?.trim() ?? '') ?? []
  const hex = short ? [...short].map((digit) => digit + digit) : long?.match(/../g)
  if (!hex) return undefined
  const [red = 0, green = 0, blue = 0] = hex.map((part) => Number.parseInt(part, 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? 'dark' : 'light'
}
