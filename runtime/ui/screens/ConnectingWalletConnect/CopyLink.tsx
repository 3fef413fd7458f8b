import { useEffect, useRef, useState } from 'react'
import { useText } from '../../context.ts'
import { Button, type ButtonProps } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { remoteMessages } from './connectingWalletConnect.messages.ts'

/** ms for which the button confirms the copy. */
const FEEDBACK = 1500

export type Copying = { copied: boolean; refused: boolean; copy: () => void }

/** Copies a link. `refused`: the browser does not let the page write to the clipboard. */
export function useCopyLink(uri: string | undefined): Copying {
  const [copied, setCopied] = useState(false)
  const [refused, setRefused] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = () => {
    if (!uri) return
    const done = () => {
      setRefused(false)
      setCopied(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), FEEDBACK)
    }
    // Outside a secure context there is no clipboard; a frame or a policy may also forbid it.
    const written = navigator.clipboard?.writeText(uri) ?? Promise.reject(new Error('No clipboard'))
    void written.then(done, () => setRefused(true))
  }
  return { copied, refused, copy }
}

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
