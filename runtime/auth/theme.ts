import type { Kit } from '../kit.ts'
import type { Asks } from './messages.ts'

/** What the frame's own defaults are named, and what they are where the site says nothing (reference 2). */
const ACCENT = { light: 'hsla(231, 100%, 70%, 1)', dark: 'hsla(230, 100%, 67%, 1)' }
const BACKGROUND = { light: '#ffffff', dark: '#121313' }

/** How the page looks now, for the frame to look alike. */
export function themeOf({ state }: Kit): Asks<'SYNC_THEME'> {
  const { mode, variables } = state.theme
  return {
    themeMode: mode,
    themeVariables: { ...variables },
    w3mThemeVariables: {
      '--w3m-accent': variables['--wk-accent'] ?? ACCENT[mode],
      '--w3m-background': variables['--wk-surface-0'] ?? BACKGROUND[mode],
    },
  }
}
