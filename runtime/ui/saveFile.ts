/**
 * Offers a text as a file to save. Call it during a click. It works under the printed policy: nothing is fetched.
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
  // The browser reads the address after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
