import { numberIn } from '../../lib/tokenKind.ts'
import { mayActFor } from '../../lib/typedAuthority.ts'
import { useKit, useText } from '../context.ts'
import { useTokenKinds } from '../useTokenKinds.ts'
import { Banner } from './Banner.tsx'
import { riskMessages } from './risk.messages.ts'

type Calls = readonly { to: string; data?: string | undefined }[]
type TypedData = { domain?: unknown; types: unknown; primaryType: unknown; message: unknown }

/**
 * Warns in red of what a request on an EVM network may do besides what the screen shows: a call whose number may be
 * that of a collectible and not an amount, and typed data (EIP-712) with which other people may act. Asks the network's
 * node about the called contracts, and shows warnings about them once the node has answered. `chain`: the network's
 * CAIP-2 id. `account`: the account whose signature is requested.
 *
 * @example
 * ```tsx
 * import { RequestRisks } from 'walletkit/ui'
 *
 * const Shown = ({ calls }: { calls: { to: string; data: string }[] }) => <RequestRisks chain="eip155:1" calls={calls}
 * />
 * ```
 */
export function RequestRisks({
  chain,
  calls = [],
  typedData,
  account,
}: {
  chain: string
  calls?: Calls
  typedData?: TypedData | undefined
  account?: string | undefined
}) {
  const t = useText(riskMessages)
  const numbered = calls.flatMap(({ to, data = '0x' }) => {
    const number = numberIn(data)
    return number === undefined ? [] : [{ to, number }]
  })
  const kinds = useTokenKinds(
    useKit(),
    chain,
    numbered.map(({ to }) => to),
  )
  const lines = numbered.flatMap(({ to, number }) => {
    const kind = kinds.get(to)
    if (kind === undefined || kind === 'token') return []
    return t(kind === 'both' ? 'risk.both' : 'risk.item', { number: String(number) })
  })
  if (typedData && mayActFor(typedData, account)) lines.push(t('risk.mayAct'))
  return [...new Set(lines)].map((line) => (
    <Banner key={line} icon="warning" tone="error">
      {line}
    </Banner>
  ))
}
