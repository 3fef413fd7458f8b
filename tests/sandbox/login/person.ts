/** Acts as a person who logs in at a provider: follows redirects, keeps cookies, and presses the pages' buttons. */
import type { Sandbox } from '../../../sandbox/index.ts'

export type Page = {
  status: number
  url: string
  text: string
  headers: Headers
  data: (name: string) => string | undefined
  /** The cookies that the browser sends to a path of the page's host. */
  cookies: (path: string) => string
}

export function createPerson() {
  /** Keep the path of each cookie, because several providers share a host. */
  const cookies = new Map<string, { value: string; path: string }>()

  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(/; */)
      const at = pair.indexOf('=')
      const path = rest.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
      const gone = rest.some((each) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(each))
      const key = `${pair.slice(0, at)} ${path}`
      if (gone) cookies.delete(key)
      else cookies.set(key, { value: pair, path })
    }
  }
  const fitting = (path: string) =>
    [...cookies.values()]
      .filter((each) => path.startsWith(each.path))
      .map(({ value }) => value)
      .join('; ')
  const visit = async (url: string, form?: Record<string, string>): Promise<Page> => {
    let [next, body] = [url, form && new URLSearchParams(form)]
    for (let hop = 0; hop < 12; hop++) {
      const { pathname } = new URL(next)
      const answer = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: fitting(pathname) },
        ...(body && { method: 'POST', body }),
      })
      keep(answer.headers)
      const location = answer.headers.get('location')
      if (!location) {
        const text = await answer.text()
        const data = (name: string) => new RegExp(` data-${name}="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&')
        return { status: answer.status, url: next, text, headers: answer.headers, data, cookies: fitting }
      }
      next = new URL(location, next).href
      body = undefined
    }
    throw new Error('Too many redirects')
  }
  return { visit }
}

/** Follows a login from the popup's first URL to the service's last page, as this person. */
export async function logInAt(
  uri: string,
  who: { name: string; email?: string },
  person = createPerson(),
): Promise<Page> {
  const form = await person.visit(uri)
  return person.visit(form.url, { name: who.name, email: who.email ?? '' })
}

export const startUri = async (
  sandbox: Sandbox,
  browser: { must: <T>(name: string, payload?: unknown) => Promise<T> },
  provider: string,
) => (await browser.must<{ uri: string }>('GET_SOCIAL_REDIRECT_URI', { provider })).uri
