import type { Kit } from '../kit.ts'
import type { Asks } from './messages.ts'

/** The modal's own, where the site says nothing: the frame stands in it. The names are the frame's (reference 2). */
const ACCENT = { light: '#3350e9', dark: '#4a62f0' }
const BACKGROUND = { light: '#ffffff', dark: '#17181c' }

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
