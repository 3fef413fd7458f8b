/** What walletkit.config.json becomes: see `npx walletkit emit`. */
declare module 'virtual:walletkit' {
  export const generated: import('walletkit').Generated
}

declare module '*.css?inline' {
  const text: string
  export default text
}
