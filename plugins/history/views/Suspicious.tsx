import { useState } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { Icon, useText } from 'walletkit/ui'
import { entryOf } from '../entry.ts'
import { historyMessages } from '../messages.ts'
import type { Transaction } from '../transaction.ts'
import { EntryRow } from './EntryRow.tsx'

/** The most entries to show, the newest: an attacker can cause thousands. */
const SHOWN = 30

/** One row for all suspicious entries (see `findSuspicious`); a press unfolds them. */
export function Suspicious({ kit, rows }: { kit: PluginKit; rows: readonly Transaction[] }) {
  const t = useText(historyMessages)
  const [isOpen, setOpen] = useState(false)
  const [now] = useState(() => Date.now())
  const count = rows.length
  if (count === 0) return null
  return (
    <section className="history-suspicious">
      <button type="button" className="row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="warning" />
        <span className="grow label">
          {count === 1 ? t('history.suspiciousOne') : t('history.suspicious', { count })}
        </span>
        <span className="note">{t(isOpen ? 'history.hide' : 'history.show')}</span>
      </button>
      {isOpen && (
        <>
          <p className="note">{t('history.suspiciousText')}</p>
          <ul role="list">
            {rows.slice(0, SHOWN).map((row) => (
              <li key={row.id}>
                <EntryRow kit={kit} entry={entryOf(row)} now={now} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
