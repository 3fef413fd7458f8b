/** The texts of the approvals screen. */
import { defineMessages } from 'walletkit/ui'

export const approvalMessages = defineMessages({
  'approvals.intro':
    'These contracts may take tokens from your account, without asking again. End what you no longer use.',
  'approvals.introSolana':
    'These addresses may take tokens from your account, without asking again. End what you no longer use.',
  'approvals.list': 'Approvals',
  'approvals.unlimited': 'Unlimited',
  'approvals.whole': 'All you hold now',
  'approvals.frozen': 'Frozen',
  'approvals.frozenText':
    'The issuer of a token has frozen what you hold of it. Nothing can be taken meanwhile, and the approval can only be ended later.',
  'approvals.issued':
    'Their issuer may take these tokens from any account at any time. Only the issuer can end that: {tokens}',
  'approvals.collection': 'All items',
  'approvals.item': 'Item {id}',
  'approvals.spender': 'For {address}',
  'approvals.until': 'For {address}, until {when}',
  'approvals.viaPermit2': 'via Permit2',
  'approvals.partial': 'This network’s node shows only the last {blocks} blocks. Older approvals may exist.',
  'approvals.more': 'Approvals that were not checked: {count}. Some may still hold.',
  'approvals.unread': 'Token accounts that could not be read: {count}. They may have approvals.',
  'approvals.sessions': 'Smart sessions',
  'approvals.sessionsText': 'These sites may act for your account within limits. Open one to see them, and to end it.',
  'approvals.sessionUntil': 'Until {when}',
  'approvals.sessionsFailed': 'Your smart sessions could not be read. They are not changed.',
  'approvals.unnamed': 'Unnamed site',
  'approvals.end': 'End the chosen approvals: {count}',
  'approvals.choose': 'Choose what to end',
  'approvals.confirm': 'Confirm in your wallet: {done} of {count}',
  'approvals.confirmHere': 'Confirm: {done} of {count}',
  'approvals.ended': 'Approvals ended: {count}',
  'approvals.left': 'Not ended, because the contract refuses it or is no token: {tokens}',
  'approvals.given': 'Approved without a limit: {tokens}',
  'approvals.givenText': 'A contract may take all of it at any time. You can end that under Approvals.',
  'approvals.reading': 'Still reading: {networks}',
  'approvals.nothing': 'Nothing found on {networks}.',
  'approvals.switches': 'Your wallet will be asked to switch to {networks}.',
  'approvals.switching': 'Switch to {network} in your wallet',
  'approvals.unreached':
    'Your wallet did not switch to {network}, so these approvals stay. It may lack this network: add it there, then try again.',
  'approvals.loading': 'Reading the approvals',
  'approvals.empty': 'No token approvals found',
  'approvals.emptyText':
    'Looked for on {network}: allowances of tokens, approvals of collectibles, and Permit2. Rights of other kinds do not show here.',
  'approvals.emptySolana': 'No token account of yours on {network} has a delegate.',
  'approvals.code':
    'Your account runs the code of a contract (EIP-7702), which decides what others may do with all of it. Only your wallet can change that: {address}',
  'approvals.codeUnread': 'The network’s node did not say whether your account runs the code of a contract.',
  'approvals.failed': 'Approvals unavailable',
  'approvals.failedText': 'The network’s node did not answer. Your funds are not affected.',
  'approvals.retry': 'Retry',
  'approvals.offline': 'You’re offline. What you see may be out of date.',
  'approvals.elsewhere': 'Approvals are not available here',
  'approvals.elsewhereText': '{network} has no approvals of this kind.',
  'approvals.chooseNetwork': 'Choose network',
  'approvals.disconnected': 'No wallet connected',
  'approvals.disconnectedText': 'Connect a wallet to see what it has approved.',
  'approvals.connect': 'Connect Wallet',
})
