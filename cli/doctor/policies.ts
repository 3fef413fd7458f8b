/** Finds and checks the Content-Security-Policies that appear as text in well-known files of the project. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '../../schema/pieces.ts'
import { readText } from '../changes.ts'
import { textOf } from '../stages/manifest.ts'
import { allowsSource, parsePolicy, sourcesOf } from '../stages/policy.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

export type FoundPolicy = { file: string; policy: string }

const PAGES = ['index.html', 'public/index.html', 'src/index.html']
const HEADERS = ['_headers', 'public/_headers', 'static/_headers']
const CODE = /^(next|nuxt|astro|svelte)\.config\.[cm]?[jt]s$|^(middleware|proxy)\.[jt]s$|\.conf$/

export async function findPolicies(root: string): Promise<FoundPolicy[]> {
  const found: FoundPolicy[] = []
  const look = async (file: string, read: (text: string) => string[]) => {
    const text = await readText(join(root, file))
    if (text !== undefined) found.push(...read(text).map((policy) => ({ file, policy })))
  }
  for (const file of PAGES) await look(file, inPage)
  for (const file of HEADERS) await look(file, inHeaders)
  await look('vercel.json', inVercel)
  await look('netlify.toml', inCode)
  for (const folder of ['.', 'src']) {
    if (!existsSync(join(root, folder))) continue
    const names = (await readdir(join(root, folder))).filter((name) => CODE.test(name)).sort()
    for (const name of names) await look(folder === '.' ? name : `${folder}/${name}`, inCode)
  }
  return found
}

const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

export function inPage(html: string): string[] {
  return (html.replace(/<!--[^]*?-->/g, '').match(/<meta\s[^>]*?>/gi) ?? []).flatMap((tag) => {
    if (!/http-equiv\s*=\s*["']?content-security-policy["'\s>]/i.test(tag)) return []
    const [, , content] = /\scontent\s*=\s*(["'])([^]*?)\1/i.exec(tag) ?? []
    return content === undefined
      ? []
      : [content.replace(/&(?:quot|#39|apos|lt|gt|amp);/g, (name) => ENTITIES[name] ?? name)]
  })
}

export const inHeaders = (text: string) =>
  [...text.matchAll(/^[ \t]+content-security-policy[ \t]*:[ \t]*(.+?)[ \t]*\r?$/gim)].flatMap(
    ([, policy]) => policy ?? [],
  )

function inVercel(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    const rules = isObject(value) && Array.isArray(value.headers) ? value.headers : []
    return rules
      .flatMap((rule) => (isObject(rule) && Array.isArray(rule.headers) ? rule.headers : []))
      .flatMap((header) =>
        isObject(header) && textOf(header.key).toLowerCase() === 'content-security-policy'
          ? [textOf(header.value)]
          : [],
      )
  } catch {
    return []
  }
}

/**
 * A text in double quotes or backticks that is a policy: a directive for sources, after directives of any kind. Between
 * backticks it may begin on a new line.
 */
const QUOTED = /(["`])\s*((?:[a-z][a-z-]*(?:\s[^"`;]*)?;\s*)*(?:default|script|connect|img|style)-src\s[^]*?)\1/g

/** Finds policies in quotes. Misses a policy that code joins from parts. */
const inCode = (text: string) =>
  /content-security-policy/i.test(text)
    ? [...text.matchAll(QUOTED)].flatMap(([, , policy]) => policy?.trim() ?? [])
    : []

/** Compares each policy with `needed`, the policy that the build requires. */
export function checkPolicies(policies: readonly FoundPolicy[], needed: string): Finding[] {
  if (!policies.length)
    return [
      warn(
        'csp',
        'No Content-Security-Policy was found in the files of the project.',
        'Print one with: walletkit csp --for meta',
      ),
    ]
  return policies.map(({ file, policy }) => {
    if (policy.includes('${'))
      return warn(
        'csp',
        `The policy in ${file} is put together by code; it was not checked.`,
        'Compare it with: walletkit csp',
      )
    const lacking = lacks(policy, needed)
    const open = opens(policy, needed, /\.html$/.test(file))
    if (!lacking.length && open.length)
      return warn('csp', `The policy in ${file} leaves more open than the build needs.`, `Add: ${open.join('; ')}`)
    if (!lacking.length) return ok('csp', `The policy in ${file} allows what the build needs.`)
    return fail('csp', `The policy in ${file} refuses what the build needs.`, `Add: ${lacking.join('; ')}`)
  })
}

/**
 * The scripts, connections, images and frames that the build needs and the policy would block, by directive. A build
 * needs no frame, not even of its own page, unless `needed` names one: a login, for example.
 */
export function lacks(policy: string, needed: string): string[] {
  const [given, wanted] = [parsePolicy(policy), parsePolicy(needed)]
  const frames = wanted.has('frame-src') ? (['frame-src'] as const) : []
  return (['script-src', 'connect-src', 'img-src', ...frames] as const).flatMap((directive) => {
    const sources = sourcesOf(given, directive)
    // With 'strict-dynamic' browsers trust scripts by nonce or hash and ignore the listed hosts.
    if (directive === 'script-src' && sources?.some((source) => source.toLowerCase() === "'strict-dynamic'")) return []
    const missing = (sourcesOf(wanted, directive) ?? []).filter((source) => !allowsSource(sources, source))
    return missing.length ? [`${directive} ${missing.join(' ')}`] : []
  })
}

/**
 * Those of `base-uri`, `form-action`, `object-src` and `frame-ancestors` that the policy lacks, each with its sources
 * in `needed`. Without them the page allows what they would stop, such as framing by another page. `default-src` stands
 * in only for `object-src`, and only with 'none'. In a page's `<meta>` (`isPage`) browsers ignore `frame-ancestors`, so
 * it is not required there.
 */
function opens(policy: string, needed: string, isPage: boolean): string[] {
  const [given, wanted] = [parsePolicy(policy), parsePolicy(needed)]
  return (['base-uri', 'form-action', 'object-src', 'frame-ancestors'] as const).flatMap((directive) => {
    const sources = directive === 'object-src' ? sourcesOf(given, directive) : given.get(directive)
    const isClosed = sources && (directive !== 'object-src' || given.has(directive) || sources.join() === "'none'")
    return isClosed || (isPage && directive === 'frame-ancestors')
      ? []
      : [`${directive} ${wanted.get(directive)?.join(' ')}`]
  })
}
