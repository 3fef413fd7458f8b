/**
 * Applies what the site's page may choose of the login frame's look: light or dark, the accent and the corners. No
 * choice can hide text.
 */
import type { Asks } from '../../../runtime/auth/messages.ts'

/**
 * A CSS colour's red, green and blue (0 to 255) as this browser parses it. Undefined when it is invalid, not opaque, or
 * depends on other styles (`var()`, `currentcolor`).
 */
function channels(colour: string): [number, number, number] | undefined {
  if (!CSS.supports('color', colour) || /var\(|url\(|currentcolor|inherit/i.test(colour)) return undefined
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!probe) return undefined
  probe.fillStyle = colour
  probe.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = probe.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : undefined
}

/** The relative luminance of a colour (WCAG 2.2), from 0 (black) to 1 (white). */
function luminance(colour: readonly [number, number, number]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((each) => {
    const part = each / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function applyTheme({ themeMode, themeVariables = {}, w3mThemeVariables = {} }: Asks<'SYNC_THEME'>): void {
  const root = document.documentElement
  if (themeMode) root.dataset['theme'] = themeMode
  const [accent = '', radius = ''] = [
    themeVariables['--wk-accent'] ?? w3mThemeVariables['--w3m-accent'],
    themeVariables['--wk-border-radius-master'] ?? w3mThemeVariables['--w3m-border-radius-master'],
  ]
  const shade = channels(accent)
  if (shade) {
    root.style.setProperty('--accent', `rgb(${shade.join(' ')})`)
    // Choose dark or white text on the accent, whichever has the better contrast.
    root.style.setProperty('--on-accent', luminance(shade) > 0.179 ? '#12141a' : '#fff')
  }
  const pixels = Number(/^(\d{1,2}(?:\.\d+)?)px$/.exec(radius)?.[1])
  if (pixels >= 0 && pixels <= 8) root.style.setProperty('--radius', `${pixels}px`)
}
