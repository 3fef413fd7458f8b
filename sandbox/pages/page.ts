/** Renders the HTML of the start, status, explorer and faucet pages, which have no scripts. */
import type { Answer } from '../answer.ts'
import { escape } from '../login/html.ts'
import { Refusal } from '../refusal.ts'

/** HTML that is safe to insert: {@link html} made it and has escaped all texts in it. */
export type Html = { readonly html: string }

/** Builds HTML: escapes every value that is not HTML itself, and joins lists. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  return { html: parts.reduce((all, part, at) => `${all}${textOf(values[at - 1])}${part}`) }
}

function textOf(value: string | number | Html | readonly Html[] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'object') return 'html' in value ? value.html : value.map((each) => each.html).join('')
  return escape(String(value))
}

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // With `no-referrer`, browsers send the page's forms with the origin `null`, which the sandbox rejects.
  'referrer-policy': 'same-origin',
}

/** A whole page with the sandbox's navigation. `title` is plain text, which is escaped. */
export function page(title: string, body: Html, status = 200): Answer {
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – walletkit sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body>
        <header>
          <nav aria-label="Sandbox">
            <a href="/">Sandbox</a><a href="/explorer">Explorer</a><a href="/faucet">Faucet</a
            ><a href="/wallet">Wallet</a><a href="/mail">Mail</a><a href="/status">Status</a>
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer><p class="note">Local chains for tests. Nothing here has any worth.</p></footer>
      </body>
    </html> `
  return { status, type: 'text/html; charset=utf-8', body: whole.html, headers }
}

/** Whether to answer with JSON: if the request's Accept header does not name HTML. The header of a browser does. */
export const wantsJson = (accept: string): boolean => !accept.includes('text/html')

/**
 * Runs `answer`. If it throws a {@link Refusal}, answers with an error page, or rethrows it for a program that wants
 * JSON.
 */
export async function orRefused(accept: string, answer: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof Refusal) || wantsJson(accept)) throw error
    const title = error.status === 404 ? 'Not found' : 'That did not work'
    return page(title, html`<p class="bad" role="alert">${error.message}</p>`, error.status)
  }
}
