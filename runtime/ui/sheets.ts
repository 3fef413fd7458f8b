/** The style sheets, by their CSS text: two kits of a page, and the modal and the page itself, share them. */
const sheets = new Map<string, CSSStyleSheet>()

/**
 * Adds a style to a document or a shadow root, once. It is a constructable sheet: that needs no style element, which a
 * strict Content-Security-Policy would block.
 */
export function adopt(root: DocumentOrShadowRoot, css: string) {
  let sheet = sheets.get(css)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(css, sheet)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}
