import { solana, solanaDevnet, type AppKitNetwork } from '@reown/appkit/networks'

const byStage = { live: [solana], all: [solana, solanaDevnet] } satisfies Record<string, AppKitNetwork[]>

export const networks = byStage.all
