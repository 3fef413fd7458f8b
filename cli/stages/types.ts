/** The declarations that TypeScript needs for what only the build knows. Pure. */
const MODULE = `declare module 'virtual:walletkit' {
  export const generated: import('walletkit').Generated
}
`
const HEAD = '/** What walletkit.config.json becomes: see `npx walletkit emit`. */\n'
const FOUND = /^declare module (['"])virtual:walletkit\1\s*\{[^]*?^\}[ \t]*\r?\n?/m

export const declares = (text: string) => FOUND.test(text)

/** The file as it should be: ours as a whole where it is new, else only our block in it. The same for the same input. */
export function declareModule(before: string | undefined): string {
  if (before === undefined) return HEAD + MODULE
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  const block = MODULE.replaceAll('\n', end)
  if (declares(before)) return before.replace(FOUND, () => block)
  const gap = before === '' || before.endsWith(end) ? '' : end
  return `${before}${gap}${before === '' ? '' : end}${HEAD.replaceAll('\n', end)}${block}`
}
