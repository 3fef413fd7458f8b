/** The module that the build makes from walletkit.config.json; `npx walletkit emit` writes it to a file. */
declare module 'virtual:walletkit' {
  export const generated: import('walletkit').Generated
}

declare module '*.css?inline' {
  const text: string
  export default text
}
