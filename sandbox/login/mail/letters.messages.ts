/** The English texts of the service's mails. */
export const letterMessages = {
  'letter.sender': 'Asked for on {site}. If that was not you, do nothing, and give it to nobody.',
  'letter.only': 'Type it only at {site}, and never on another site: whoever gets it can take your account.',
  'letter.login': 'Your code to log in',
  'letter.loginText': 'This code lets you log in. It works once, for {count} minutes.',
  'letter.updateOld': 'Your code to change your email address',
  'letter.updateOldText': 'This code lets you change your email address. It works once, for {count} minutes.',
  'letter.updateNew': 'Your code to confirm your new email address',
  'letter.updateNewText': 'This code lets you confirm your new email address. It works once, for {count} minutes.',
  'letter.export': 'Your code to export your keys',
  'letter.exportText': 'This code lets you export your keys. It works once, for {count} minutes.',
  'letter.forget': 'Your code to delete your account',
  'letter.forgetText': 'This code lets you delete your account. It works once, for {count} minutes.',
  'letter.device': 'Approve a new browser',
  'letter.deviceText':
    'A browser that we do not know wants to log in with this address: {browser}, at {site}. It says so itself, so approve it only if you are logging in there right now.',
  'letter.link': 'The link works once, for {count} minutes.',
  'letter.linkHere': 'The link works once, for {count} minutes, and only in the browser in which you log in.',
  'letter.unnamed': 'a browser without a name',
  'letter.changed': 'Your email address was changed',
  'letter.changedText':
    '{email} leads to your account from now on, and this address no more. The change was made on {site}.',
  'letter.changedUndo': 'If that was not you, take it back. This also logs out everybody:',
  'letter.threeDays': 'The link works once, for three days.',
  'letter.exported': 'Your keys were exported',
  'letter.exportedText': 'The keys of your account were shown in {browser}. Whoever has them can use your money.',
  'letter.exportedDo': 'If that was not you, move your money to another wallet now, and sign out everywhere:',
  'letter.deleted': 'Your account was deleted',
  'letter.deletedText':
    'Your account and its keys will be erased in three days. Until then this link brings them back:',
  'letter.once': 'The link works once.',
} as const
