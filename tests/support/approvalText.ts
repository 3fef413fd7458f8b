/** Reads the English texts with which the login frame describes requests. */
import { approvalMessages } from '../../sandbox/login/page/approval.messages.ts'
import { ENGLISH, reader } from '../../sandbox/login/texts.ts'

export const approvalText = reader<typeof approvalMessages>(ENGLISH, approvalMessages)
