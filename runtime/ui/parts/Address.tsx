import { useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'

/** A full address in groups of four, first and last bold: for every place where money is confirmed. */
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

/** Copies text and says so for a moment. Without a clipboard the text is selected by a prompt-free fallback: none. */
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
    // A browser may refuse; the address stays on the screen to be copied by hand.
    void navigator.clipboard?.writeText(text).then(done, () => undefined)
  }
  return { copied, copy }
}

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

/** A name with a small copy glyph after it. */
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
