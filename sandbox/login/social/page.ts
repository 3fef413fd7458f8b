/** The HTML of the sandbox providers' login page. It has no script and loads nothing from other hosts. */
import { escape } from '../html.ts'
import { PEOPLE } from './people.ts'

export const peoplePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const person = ({ name, email }: (typeof PEOPLE)[number]) => `<form method="post">
<input type="hidden" name="name" value="${escape(name)}"><input type="hidden" name="email" value="${escape(email ?? '')}">
<button class="key">${escape(`Continue as ${name}`)}</button>
<p class="note">${escape(email ?? 'shares no email address')}</p>
</form>`

const frame = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/people.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`

/**
 * The page on which a visitor chooses the person to log in as.
 * @param brand the provider's name
 * @param who the name of the login service for which the person logs in
 */
export const peoplePage = (brand: string, who: string) =>
  frame(
    `Log in with ${brand}`,
    `<h1>Log in with ${escape(brand)}</h1>
<p class="note">A stand-in for ${escape(brand)} on this machine. ${escape(who)} asks who you are.</p>
<section aria-label="People">${PEOPLE.map(person).join('\n')}</section>
<section aria-label="Somebody else"><h2>Somebody else</h2>
<form method="post">
<label for="name">Name</label><input id="name" name="name" required maxlength="60" autocomplete="off">
<label for="email">Email, or nothing</label><input id="email" name="email" type="email" maxlength="120" autocomplete="off">
<button>Continue</button>
</form></section>
<form method="post"><input type="hidden" name="cancel" value="1"><button>Cancel</button></form>`,
  )

export const failedPage = (text: string) => frame('Not logged in', `<h1>Not logged in</h1><p>${escape(text)}</p>`)
