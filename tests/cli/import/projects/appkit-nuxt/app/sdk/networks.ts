import * as all from '@reown/appkit/networks'

const { mainnet, linea } = all
export const networks = [mainnet, linea, all.scroll].filter(Boolean)
