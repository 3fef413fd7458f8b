import type { Say } from '../../texts.ts'
import type { lockMessages } from './lock.messages.ts'

export type LockText = Say<typeof lockMessages>
