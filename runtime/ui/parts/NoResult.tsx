import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Panel } from './Panel.tsx'

/**
 * What a list shows when nothing matches the search, with a button that clears it. The button goes away with this
 * panel, so the focus moves to the search field, `field`.
 *
 * @example
 * ```tsx
 * import { useRef } from 'react'
 * import { NoResult, SearchField } from 'walletkit/ui'
 *
 * function NothingFound({ text, setText }: { text: string; setText: (text: string) => void }) {
 *   const field = useRef<HTMLInputElement>(null)
 *   return (
 *     <>
 *       <SearchField ref={field} label="Search" value={text} onValue={setText} clearLabel="Clear" />
 *       <NoResult title="Nothing found" clearLabel="Clear" clear={() => setText('')} field={field}>{text}</NoResult>
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
