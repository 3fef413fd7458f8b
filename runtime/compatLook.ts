/**
 * Styles connect buttons on pages without CSS of their own for them. Other wallet libraries style their buttons
 * themselves, so a page that moved here from one of them has no such CSS. A constructed style sheet works under any
 * Content-Security-Policy of the page.
 */
import { useInsertionEffect } from 'react'
import { useTheme } from './react.tsx'

/** The CSS class of the compat modules' buttons. */
const LOOK = 'walletkit-compat-button'

const RULES = `display: inline-flex; align-items: center; justify-content: center; gap: 0.5em; box-sizing: border-box;
padding: 12px 20px; border: 0; border-radius: calc(3 * var(--wk-border-radius-master, 4px));
background: var(--wk-accent, #3350e9); color: var(--wk-on-accent, #fff); font-family: var(--wk-font-family, inherit);
font-size: 16px; line-height: 1.25; font-weight: 600; white-space: nowrap; cursor: pointer`

let sheet: CSSStyleSheet | undefined

/**
 * Writes the style sheet of the page's compat buttons, with the theme's `variables`. `tags`: a selector of custom
 * elements that contain a button. Only the first call uses `tags`, because it adds the style sheet; so pass them before
 * any button shows.
 */
export function giveLook(variables: Readonly<Record<string, unknown>> = {}, tags = ''): void {
  if (typeof CSSStyleSheet === 'undefined') return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.insertRule(`.${LOOK}:disabled { opacity: 0.5; cursor: default }`)
    sheet.insertRule(`.${LOOK}:hover { filter: brightness(1.08) }`)
    sheet.insertRule(`.${LOOK}, :is(${tags}) > button {}`)
    document.adoptedStyleSheets.push(sheet)
  }
  const theme = Object.entries(variables).map(([name, value]) => `;${name}: ${String(value)}`)
  const [rule] = sheet.cssRules
  if (rule instanceof CSSStyleRule) rule.style.cssText = RULES + theme.join('')
}

/** Styles the page's compat buttons in the theme's colours. Returns the CSS class that such a button needs. */
export function useLook(): string {
  const { themeVariables } = useTheme()
  useInsertionEffect(() => giveLook(themeVariables), [themeVariables])
  return LOOK
}
