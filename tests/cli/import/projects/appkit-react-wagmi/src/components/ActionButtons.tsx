import { useAppKit, useAppKitNetwork, useDisconnect } from '@reown/appkit/react'
import { networks } from '../config'

export const ActionButtons = () => {
  const { open } = useAppKit()
  const { disconnect } = useDisconnect()
  const { switchNetwork } = useAppKitNetwork()
  return (
    <div>
      <button onClick={() => open()}>Open</button>
      <button onClick={() => open({ view: 'Networks' })}>Networks</button>
      <button onClick={() => disconnect()}>Disconnect</button>
      <button onClick={() => switchNetwork(networks[1])}>Switch</button>
    </div>
  )
}
