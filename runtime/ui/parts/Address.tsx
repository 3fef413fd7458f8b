/**
 * A full address in groups of four characters (the last may be shorter), first and last in bold. Use it wherever the
 * visitor confirms money.
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
    <span className="address" dir="ltr" data-plain={prefix ? undefined : ''} role="text" aria-label={value}>
      {prefix && <b>{prefix}</b>}
      {groups.map((group, at) => {
        const edge = at === 0 || at === groups.length - 1
        return edge ? <b key={at}>{group}</b> : <span key={at}>{group}</span>
      })}
    </span>
  )
}
