/**
 * Finds browser APIs that a plugin uses directly. Each finding says what to do instead, for example which function of
 * the kit does it under the plugin's permissions.
 */
import { type Node, walk } from '../parse.ts'
import type { Finding } from './finding.ts'
import { at, memberOf, objectName, type Source } from './sources.ts'
import { uncast } from './uncast.ts'

const FETCH = 'Use kit.fetch(url), and name the origin in permissions.hosts.'
const STREAM = 'Ask again with kit.fetch(url): there is no verb for a connection that stays open.'
const STORE = 'Use kit.storage, and name the key in permissions.storage.'
const CODE = 'Write the code itself: the policy of a page refuses text as code.'
const MARKUP = 'Draw it with JSX: the policy of a page refuses text as markup.'
const LINK = 'Draw a link, <a href target="_blank" rel="noopener">: the visitor sees where it leads, and decides.'
const IMAGE = 'Ask with kit.fetch(url), and draw the picture from a data: URL.'
const CHAIN = 'Use kit.chain, and name the method in permissions.methods.'

const GLOBALS: Readonly<Record<string, string>> = {
  fetch: FETCH,
  XMLHttpRequest: FETCH,
  WebSocket: STREAM,
  EventSource: STREAM,
  WebTransport: STREAM,
  RTCPeerConnection: STREAM,
  localStorage: STORE,
  sessionStorage: STORE,
  indexedDB: STORE,
  caches: STORE,
  cookieStore: STORE,
  eval: CODE,
  Function: CODE,
  ethereum: CHAIN,
}
/** Constructors whose objects request the address that is set as their `src`. */
const REQUESTING = ['Image', 'Audio']
/** Member names to report; `of` limits a common name to one object. */
const MEMBERS: Readonly<Record<string, { of?: string; fix: string }>> = {
  innerHTML: { fix: MARKUP },
  outerHTML: { fix: MARKUP },
  srcdoc: { fix: MARKUP },
  insertAdjacentHTML: { fix: MARKUP },
  write: { of: 'document', fix: MARKUP },
  writeln: { of: 'document', fix: MARKUP },
  cookie: { of: 'document', fix: STORE },
  sendBeacon: { of: 'navigator', fix: FETCH },
  assign: { of: 'location', fix: LINK },
  replace: { of: 'location', fix: LINK },
}
const WINDOWS = ['window', 'globalThis', 'self', 'top', 'parent']

export function checkApis(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => {
    const found: Finding[] = []
    const add = (node: Node, name: string, fix: string) =>
      found.push(at(source, node, name, `${name} goes past the plugin's kit`, 'a verb of the PluginKit', fix))
    const { own, quiet } = namesIn(source)
    walk(source.program, (node) => {
      if (node.type === 'Identifier' && Object.hasOwn(GLOBALS, node.name)) {
        if (!own.has(node.name) && !quiet.has(node)) add(node, node.name, GLOBALS[node.name] ?? '')
      }
      if (node.type === 'JSXAttribute' && node.name.name === 'dangerouslySetInnerHTML')
        add(node, 'dangerouslySetInnerHTML', MARKUP)
      if (node.type === 'NewExpression') {
        const made = nameOf(node.callee)
        if (made !== undefined && REQUESTING.includes(made) && !own.has(made)) add(node, `new ${made}`, IMAGE)
      }
      if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'open')
        if (!own.has('open')) add(node, 'open', LINK)
      if (node.type === 'AssignmentExpression' && isLocation(node.left)) add(node, 'location', LINK)
      const member = memberOf(node)
      if (member === undefined || node.type !== 'MemberExpression') return
      const owner = objectName(node)
      const isOfWindow = WINDOWS.includes(owner ?? '')
      if (Object.hasOwn(GLOBALS, member) && isOfWindow) add(node, `${owner}.${member}`, GLOBALS[member] ?? '')
      if (member === 'open' && isOfWindow) add(node, `${owner}.open`, LINK)
      const rule = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined
      if (rule && (rule.of === undefined || rule.of === owner))
        add(node, rule.of ? `${rule.of}.${member}` : member, rule.fix)
    })
    return found
  })
}

/** The name of an identifier or of a member of the window: `Image` for `Image` and `window.Image`; else undefined. */
function nameOf(given: Node): string | undefined {
  const node = uncast(given)
  if (node.type === 'Identifier') return node.name
  return WINDOWS.includes(objectName(node) ?? '') ? memberOf(node) : undefined
}

/** Whether an assignment to this target would leave the page: `location` and `location.href`, of any window. */
const isLocation = (target: Node) =>
  nameOf(target) === 'location' || (memberOf(uncast(target)) === 'href' && objectName(uncast(target)) === 'location')

/**
 * The names that do not mean a browser API in a file. `own`: names that the file declares itself. `quiet`: identifiers
 * that only name a member or a type.
 */
function namesIn({ program }: Source): { own: Set<string>; quiet: Set<Node> } {
  const own = new Set<string>()
  const quiet = new Set<Node>()
  const declare = (pattern: Node | null | undefined) => bindings(pattern).forEach((name) => own.add(name))
  walk(program, (node) => {
    if (node.type === 'MemberExpression' && !node.computed) quiet.add(node.property)
    if (
      (node.type === 'Property' || node.type === 'PropertyDefinition' || node.type === 'MethodDefinition') &&
      !node.computed
    ) {
      // `{ fetch }` reads the variable, `{ fetch: mine }` does not.
      if (node.type !== 'Property' || !node.shorthand) quiet.add(node.key)
    }
    if (isType(node)) walk(node, (inner) => void quiet.add(inner))
    if (node.type === 'VariableDeclarator') declare(node.id)
    if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ClassDeclaration')
      declare(node.id)
    if ('params' in node && Array.isArray(node.params)) (node.params as Node[]).forEach(declare)
    if (
      node.type === 'ImportSpecifier' ||
      node.type === 'ImportDefaultSpecifier' ||
      node.type === 'ImportNamespaceSpecifier'
    )
      declare(node.local)
  })
  return { own, quiet }
}

/** The names that a pattern binds. Its default values bind none. */
function bindings(pattern: Node | null | undefined): string[] {
  if (pattern?.type === 'Identifier') return [pattern.name]
  if (pattern?.type === 'ObjectPattern') return pattern.properties.flatMap((each) => bindings(each))
  if (pattern?.type === 'Property') return bindings(pattern.value)
  if (pattern?.type === 'ArrayPattern') return pattern.elements.flatMap((each) => bindings(each))
  if (pattern?.type === 'AssignmentPattern') return bindings(pattern.left)
  if (pattern?.type === 'RestElement') return bindings(pattern.argument)
  return []
}

/** Whether a TypeScript node contains no expression that runs: every kind of TS node except those listed here. */
const isType = ({ type }: Node) =>
  /^TS(?!(AsExpression|NonNullExpression|SatisfiesExpression|TypeAssertion|InstantiationExpression|EnumDeclaration|EnumBody|EnumMember|ModuleDeclaration|ModuleBlock|ParameterProperty|ExportAssignment)$)/.test(
    type,
  )
