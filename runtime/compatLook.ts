/**
 * The look of connect buttons on a page without a style sheet for them. Other libraries bring their buttons' look
 * along, so a page that moved from one has no rules for ours. A constructed style sheet needs no permission from the
 * page's policy.
 */
import { useInsertionEffect } from 'react'
import { useTheme } from './react.tsx'

/** The class of the compat modules' buttons. */
const LOOK = 'walletkit-compat-button'

const RULES = `display: inline-flex; align-items: center; justify-content: center; gap: 0.5em; box-sizing: border-box;
padding: 12px 20px; border: 0; border-radius: calc(3 * var(--wk-border-radius-master, 4px));
background: var(--wk-accent, #3350e9); color: var(--wk-on-accent, #fff); font-family: var(--wk-font-family, inherit);
font-size: 16px; line-height: 1.25; font-weight: 600; white-space: nowrap; cursor: pointer;`

/** The variables of the modal's theme that the buttons follow. */
const FOLLOWED = ['--wk-accent', '--wk-on-accent', '--wk-font-family', '--wk-border-radius-master'] as const

let sheet: CSSStyleSheet | undefined

/**
 * Gives the buttons of the page their look; `tags` are custom elements that hold a button. Without `variables`, the
 * theme's variables stay as they are.
 */
export function giveLook(variables?: Readonly<Record<string, unknown>>, tags: readonly string[] = []): void {
  if (typeof document === 'undefined' || typeof CSSStyleSheet === 'undefined') return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.insertRule(`.${LOOK} { ${RULES} }`)
    sheet.insertRule(`.${LOOK}:hover { filter: brightness(1.08) }`, 1)
    sheet.insertRule(`.${LOOK}:disabled { opacity: 0.5; cursor: default }`, 2)
    sheet.insertRule(`.${LOOK}:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px }`, 3)
    document.adoptedStyleSheets.push(sheet)
  }
  if (tags.length) sheet.insertRule(`:is(${tags.join()}) > button { ${RULES} }`, sheet.cssRules.length)
  if (!variables) return
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSStyleRule) || !rule.style.background) continue
    for (const name of FOLLOWED) {
      const value = variables[name]
      if (typeof value === 'string' || typeof value === 'number') rule.style.setProperty(name, String(value))
      else rule.style.removeProperty(name)
    }
  }
}

/** Gives the page's compat buttons their look, in the theme's colours. Returns the class that they need. */
export function useLook(): string {
  const { themeVariables } = useTheme()
  useInsertionEffect(() => giveLook(themeVariables), [themeVariables])
  return LOOK
}
