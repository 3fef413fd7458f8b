import { useState } from 'react'
import type { Wallet } from '../../../contracts/config.ts'
import { useKit } from '../../context.ts'
import ConnectingExternalView from '../ConnectingExternal/ConnectingExternalView.tsx'
import { NotHere } from './NotHere.tsx'
import { installedConnector } from './walletPlatforms.ts'

/** For a listed wallet that is installed: connects it like any other wallet in this page. */
export function Installed({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const [connector] = useState(() => installedConnector(kit, wallet))
  return connector ? <ConnectingExternalView params={{ connector, wallet }} /> : <NotHere wallet={wallet} />
}
