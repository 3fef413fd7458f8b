import { useEffect, useRef, useState } from 'react'
import { showError } from '../../state/showToast.ts'
import { useKit, useText } from '../context.ts'
import { partMessages } from './parts.messages.ts'

/** ms for which `copied` stays true. */
const FEEDBACK = 1500

export type Copying = {
  /** True for 1.5 s after each copy. */
  copied: boolean
  /** The browser did not let the page copy. */
  refused: boolean
  /** Copies the text; does nothing while there is none. */
  copy: () => void
}

/**
 * Copies text to the clipboard. When the browser refuses, a toast says that nothing was copied: otherwise the visitor
 * would paste what they copied before, perhaps another address.
 * @param quiet shows no toast: for a screen that then offers another way to copy
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
export function useCopy(text: string | undefined, { quiet = false }: { quiet?: boolean } = {}): Copying {
  const { state } = useKit()
  const t = useText(partMessages)
  const [copied, setCopied] = useState(false)
  const [refused, setRefused] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const done = () => {
    setRefused(false)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), FEEDBACK)
  }
  const refuse = () => {
    setRefused(true)
    if (!quiet) showError(state.toast, t('copy.refused'))
  }
  const copy = () => {
    if (!text) return
    // A page without https has no clipboard; a frame or a policy may also forbid it.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))
    void written.then(done, refuse)
  }
  return { copied, refused, copy }
}
