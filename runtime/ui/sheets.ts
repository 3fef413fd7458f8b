/** Constructable style sheets, one per text. They need no style element, which a strict CSP would block. */
const sheets = new Map<string, CSSStyleSheet>()

export function adopt(root: DocumentOrShadowRoot, css: string) {
  let sheet = sheets.get(css)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(css, sheet)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}
