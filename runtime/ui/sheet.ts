/** Constructable style sheets, one per text: no style element, so a strict CSP has nothing to refuse. */
const sheets = new Map<string, CSSStyleSheet>()

export function adopt(root: ShadowRoot, css: string) {
  let sheet = sheets.get(css)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(css, sheet)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}
