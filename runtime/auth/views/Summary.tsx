import { useEffect, useId, useMemo, useState } from 'react'
import { adapterOf, type ReadTransaction } from '../../contracts/adapter.ts'
import type { Kit } from '../../contracts/kit.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { fill } from '../../lib/text.ts'
import { useKit, useSnapshot, useText } from '../../ui/context.ts'
import { Button } from '../../ui/parts/Button.tsx'
import { Banner } from '../../ui/parts/Banner.tsx'
import { Pairs } from '../../ui/parts/Pairs.tsx'
import { Skeleton } from '../../ui/parts/Skeleton.tsx'
import { type TokenKinds, useTokenKinds } from '../../ui/useTokenKinds.ts'
import type { Asked } from '../approval.ts'
import { describe } from '../describe/index.ts'
import { type Part, takerOf, type Warning } from '../describe/described.ts'
import { approveMessages } from './approve.messages.ts'
import { FactList, type Network } from './FactList.tsx'
import { Foreign } from './Foreign.tsx'
import { usePeople } from './usePeople.ts'

/** Describes the request: what, to whom, how much, and warnings. A button shows the details. */
export function Summary({ asked }: { asked: Asked }) {
  const kit = useKit()
  const t = useText(approveMessages)
  const title = useId()
  const active = useSnapshot(kit.state.networks)[asked.namespace].caipNetwork
  const caipNetwork = asked.network ?? active
  const read = useTransactions(kit, asked)
  const { address: account } = useSnapshot(kit.state.accounts)[asked.namespace]
  const [now] = useState(() => Date.now())
  const chain = caipNetwork?.caipNetworkId ?? ''
  const described = useMemo(
    () => read && describe(asked, { host: location.host, chain, now, account }, (transaction) => read.get(transaction)),
    [asked, read, chain, now, account],
  )
  const kinds = useTokenKinds(kit, chain, described?.parts.flatMap(numbersOf).map(({ token }) => token) ?? [])
  // The only warning that a request as a whole can have is that it is a batch for another network. Then do not look up
  // its spenders here: a contract of the other network may have no code on this one, and would pass for a person.
  const people = usePeople(kit, chain, described?.warnings.length ? [] : described?.parts)
  if (!described)
    return (
      <div className="approve-said">
        <Skeleton width={160} height={20} />
      </div>
    )
  const { title: key, count = 0, parts, warnings } = described
  return (
    <div className="approve-said" role="region" aria-labelledby={title} tabIndex={0}>
      <h2 className="title" id={title}>
        {t(key, { count })}
      </h2>
      <Red list={warnings} />
      <Notes list={warnings} />
      {parts.map((part, at) => {
        const taker = takerOf(part)
        const isPerson = taker !== undefined && people.has(taker)
        return (
          <section key={at} className="approve-part">
            {parts.length > 1 && (
              <p className="note">
                <span className="tag">{t('approve.step', { at: at + 1, count })}</span> {t(part.title)}
              </p>
            )}
            {/* Red warnings come first, because a small screen shows only the beginning. */}
            <Red list={[...(isPerson ? [PERSON] : []), ...itemWarnings(part, kinds), ...part.warnings]} />
            {part.message !== undefined && <Foreign text={part.message} />}
            <FactList facts={part.facts} network={caipNetwork} kinds={kinds} isBad={isPerson} />
            <Notes list={part.warnings} />
            <Details part={part} network={caipNetwork} kinds={kinds} />
          </section>
        )
      })}
      {caipNetwork && <Pairs items={[{ label: t('approve.network'), value: <bdi>{caipNetwork.name}</bdi> }]} />}
    </div>
  )
}

/**
 * The numbers in a part that count base units of a token or, if the contract is a collection, name one of its items.
 */
const numbersOf = ({ facts }: Part) =>
  facts.flatMap((fact) => {
    const { value, token } = fact.kind === 'amount' ? fact.amount : {}
    // Leave out the number 0: if it may mean item 0 of a collection, it has another warning (`approve.zero`).
    return token !== undefined && typeof value === 'bigint' && value > 0n ? [{ token, value }] : []
  })

/** Warns about numbers that may be those of collectible items, with one warning for each number. */
const itemWarnings = (part: Part, kinds: TokenKinds): Warning[] =>
  numbersOf(part).flatMap(({ token, value }) => {
    const kind = kinds.get(token)
    if (kind === undefined || kind === 'token') return []
    return { key: kind === 'both' ? 'risk.both' : 'risk.item', isBad: true, values: { number: String(value) } }
  })

const PERSON: Warning = { key: 'approve.person', isBad: true }

type Warnings = { list: readonly Warning[] }
/** The red warnings, in one banner. */
const Red = ({ list }: Warnings) => {
  const kit = useKit()
  const bad = list.filter(({ isBad }) => isBad)
  return bad.length ? (
    <Banner icon="warning" tone="error">
      {bad.map((warning) => (
        <span key={`${warning.key} ${warning.values?.['number'] ?? ''}`} className="row-line">
          {textOf(kit, warning)}
        </span>
      ))}
    </Banner>
  ) : null
}
const Notes = ({ list }: Warnings) => {
  const kit = useKit()
  return list.map((warning) =>
    warning.isBad ? null : (
      <Banner key={warning.key} icon="info" tone="warning">
        {textOf(kit, warning)}
      </Banner>
    ),
  )
}
const textOf = (kit: Kit, { key, values }: Warning) => fill(kit.text(key, approveMessages[key]), isolated(values))

/** Isolates inserted values (Unicode FSI and PDI), so that right-to-left text in one cannot reorder the sentence. */
const isolated = (values: Warning['values'] = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`]))

function Details({ part: { details }, ...around }: { part: Part; network: Network; kinds: TokenKinds }) {
  const t = useText(approveMessages)
  const id = useId()
  const [isOpen, open] = useState(false)
  if (!details.length) return null
  return (
    <>
      <Button kind="plain" size="s" aria-expanded={isOpen} aria-controls={id} onClick={() => open(!isOpen)}>
        {t('approve.details')}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <FactList facts={details} {...around} />}
      </div>
    </>
  )
}

/**
 * What each transaction of a Solana request does, as the adapter reads it. The map's keys are the transactions in
 * base64. `undefined` while they load; empty for requests of other namespaces.
 */
function useTransactions(kit: Kit, { method, params, namespace }: Asked) {
  const isSolana = method.startsWith('solana_')
  // Other requests render at once, because content that appears later would move the frame below.
  const [read, setRead] = useState(() => (isSolana ? undefined : new Map<string, ReadTransaction | undefined>()))
  useEffect(() => {
    if (!isSolana) return undefined
    let isOver = false
    const all = async () => {
      const { readTransaction } = await adapterOf(kit, namespace)
      return Promise.all(transactionsOf(params).map(async (each) => [each, await readTransaction?.(each)] as const))
    }
    void all()
      // On failure `describe` shows the raw transaction.
      .catch(() => [])
      .then((found) => !isOver && setRead(new Map(found)))
    return () => void (isOver = true)
  }, [kit, isSolana, params, namespace])
  return read
}

/** The transactions in `{ transaction }` or `{ transactions }`. */
function transactionsOf(params: unknown): string[] {
  const { transaction, transactions } = isRecord(params) ? params : {}
  const list: unknown[] = Array.isArray(transactions) ? transactions : [transaction]
  return list.filter((each): each is string => typeof each === 'string')
}
