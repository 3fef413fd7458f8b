import { useState } from 'react'
import { visibleParts } from '../../lib/visible.ts'
import { useText } from '../../ui/context.ts'
import { Button } from '../../ui/parts/Button.tsx'
import { approveMessages } from './approve.messages.ts'

/** In characters. A longer text is cut here, with a button that shows the rest. */
const SHORT = 400

/**
 * An untrusted text. Shows hidden characters by their code point, so that they cannot disguise the text, and only the
 * beginning of a long text at first.
 */
export function Foreign({ text }: { text: string }) {
  const t = useText(approveMessages)
  const [isWhole, showWhole] = useState(false)
  const isCut = !isWhole && text.length > SHORT
  return (
    <div className="approve-text">
      {visibleParts(isCut ? text.slice(0, SHORT) : text).map((part, at) =>
        typeof part === 'string' ? part : <mark key={at}>{part.code}</mark>,
      )}
      {isCut && (
        <>
          …
          <Button kind="plain" size="s" onClick={() => showWhole(true)}>
            {t('approve.showAll')}
          </Button>
        </>
      )}
    </div>
  )
}
