/**
 * The HTML of the login service's pages. They share one style sheet. The frame and its review window have one script,
 * which loads others for Solana transactions and for passkeys; all other pages have another script. No page has inline
 * code or loads anything from other hosts.
 */
import { escape } from './html.ts'
import { SCRIPTS } from './scripts.ts'

/**
 * `frame`: the page that sites embed. `review`: the window that the frame opens for a request. `callback`: the last
 * page of a social login's popup. `device`: the mailed link that approves a browser. `undo`: the mailed link that
 * undoes a change of address or a deletion. `dashboard`: the user's own page. `failed`: an error.
 */
export type PageName = 'frame' | 'review' | 'callback' | 'device' | 'undo' | 'dashboard' | 'failed'

const titles: Record<PageName, string> = {
  frame: 'Wallet',
  review: 'Approve or reject',
  callback: 'Logged in',
  device: 'Approve a browser',
  undo: 'Undo a change',
  dashboard: 'Your account',
  failed: 'That did not work',
}

/** The HTTP headers of a page. @param ancestors the origins that may embed the page; by default none */
export const pageHeaders = (ancestors = "'none'"): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // Let pages with cross-origin isolation embed the frame too.
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
})

/**
 * The review window preloads the script for passkeys: some browsers ask for a passkey only for a short time after the
 * person has pressed a button, in which a script might not load.
 */
const PRELOAD = `<link rel="modulepreload" href="/${SCRIPTS.lock}">\n`

/** The HTML of a page. `data` becomes `data-` attributes of the root element, which the page's script reads. */
export function loginPage(name: PageName, data: Record<string, string> = {}): string {
  const attributes = Object.entries({ page: name, ...data }).map(([key, value]) => ` data-${key}="${escape(value)}"`)
  return `<!doctype html>
<html lang="en"${attributes.join('')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titles[name]}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/login.css">
<link rel="preload" href="/language" as="fetch" crossorigin>
${name === 'review' ? PRELOAD : ''}<script type="module" src="/${name === 'frame' || name === 'review' ? 'login' : 'login-pages'}.js"></script>
</head>
<body>
<main id="main">${name === 'failed' ? `<h1>${titles.failed}</h1><p role="alert">${escape(data['text'] ?? '')}</p><p class="note">You can close this window.</p>` : ''}</main>
</body>
</html>
`
}
