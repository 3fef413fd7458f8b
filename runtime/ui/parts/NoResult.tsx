import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Panel } from './Panel.tsx'

/**
 * What a list shows when nothing matches the search, with a button that clears it. The button goes away with this
 * panel, so the focus moves to the search field, `field`.
 *
 * @example
 * ```tsx
 * import { useRef, useState } from 'react'
 * import { NoResult, SearchField } from 'walletkit/ui'
 *
 * function Search({ count }: { count: number }) {
 *   const [text, setText] = useState('')
 *   const field = useRef<HTMLInputElement>(null)
 *   return (
 *     <>
 *       <SearchField ref={field} label="Search tokens" value={text} onValue={setText} clearLabel="Clear" />
 *       {count === 0 && (
 *         <NoResult title="No tokens found" clearLabel="Clear" clear={() => setText('')} field={field}>
 *           Nothing matches “{text}”.
 *         </NoResult>
 *       )}
 *     </>
 *   )
 * }
 * ```
 */
export function NoResult({
  title,
  clearLabel,
  clear,
  field,
  children,
}: {
  title: string
  clearLabel: string
  clear: () => void
  field: { readonly current: HTMLInputElement | null }
  children: ReactNode
}) {
  const showAll = () => {
    clear()
    field.current?.focus()
  }
  return (
    <Panel
      icon="search"
      title={title}
      action={
        <Button size="m" onClick={showAll}>
          {clearLabel}
        </Button>
      }
    >
      {children}
    </Panel>
  )
}
