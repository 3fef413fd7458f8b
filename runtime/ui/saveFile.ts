/**
 * Offers a text as a file to save. Call it during a click. It fetches nothing, so that it works under a strict
 * Content-Security-Policy.
 *
 * @example
 * ```ts
 * import { saveFile } from 'walletkit/ui'
 *
 * saveFile('contacts.json', 'application/json', '[]')
 * ```
 */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Revoke the URL later, because the browser reads it only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
