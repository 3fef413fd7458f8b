/** The type declarations of the generated module. Pure functions. */
const MODULE = `declare module 'virtual:walletkit' {
  export const generated: import('walletkit').Generated
}
`
const HEAD = '/** What walletkit.config.json becomes: see `npx walletkit emit`. */\n'
const FOUND = /^declare module (['"])virtual:walletkit\1\s*\{[^]*?^\}[ \t]*\r?\n?/m

export const declares = (text: string) => FOUND.test(text)

/**
 * The declaration file's text with the declaration of `virtual:walletkit`: a new text, or `before` with only that
 * declaration replaced or added.
 */
export function declareModule(before: string | undefined): string {
  if (before === undefined) return HEAD + MODULE
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  const block = MODULE.replaceAll('\n', end)
  if (declares(before)) return before.replace(FOUND, () => block)
  const gap = before === '' || before.endsWith(end) ? '' : end
  return `${before}${gap}${before === '' ? '' : end}${HEAD.replaceAll('\n', end)}${block}`
}
