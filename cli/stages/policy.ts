/** Prints a Content-Security-Policy in the formats of several servers, and parses a policy. Pure functions. */
export const POLICY_FORMS = ['header', 'meta', 'nginx', 'netlify', 'vercel', 'cloudflare', 'next'] as const
export type PolicyForm = (typeof POLICY_FORMS)[number]

const NAME = 'Content-Security-Policy'
/** The most characters of a line in `_headers`: Cloudflare Pages and Workers reject a longer one. */
export const CLOUDFLARE_LINE = 2000

/** `policy` must not contain a line break. */
export const printPolicy = (policy: string, form: PolicyForm): string => PRINT[form](policy)

const headersFile = (policy: string) => `/*\n  ${NAME}: ${policy}\n`

const PRINT: Record<PolicyForm, (policy: string) => string> = {
  header: (policy) => `${NAME}: ${policy}\n`,
  meta: (policy) => `<meta http-equiv="${NAME}" content="${attribute(inMeta(policy))}" />\n`,
  nginx: (policy) => `add_header ${NAME} "${policy.replace(/["\\]/g, '\\$&')}" always;\n`,
  netlify: headersFile,
  cloudflare: headersFile,
  vercel: (policy) =>
    `${JSON.stringify({ headers: [{ source: '/(.*)', headers: [{ key: NAME, value: policy }] }] }, null, 2)}\n`,
  next: (policy) =>
    [
      '// next.config.mjs',
      `const policy = ${JSON.stringify(policy)}`,
      '',
      'export default {',
      '  async headers() {',
      `    return [{ source: '/(.*)', headers: [{ key: '${NAME}', value: policy }] }]`,
      '  },',
      '}',
      '',
    ].join('\n'),
}

/** A policy for a `<meta>` tag: without `frame-ancestors`, which browsers accept only in a header. */
const inMeta = (policy: string) => policy.replace(/\s*frame-ancestors[^;]*;/, '')

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Sources by directive, names in lower case. As in browsers, the first of two equal directives counts. */
export type Policy = ReadonlyMap<string, readonly string[]>

export function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>()
  for (const directive of text.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/)
    const key = name?.toLowerCase()
    if (key && !policy.has(key)) policy.set(key, sources)
  }
  return policy
}

/**
 * The sources of a fetch directive, or else those of `default-src`; for `frame-src` those of `child-src` come before
 * these. Undefined when none is set: all are allowed.
 */
export const sourcesOf = (policy: Policy, directive: string) =>
  policy.get(directive) ??
  (directive === 'frame-src' ? policy.get('child-src') : undefined) ??
  policy.get('default-src')

/** Whether a source list allows a required source: a keyword, a scheme such as `data:`, or an origin. */
export function allowsSource(sources: readonly string[] | undefined, needed: string): boolean {
  if (!sources) return true
  return sources.some((source) => source.toLowerCase() === needed.toLowerCase() || matches(source, needed))
}

function matches(source: string, needed: string): boolean {
  if (!URL.canParse(needed) || needed.endsWith(':')) return false
  const { protocol, hostname, port } = new URL(needed)
  const secure = protocol === 'https:' || protocol === 'wss:'
  if (source === '*') return true
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return schemes(source.toLowerCase()).includes(protocol)
  const [, scheme, host = '', wanted] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^:/]+)(?::(\d+|\*))?(?:\/.*)?$/i.exec(source) ?? []
  // A source without a scheme uses the page's scheme, which is assumed to be https.
  if (scheme ? !schemes(scheme.toLowerCase()).includes(protocol) : !secure) return false
  if (wanted === undefined ? port !== '' : wanted !== '*' && wanted !== (port || (secure ? '443' : '80'))) return false
  const name = host.toLowerCase()
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : name === hostname
}

/** In a policy, http also matches https, and ws also matches wss. */
const schemes = (scheme: string): string[] =>
  scheme === 'http:' ? ['http:', 'https:'] : scheme === 'ws:' ? ['ws:', 'wss:'] : [scheme]
