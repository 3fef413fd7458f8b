import { useState } from 'react'
import { Button, saveFile, useText } from 'walletkit/ui'
import type { HistoryController } from '../controller.ts'
import { historyMessages } from '../messages.ts'

/** Spreadsheets read a CSV file as UTF-8 only with this mark; without it names like Zoë come out as signs. */
const UTF8 = '\uFEFF'

/** A button that saves the activity as a CSV file. It is disabled while the pages are read. */
export function Export({ controller }: { controller: HistoryController }) {
  const t = useText(historyMessages)
  const [isReading, setReading] = useState(false)
  const save = async () => {
    setReading(true)
    try {
      const text = await controller.toCsv()
      if (text !== undefined) saveFile('activity.csv', 'text/csv', UTF8 + text)
    } finally {
      setReading(false)
    }
  }
  return (
    <div className="center">
      <Button kind="plain" size="m" disabled={isReading} onClick={() => void save()}>
        {t(isReading ? 'history.exporting' : 'history.export')}
      </Button>
    </div>
  )
}
