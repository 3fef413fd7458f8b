import { useEffect, useState } from 'react'
import { Abandoned, abandonConnect, connect } from '../../../actions/connect.ts'
import { goBack } from '../../../actions/goBack.ts'
import type { Wallet } from '../../../contracts/config.ts'
import type { Connector } from '../../../contracts/connector.ts'
import { report } from '../../../state/report.ts'
import { isNotSetUp, NoAccountError } from '../../../errors/unusable.ts'
import { isUserRejection } from '../../../errors/rejection.ts'
import { parseRpcError } from '../../../errors/rpc.ts'
import { TEN_SECONDS } from '../../../lib/time.ts'
import { push } from '../../../state/navigate.ts'
import { useKit, usePreload, useSheet, useSnapshot, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { WalletTile } from '../../parts/WalletTile.tsx'
import { commonMessages } from '../common.messages.ts'
import { knownWallet } from '../../../wallets/wallet.ts'
import { connectorImage } from '../Connect/rows.ts'
import { connectingMessages } from '../connectingExternal.messages.ts'
import { Ring } from '../Ring.tsx'
import ringCss from '../ring.css.ts'
import { UnknownWallet } from '../UnknownWallet.tsx'

type Params = { connector: Connector; wallet?: Wallet }
/** `busy`: the wallet already shows a request, from this page or another (EIP-1474 error -32002). */
type Stage =
  | { name: 'waiting' | 'slow' | 'declined' | 'busy' }
  /** `empty`: the wallet shares no account. `setup`: the visitor has not set up the wallet yet. */
  | { name: 'failed' | 'empty' | 'setup'; message: string }

/**
 * Connects a wallet in this browser. Sends one request per attempt, says what the visitor must do, and abandons the
 * request when the visitor leaves the view.
 */
export default function ConnectingExternalView({ params }: { params: Params | undefined }) {
  useSheet(ringCss)
  // A site may open this view by name, without a wallet.
  return params?.connector ? <Connecting key={params.connector.id} {...params} /> : <UnknownWallet />
}

function Connecting({ connector, wallet: asked }: Params) {
  const kit = useKit()
  const wallet = asked ?? knownWallet(kit, connector.info?.rdns ?? connector.id)
  const t = useText(connectingMessages)
  const common = useText(commonMessages)
  const { stage, retry } = useAttempt(connector)
  const names = { wallet: connector.name }
  const waiting = stage.name === 'waiting' || stage.name === 'slow'
  const installed = connector.type === 'ANNOUNCED' || connector.type === 'INJECTED'

  return (
    <>
      <div className="center wait">
        <Ring failed={!waiting && stage.name !== 'busy'}>
          <WalletTile name={connector.name} size={80} src={connectorImage(kit, connector)} />
        </Ring>
        <div className="wait-words center" role="status">
          <p className="display">
            {stage.name === 'declined'
              ? t('connecting.declined')
              : 'message' in stage
                ? stage.message
                : t('connecting.waiting', names)}
          </p>
          <p className="text">{t(`connecting.${stage.name}Text`, names)}</p>
        </div>
        <div className="wait-action">
          {waiting ? (
            <Button size="m" onClick={() => goBack(kit)}>
              {common('common.cancel')}
            </Button>
          ) : (
            <Button kind="primary" wide icon="retry" onClick={retry}>
              {common('common.tryAgain')}
            </Button>
          )}
        </div>
      </div>
      {!installed && wallet && <Absent wallet={wallet} />}
    </>
  )
}

const failureOf = (error: unknown) =>
  error instanceof NoAccountError ? 'empty' : isNotSetUp(error) ? 'setup' : 'failed'

function Absent({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const t = useText(connectingMessages)
  const preload = usePreload()
  return (
    <div className="foot">
      <span className="muted-2">{t('connecting.absent', { wallet: wallet.name })}</span>
      <Button
        size="s"
        onPointerEnter={() => preload('GetWallet')}
        onClick={() => push(kit.state.router, 'GetWallet', { wallet })}
      >
        {t('connecting.get')}
      </Button>
    </div>
  )
}

/** Sends one request to the wallet per attempt. Leaving the view or closing the modal abandons the request. */
function useAttempt(connector: Connector) {
  const kit = useKit()
  const { open } = useSnapshot(kit.state.modal)
  const [attempt, setAttempt] = useState(0)
  const [stage, setStage] = useState<Stage>({ name: 'waiting' })

  useEffect(() => {
    if (!open) return
    let [live, pending] = [true, false]
    // Read the view that shows now: this component also renders in a tab of ConnectingWalletConnect, and `connect`
    // closes the modal only if that view still shows.
    const { view } = kit.state.router
    const ask = async () => {
      if (!live) return
      pending = true
      // The modal may open again on this screen, which would otherwise still say how the previous attempt ended.
      setStage({ name: 'waiting' })
      try {
        await connect(kit, connector, view)
        pending = false
      } catch (error) {
        pending = false
        if (!live || error instanceof Abandoned) return
        const { message } = report(kit, error, 'CONNECT_FAILED')
        if (isUserRejection(error)) setStage({ name: 'declined' })
        else if (parseRpcError(error).name === 'resourceUnavailable') setStage({ name: 'busy' })
        else setStage({ name: failureOf(error), message })
      }
    }
    // Ask in a microtask, because strict mode runs the effect twice and the wallet must get one request.
    queueMicrotask(() => void ask())
    const hint = setTimeout(() => setStage((now) => (now.name === 'waiting' ? { name: 'slow' } : now)), TEN_SECONDS)
    return () => {
      live = false
      clearTimeout(hint)
      if (pending) abandonConnect(kit, connector)
    }
  }, [kit, connector, attempt, open])

  const retry = () => {
    setStage({ name: 'waiting' })
    setAttempt((count) => count + 1)
  }
  return { stage, retry }
}
