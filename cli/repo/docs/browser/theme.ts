/** The docs' theme: light, dark, or the system's. The visitor's choice is kept in local storage. */
const KEY = 'walletkit-docs-theme'
const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

const read = (): Theme => {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    // Storage is blocked, so use the system's theme.
    return 'system'
  }
}

export function applyTheme(theme = read()) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function themeButton(button: HTMLButtonElement) {
  let theme = read()
  const show = () => {
    button.textContent = LABELS[theme]
    button.ariaLabel = `Theme: ${theme}`
  }
  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // Storage is blocked, so the choice is lost with this page.
    }
    applyTheme(theme)
    show()
  })
  show()
  button.hidden = false
}
