import type { ViewProps } from 'walletkit/plugin'
import {
  Address,
  Avatar,
  Button,
  Icon,
  NetworkTile,
  Panel,
  QrCode,
  useActive,
  useCopy,
  useSheet,
  useText,
} from 'walletkit/ui'
import { receiveMessages } from '../messages.ts'
import { compatibleNetworks } from './compatible.ts'
import css from './receive.css.ts'

/** Number of network images that fit beside the row's name. */
const SHOWN = 4

/** Shows the account's address as a QR code and in full, with a copy button. */
export default function ReceiveView({ kit }: ViewProps) {
  useSheet(css)
  const t = useText(receiveMessages)
  const { account } = useActive(kit)
  const { address = '', profileName, profileImage } = account
  const { copied, copy } = useCopy(address)
  if (!address)
    return (
      <Panel
        icon="wallet"
        title={t('receive.disconnected')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
            {t('receive.connect')}
          </Button>
        }
      >
        {t('receive.disconnectedText')}
      </Panel>
    )
  const networks = compatibleNetworks(kit)
  return (
    <div className="pad">
      <div className="center">
        <div className="receive-qr">
          <QrCode value={address} label={t('receive.qr', { address })}>
            <Avatar address={address} src={profileImage} size={40} />
          </QrCode>
        </div>
        {profileName && (
          <bdi className="title receive-name clip" title={profileName}>
            {profileName}
          </bdi>
        )}
      </div>
      <div className="receive-address">
        <p className="note">{t('receive.yourAddress')}</p>
        <Address value={address} />
      </div>
      <button type="button" className="receive-networks" onClick={() => kit.push('WalletCompatibleNetworks')}>
        <span className="grow">{t('receive.compatible')}</span>
        <span className="receive-stack">
          {networks.slice(0, SHOWN).map((network) => (
            <NetworkTile key={network.caipNetworkId} network={network} size={24} />
          ))}
        </span>
        <span className="chevron">
          <Icon name="chevron" size={16} />
        </span>
      </button>
      <Button kind="primary" wide icon={copied ? 'check' : 'copy'} onClick={copy}>
        {copied ? t('receive.copied') : t('receive.copy')}
      </Button>
      <span className="sr" role="status">
        {copied ? t('receive.copied') : ''}
      </span>
    </div>
  )
}
