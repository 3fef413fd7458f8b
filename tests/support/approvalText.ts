/** The English texts of the login frame, for what describes requests. */
import { approvalMessages } from '../../sandbox/login/page/approval.messages.ts'
import { ENGLISH, reader } from '../../sandbox/login/texts.ts'

export const approvalText = reader<typeof approvalMessages>(ENGLISH, approvalMessages)
