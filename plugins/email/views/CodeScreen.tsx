import { type ReactNode, useEffect } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { useSheet, useSnapshot } from 'walletkit/ui'
import type { EmailController } from '../controller.ts'
import { Code } from './Code.tsx'
import css from './email.css.ts'
import { Gone } from './Gone.tsx'
import { Head } from './Head.tsx'

type Props = {
  kit: PluginKit
  controller: EmailController
  /** The address that the code was sent to. */
  email: string | undefined
  text: string
  onCode: (code: string) => void
  /** Called when the visitor tries again with the same code. Defaults to `onCode`. */
  onAgain?: (code: string) => void
  foot: ReactNode
}

/** The layout that all screens with a code share. */
export function CodeScreen({ kit, controller, email, text, onCode, onAgain = onCode, foot }: Props) {
  useSheet(css)
  const { busy, wrong, sent, codeNote, again } = useSnapshot(controller.state)
  useEffect(() => controller.leave, [controller])
  if (!email) return <Gone kit={kit} about="code" />
  return (
    <div className="pad">
      <div className="email-code">
        <Head text={text} email={email} />
        <Code busy={busy} wrong={wrong} sent={sent} note={codeNote} again={again} onCode={onCode} onAgain={onAgain} />
      </div>
      <div className="email-foot">{foot}</div>
    </div>
  )
}
