import type { Kit } from '../contracts/kit.ts'
import type { Asks } from './messages.ts'

/** The modal's default colours. The frame gets them if the theme sets none, because it appears inside the modal. */
const ACCENT = { light: '#3350e9', dark: '#4a62f0' }
const BACKGROUND = { light: '#ffffff', dark: '#17181c' }

/** The page's current theme, so that the frame can look the same. The `--w3m-` names belong to the frame's protocol. */
export function themeOf({ state, plugins }: Kit): Asks<'SYNC_THEME'> {
  const { mode, variables } = state.theme
  const own = (name: string) => variables[name] ?? tokenOf(plugins?.look ?? '', mode, name)
  return {
    themeMode: mode,
    themeVariables: { ...variables },
    w3mThemeVariables: {
      '--w3m-accent': own('--wk-accent') ?? ACCENT[mode],
      '--w3m-background': own('--wk-surface-0') ?? BACKGROUND[mode],
    },
  }
}

/**
 * The value of a CSS variable for one mode in the page's `look`, a style sheet with one rule for light and one for
 * dark; `undefined` if it does not set the variable.
 */
function tokenOf(look: string, mode: keyof typeof ACCENT, name: string): string | undefined {
  const rule = look.split('}').find((each) => each.includes('[data-theme=dark]') === (mode === 'dark'))
  return new RegExp(`[{;]${name}:([^;]+)`).exec(rule ?? '')?.[1]
}
