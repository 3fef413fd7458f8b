/** Light, dark, or what the system says. The choice is kept in local storage. */
const KEY = 'walletkit-docs-theme'
const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

const read = (): Theme => {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    // Storage is blocked: the system decides.
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
      // Storage is blocked: the choice lasts for this page.
    }
    applyTheme(theme)
    show()
  })
  show()
  button.hidden = false
}
