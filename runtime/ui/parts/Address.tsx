import { useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'

/**
 * A full address in groups of four characters, first and last in bold. Use it wherever the visitor confirms money.
 *
 * @example
 * ```tsx
 * import { Address } from 'walletkit/ui'
 *
 * const To = ({ address }: { address: string }) => <Address value={address} />
 * ```
 */
export function Address({ value }: { value: string }) {
  const prefix = value.startsWith('0x') ? '0x' : ''
  const groups = value.slice(prefix.length).match(/.{1,4}/g) ?? []
  return (
    <span className="address" data-plain={prefix ? undefined : ''} role="text" aria-label={value}>
      {prefix && <b>{prefix}</b>}
      {groups.map((group, at) => {
        const edge = at === 0 || at === groups.length - 1
        return edge ? <b key={at}>{group}</b> : <span key={at}>{group}</span>
      })}
    </span>
  )
}

/**
 * Copies text; `copied` is true for 1.5 s afterwards. Without a clipboard, does nothing.
 *
 * @example
 * ```tsx
 * import { Button, useCopy } from 'walletkit/ui'
 *
 * function Copy({ link }: { link: string }) {
 *   const { copied, copy } = useCopy(link)
 *   return <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>
 * }
 * ```
 */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = () => {
    const done = () => {
      setCopied(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), 1500)
    }
    // A browser may refuse; the visitor can still copy the address from the screen.
    void navigator.clipboard?.writeText(text).then(done, () => undefined)
  }
  return { copied, copy }
}

/**
 * An icon that copies text; screen readers hear `copiedLabel` afterwards.
 *
 * @example
 * ```tsx
 * import { CopyButton } from 'walletkit/ui'
 *
 * const Copy = ({ address }: { address: string }) => (
 *   <CopyButton text={address} label="Copy address" copiedLabel="Address copied" />
 * )
 * ```
 */
export function CopyButton({ text, label, copiedLabel }: { text: string; label: string; copiedLabel: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label={copied ? copiedLabel : label} onClick={copy} />
      <span className="sr" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}

/**
 * A name followed by a small copy icon.
 *
 * @example
 * ```tsx
 * import { CopyLine } from 'walletkit/ui'
 *
 * const Name = ({ address }: { address: string }) => (
 *   <CopyLine text={address} label="Copy address" copiedLabel="Address copied">
 *     noah.walletkit.id
 *   </CopyLine>
 * )
 * ```
 */
export function CopyLine({
  text,
  label,
  copiedLabel,
  children,
}: {
  text: string
  label: string
  copiedLabel: string
  children: string
}) {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      className="copy-line label"
      onClick={copy}
      aria-label={`${copied ? copiedLabel : label}: ${children}`}
    >
      <bdi>{children}</bdi>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
    </button>
  )
}
