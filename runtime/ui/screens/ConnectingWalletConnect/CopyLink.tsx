import { useEffect, useRef } from 'react'
import { useText } from '../../context.ts'
import { Button, type ButtonProps } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import type { Copying } from '../../parts/useCopy.ts'
import { remoteMessages } from './connectingWalletConnect.messages.ts'

export function CopyLink({
  copying: { copied, copy },
  disabled,
  kind = 'secondary',
}: {
  copying: Copying
  disabled: boolean
  kind?: ButtonProps['kind']
}) {
  const t = useText(remoteMessages)
  return (
    <>
      <Button kind={kind} size="m" icon={copied ? 'check' : 'copy'} disabled={disabled} onClick={copy}>
        {t(copied ? 'remote.copied' : 'remote.copy')}
      </Button>
      <span className="sr" role="status">
        {copied ? t('remote.copied') : ''}
      </span>
    </>
  )
}

/** The link as selected text, for a browser that does not let the page copy. */
export function ByHand({ uri }: { uri: string }) {
  const t = useText(remoteMessages)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
    input.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="remote-hand">
      <p className="note" role="status">
        {t('remote.byHand')}
      </p>
      <Field
        size="m"
        label={t('remote.link')}
        readOnly
        value={uri}
        ref={input}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  )
}
