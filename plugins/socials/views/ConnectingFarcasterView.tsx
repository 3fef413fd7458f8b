import { useEffect } from 'react'
import type { ViewProps } from 'walletkit/plugin'
import { Button, Icon, Panel, QrCode, Tile, useCopy, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { SocialsController } from '../controller.ts'
import { Glyph } from '../icons.tsx'
import { socialMessages } from '../messages.ts'
import { Ring } from './Ring.tsx'
import css from './socials.css.ts'
import { useLeave } from './useLeave.ts'

/** Shows a QR code for the visitor's Farcaster app; on a phone, a link to that app. */
export default function ConnectingFarcasterView({ kit, controller }: ViewProps<SocialsController>) {
  useSheet(css)
  const t = useText(socialMessages)
  const { farcaster, isPhone } = controller
  const { url } = useSnapshot(farcaster.state)
  const online = useOnline()
  useLeave(kit, farcaster.leave)
  useEffect(() => {
    if (!online) return
    const start = () => void farcaster.start()
    start()
    // The site may open the closed modal at this view again, which stays mounted.
    return kit.onOpen(start)
  }, [kit, farcaster, online])
  return (
    <div>
      {!online ? (
        <div role="status">
          <Panel icon="offline" title={t('social.offline')}>
            {t('social.offlineText')}
          </Panel>
        </div>
      ) : isPhone ? (
        <App url={url} />
      ) : (
        <Code url={url} />
      )}
    </div>
  )
}

type Props = { url: string | undefined }

function Code({ url }: Props) {
  const t = useText(socialMessages)
  const logo = (
    <Tile name="" size={48}>
      <Glyph of="farcaster" size={24} />
    </Tile>
  )
  return (
    <div className="pad">
      <div className="social-code" aria-busy={!url}>
        {url ? (
          <QrCode value={url} label={t('farcaster.qr')}>
            {logo}
          </QrCode>
        ) : (
          <div className="social-blank" aria-hidden="true">
            {logo}
          </div>
        )}
      </div>
      <div className="center social-words" role="status">
        <p className="title">{t('farcaster.scan')}</p>
        <p className="text">{t('farcaster.scanText')}</p>
        <span className="sr">{t(url ? 'farcaster.ready' : 'farcaster.preparing')}</span>
      </div>
      <div className="social-links">
        <Copy url={url} />
        <Open url={url} label={t('farcaster.open')} />
      </div>
    </div>
  )
}

function App({ url }: Props) {
  const t = useText(socialMessages)
  return (
    <div className="center social-wait">
      <Ring of="farcaster" mood="turns" />
      <div className="words center" role="status">
        <p className="display">{t('farcaster.app')}</p>
        <p className="text">{t('farcaster.appText')}</p>
      </div>
      <div className="do">
        <Open url={url} label={t('farcaster.openApp')} primary />
      </div>
      <div className="social-copy">
        <Copy url={url} plain />
      </div>
    </div>
  )
}

/** A link with which a phone can open the Farcaster app; a disabled button of the same size until the URL is known. */
function Open({ url, label, primary }: Props & { label: string; primary?: true }) {
  const inside = (
    <>
      <Icon name="external" />
      {label}
    </>
  )
  const look = { 'data-kind': primary ? 'primary' : 'secondary', 'data-size': primary ? 'l' : 'm' } as const
  return url ? (
    <a className="button" {...look} href={url} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  ) : (
    <Button kind={look['data-kind']} size={look['data-size']} disabled>
      {inside}
    </Button>
  )
}

function Copy({ url, plain }: Props & { plain?: true }) {
  const t = useText(socialMessages)
  const { copied, copy } = useCopy(url)
  return (
    <>
      <Button
        kind={plain ? 'plain' : 'secondary'}
        size="m"
        icon={copied ? 'check' : 'copy'}
        disabled={!url}
        onClick={copy}
      >
        {t(copied ? 'farcaster.copied' : 'farcaster.copy')}
      </Button>
      <span className="sr" role="status">
        {copied ? t('farcaster.copied') : ''}
      </span>
    </>
  )
}
