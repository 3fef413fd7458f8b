import { useEffect, useState } from 'react'
import { reset } from '../../../state/navigate.ts'
import { goBack } from '../../../actions/goBack.ts'
import type { CaipNetwork } from '../../../contracts/network.ts'
import { TEN_SECONDS } from '../../../lib/time.ts'
import { useKit, useSheet, useSnapshot, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { NetworkTile } from '../../parts/NetworkTile.tsx'
import { commonMessages } from '../common.messages.ts'
import { networksMessages } from '../networks.messages.ts'
import { Ring } from '../Ring.tsx'
import ringCss from '../ring.css.ts'
import { useSwitch } from '../useSwitch.ts'

/** Asks the wallet to switch the network and waits for it. */
export default function SwitchNetworkView({ params }: { params: { network: CaipNetwork } | undefined }) {
  useSheet(ringCss)
  return params?.network ? <Switch key={params.network.caipNetworkId} network={params.network} /> : <Nowhere />
}

function Switch({ network }: { network: CaipNetwork }) {
  const kit = useKit()
  const t = useText(networksMessages)
  const common = useText(commonMessages)
  const { switching, to } = useSwitch()
  const [attempt, setAttempt] = useState(0)
  const [slow, setSlow] = useState(false)
  const accounts = useSnapshot(kit.state.accounts)
  const id = network.caipNetworkId
  useEffect(() => {
    let live = true
    // Ask in a microtask, because strict mode runs the effect twice and the wallet must get one request.
    queueMicrotask(() => void (live && to(id)))
    const hint = setTimeout(() => setSlow(true), TEN_SECONDS)
    return () => {
      live = false
      clearTimeout(hint)
    }
    // Make one request per attempt. `to` is not a dependency, because every render creates a new `to`.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, attempt])

  const state = switching?.state ?? 'waiting'
  const names = {
    wallet: accounts[network.chainNamespace].connectedWalletInfo?.name ?? common('common.wallet'),
    network: network.name,
  }
  const ended = state !== 'waiting'
  const retry = () => {
    setSlow(false)
    setAttempt((count) => count + 1)
  }
  return (
    <div className="center wait">
      <Ring failed={ended}>
        <NetworkTile network={network} size={80} />
      </Ring>
      <div className="wait-words center" role="status">
        <p className="display">{t(`switch.${state}`, names)}</p>
        <p className="text">{t(state === 'waiting' && slow ? 'switch.slowText' : `switch.${state}Text`, names)}</p>
      </div>
      <div className="wait-action">
        {ended ? (
          <Button kind="primary" wide icon="retry" onClick={retry}>
            {common('common.tryAgain')}
          </Button>
        ) : (
          <Button size="m" onClick={() => goBack(kit)}>
            {common('common.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Nowhere() {
  const kit = useKit()
  const t = useText(networksMessages)
  return (
    <Panel
      icon="swap"
      title={t('switch.unknown')}
      action={
        <Button kind="primary" size="m" onClick={() => reset(kit.state.router, 'Networks')}>
          {t('switch.choose')}
        </Button>
      }
    >
      {t('switch.unknownText')}
    </Panel>
  )
}
