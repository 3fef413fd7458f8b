import { useRef } from 'react'
import { close } from '../../actions/close.ts'
import { reset } from '../../state/navigate.ts'
import { report } from '../../state/report.ts'
import { shortAddress } from '../../lib/shortAddress.ts'
import { cleanText } from '../../lib/text.ts'
import { activeAccount, activeNetworkOf } from '../../state/active.ts'
import { useKit, useSheet, useSnapshot, useText } from '../../ui/context.ts'
import { Avatar } from '../../ui/parts/Avatar.tsx'
import { Button } from '../../ui/parts/Button.tsx'
import { Icon } from '../../ui/parts/Icon.tsx'
import { Pairs } from '../../ui/parts/Pairs.tsx'
import { Panel } from '../../ui/parts/Panel.tsx'
import { Spinner } from '../../ui/parts/Spinner.tsx'
import { NetworkTile } from '../../ui/parts/NetworkTile.tsx'
import { Tile } from '../../ui/parts/Tile.tsx'
import { commonMessages } from '../../ui/screens/common.messages.ts'
import { cancel } from '../cancel.ts'
import { messageParams } from '../createSiwx.ts'
import { SIWX_ERRORS } from '../errors.ts'
import { isOwed } from '../guard.ts'
import { sign } from '../sign.ts'
import { signIn, type SignInStatus } from '../state.ts'
import css from './signMessage.css.ts'
import { signMessageMessages } from './signMessage.messages.ts'

/**
 * The sign-in screen: it shows the site, the account and what a signature does, and asks the visitor to sign. Cancel is
 * always enabled.
 */
export default function SIWXSignMessageView() {
  useSheet(css)
  const kit = useKit()
  useSnapshot(kit.state.accounts)
  const { status } = useSnapshot(signIn(kit))
  if (!activeAccount(kit)?.address) return <Nobody />
  return status === 'signed' ? <Done /> : <Asking />
}

function Asking() {
  const kit = useKit()
  const t = useText(signMessageMessages)
  const common = useText(commonMessages)
  const { status } = useSnapshot(signIn(kit))
  const leaving = useRef(false)
  const account = activeAccount(kit)
  const wallet = account?.connectedWalletInfo?.name ?? common('common.wallet')
  const isBusy = status === 'signing' || status === 'checking'
  const leave = () => {
    if (leaving.current) return
    leaving.current = true
    void cancel(kit).finally(() => (leaving.current = false))
  }
  return (
    <div className="pad sign">
      <Parties isBusy={status === 'signing'} />
      <ul role="list" className="sign-points">
        {(['siwx.confirms', 'siwx.free', 'siwx.harmless'] as const).map((key) => (
          <li key={key}>
            <Icon name={key === 'siwx.harmless' ? 'close' : 'check'} />
            {t(key)}
          </li>
        ))}
      </ul>
      <Who />
      <p className="note" role="status">
        {status === 'declined' && (
          <span className="label row-line">{kit.text('error.SIWX_DECLINED', SIWX_ERRORS.SIWX_DECLINED.message)}</span>
        )}
        {t(noteOf(status, isOwed(kit)), { wallet })}
      </p>
      <div className="actions">
        <Button onClick={leave} data-id="cancel">
          {common('common.cancel')}
        </Button>
        <Button
          kind="primary"
          disabled={isBusy}
          data-id="sign"
          onClick={() => void sign(kit).catch((error: unknown) => report(kit, error, 'SIWX_FAILED', SIWX_ERRORS))}
        >
          {isBusy && <Spinner />}
          {t(status === 'signing' ? 'siwx.signing' : 'siwx.sign')}
        </Button>
      </div>
    </div>
  )
}

/** The key, in the translations, of the note above the buttons. */
function noteOf(status: SignInStatus, isRequired: boolean) {
  if (status === 'signing') return 'siwx.waiting'
  if (status === 'declined') return isRequired ? 'siwx.declinedRequired' : 'siwx.declined'
  return isRequired ? 'siwx.required' : 'siwx.optional'
}

function Parties({ isBusy }: { isBusy: boolean }) {
  const kit = useKit()
  const t = useText(signMessageMessages)
  const { name, icon } = activeAccount(kit)?.connectedWalletInfo ?? { name: '' }
  const { metadata, siwx } = kit.config
  const { domain } = messageParams(typeof siwx === 'object' ? siwx : {})
  return (
    <>
      <div className="sign-pair">
        <Tile name={metadata?.name || domain} size={64} src={metadata?.icons?.[0]} />
        <span className="sign-dots" data-on={isBusy || undefined} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <Tile name={name} size={64} src={icon} />
      </div>
      <div className="sign-to">
        <p className="text">{t('siwx.prove')}</p>
        <p className="display">
          <bdi>{cleanText(domain, 253)}</bdi>
        </p>
      </div>
    </>
  )
}

function Who() {
  const kit = useKit()
  const t = useText(signMessageMessages)
  useSnapshot(kit.state.networks)
  const { address = '', profileImage } = activeAccount(kit) ?? {}
  const network = activeNetworkOf(kit)
  return (
    <Pairs
      items={[
        {
          label: t('siwx.account'),
          value: (
            <>
              <Avatar address={address} src={profileImage} size={20} />
              <bdi>{shortAddress(address)}</bdi>
            </>
          ),
        },
        ...(network
          ? [
              {
                label: t('siwx.network'),
                value: (
                  <>
                    <NetworkTile network={network} size={20} />
                    <bdi>{network.name}</bdi>
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function Nobody() {
  const kit = useKit()
  const t = useText(signMessageMessages)
  return (
    <Panel
      icon="key"
      title={t('siwx.nobody')}
      action={
        <Button kind="primary" size="m" onClick={() => reset(kit.state.router, 'Connect')}>
          {t('siwx.connect')}
        </Button>
      }
    >
      {t('siwx.nobodyText')}
    </Panel>
  )
}

function Done() {
  const kit = useKit()
  const t = useText(signMessageMessages)
  return (
    <Panel
      icon="check"
      title={t('siwx.signed')}
      action={
        <Button size="m" onClick={() => close(kit)}>
          {t('siwx.close')}
        </Button>
      }
    />
  )
}
