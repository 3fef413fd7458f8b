/** A Content-Security-Policy in the words of whoever sends it. Pure. */
export const POLICY_FORMS = ['header', 'meta', 'nginx', 'netlify', 'vercel', 'cloudflare', 'next'] as const
export type PolicyForm = (typeof POLICY_FORMS)[number]

const NAME = 'Content-Security-Policy'
/** Cloudflare Pages and Workers refuse a longer line of `_headers`. */
export const CLOUDFLARE_LINE = 2000

/** `policy` holds no line end. */
export const printPolicy = (policy: string, form: PolicyForm): string => PRINT[form](policy)

const headersFile = (policy: string) => `/*\n  ${NAME}: ${policy}\n`

const PRINT: Record<PolicyForm, (policy: string) => string> = {
  header: (policy) => `${NAME}: ${policy}\n`,
  meta: (policy) => `<meta http-equiv="${NAME}" content="${attribute(policy)}" />\n`,
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

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Sources by directive, in lower case but for the sources; the first of two directives counts, as in browsers. */
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

/** What counts for a fetch directive: its own sources, or those of `default-src`; undefined allows all. */
export const sourcesOf = (policy: Policy, directive: string) => policy.get(directive) ?? policy.get('default-src')

/** Whether a source list lets a needed source through: a keyword, a scheme as `data:`, or an origin. */
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
  // Without a scheme, the page's own counts; a page is served over TLS.
  if (scheme ? !schemes(scheme.toLowerCase()).includes(protocol) : !secure) return false
  if (wanted === undefined ? port !== '' : wanted !== '*' && wanted !== (port || (secure ? '443' : '80'))) return false
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host.toLowerCase() === hostname
}

/** A scheme stands for its secure form too. */
const schemes = (scheme: string): string[] =>
  scheme === 'http:' ? ['http:', 'https:'] : scheme === 'ws:' ? ['ws:', 'wss:'] : [scheme]
