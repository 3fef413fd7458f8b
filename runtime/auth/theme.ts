import type { Kit } from '../contracts/kit.ts'
import type { Asks } from './messages.ts'

/** The modal's own colours, for themes that set none, because the frame appears inside the modal. */
const ACCENT = { light: '#3350e9', dark: '#4a62f0' }
const BACKGROUND = { light: '#ffffff', dark: '#17181c' }

/** The page's current theme, so that the frame can look the same. The `--w3m-` names belong to the frame's protocol. */
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
