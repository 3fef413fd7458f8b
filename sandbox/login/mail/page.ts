/** The inbox page: the mails that the sandbox caught, newest first. */
import { escape } from '../html.ts'
import type { Mail } from './read.ts'

export const mailPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const linked = (text: string) =>
  escape(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`)

const article = ({ at, to, subject, text }: Mail) => `<section aria-label="${escape(subject)}">
<h2>${escape(subject)}</h2>
<p class="note">To ${escape(to)}, <time>${new Date(at).toISOString()}</time></p>
<dl><dt>Text</dt><dd>${linked(text)}</dd></dl>
</section>`

export const mailPage = (mails: readonly Mail[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox mail</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/wallet.css">
</head>
<body>
<main>
<h1>Sandbox mail</h1>
<p class="note">Every mail that the sandbox sent. None of them left this machine. Reload to see newer ones.</p>
${mails.length ? [...mails].reverse().map(article).join('\n') : '<p>No mail yet.</p>'}
</main>
</body>
</html>
`
