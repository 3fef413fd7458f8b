import { type KeyboardEvent, useId } from 'react'

/**
 * Tabs beside each other, of which one is selected. The keys left, right, Home and End select a tab. `panelId` is the
 * id of the element that shows the selected tab's content.
 *
 * @example
 * ```tsx
 * import { useState } from 'react'
 * import { Segment } from 'walletkit/ui'
 *
 * function Tabs() {
 *   const [tab, setTab] = useState<'tokens' | 'nfts'>('tokens')
 *   const items = [{ key: 'tokens', label: 'Tokens' }, { key: 'nfts', label: 'NFTs' }] as const
 *   return <Segment label="What to show" items={items} value={tab} onChange={setTab} />
 * }
 * ```
 */
export function Segment<K extends string>({
  label,
  items,
  value,
  onChange,
  panelId,
}: {
  label: string
  items: readonly { key: K; label: string }[]
  value: K
  onChange: (key: K) => void
  panelId?: string
}) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const across = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const at = items.findIndex(({ key }) => key === value)
    const to = { ArrowRight: at + across, ArrowLeft: at - across, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : items.at(to % items.length)
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    const root = event.currentTarget.getRootNode() as ShadowRoot
    root.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <div className="segment" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          id={`${id}-${item.key}`}
          type="button"
          role="tab"
          aria-selected={item.key === value}
          aria-controls={panelId}
          tabIndex={item.key === value ? 0 : -1}
          onClick={() => onChange(item.key)}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
