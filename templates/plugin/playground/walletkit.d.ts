/** What walletkit.config.json becomes: see `npx walletkit emit`. */
declare module 'virtual:walletkit' {
  export const generated: import('walletkit').Generated
}
