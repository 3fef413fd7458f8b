/** Evaluates members of values, and the methods of lists, texts and objects that set-ups use. */
import { Call, type Dict, fromData, Given, isCode, isDict, Own, Unread, type Value } from './value.ts'

/** Vue's functions that wrap a value, or take it out of its wrapper. The import evaluates a call to its argument. */
export const REACTIVE = /^(?:ref|shallowRef|reactive|shallowReactive|readonly|markRaw|toRaw)$/
/** Modules of SvelteKit whose exports are environment variables. */
export const SVELTE_ENVIRONMENT = /^\$env\/(?:static|dynamic)\//

type Apply = (own: Own, args: readonly Value[]) => Value

/** The member of a value; undefined if only running the code could tell it. */
export function memberOf(value: Value, key: string | number): Value {
  // `ref(networks).value` is `networks`, because `ref(networks)` was evaluated to its argument.
  if (key === 'value' && value !== undefined && !(value instanceof Unread) && !(isDict(value) && value.has('value')))
    return value
  if (isDict(value)) return value.get(String(key))
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : key === 'length' ? value.length : undefined
  // A member of `import * as chains`, or of an object of networks that a package exports.
  if (value instanceof Given) return typeof key === 'string' ? new Given(key, value.source) : undefined
  return value instanceof Call ? resultOf(value, String(key)) : undefined
}

/** A member of what a call returns, for functions that set-ups often use; undefined for others. */
function resultOf({ name, args }: Call, key: string): Value {
  const [first] = args
  switch (`${name}.${key}`) {
    // What these calls return in wagmi 1, and in RainbowKit's and Web3Modal's older set-ups.
    case 'configureChains.chains':
      return first
    case 'getDefaultWallets.wallets':
      return [new Call(name, '@rainbow-me/rainbowkit', args)]
    default:
  }
  // `v.safeParse(schema, process.env).output` is what was given to it, once its schema accepts it.
  if (/^(?:safeP|p)arse$/.test(name)) {
    const given = args.findLast(isDict)
    if (given) return memberOf(name === 'parse' ? checked(given) : parsed(given), key)
  }
  // `createEnv({ runtimeEnv })` returns the environment variables in it, which its schema checks.
  if (name === 'createEnv' && isDict(first)) {
    for (const list of ['runtimeEnv', 'experimental__runtimeEnv', 'runtimeEnvStrict']) {
      const inner = memberOf(first.get(list), key)
      if (inner !== undefined) return inner
    }
  }
  // `wagmiAdapter.wagmiConfig`: AppKit's adapter makes wagmi's config from the options that it was given. So this
  // is the call of `createConfig` that makes the same.
  if (key === 'wagmiConfig' && isDict(first))
    return new Call('createConfig', 'wagmi', [
      new Map([
        ['chains', first.get('networks')],
        ['projectId', first.get('projectId')],
      ]),
    ])
  // A library's config or adapter has its options as properties: `wagmiConfig.chains`, `wagmiAdapter.networks`.
  if (key === 'caipNetworks') return isDict(first) ? first.get('networks') : undefined
  return isDict(first) && /^(?:chains|networks|projectId|metadata)$/.test(key) ? first.get(key) : undefined
}

/** Calls `text(…)`, the method `name` of `target`. `otherwise` is the value of a call that cannot be followed. */
export function callMethod(
  text: string,
  name: string,
  target: Value,
  args: readonly Value[],
  apply: Apply,
  otherwise: () => Value,
): Value {
  const [first] = args
  if (target === undefined) return globalMethod(text, args, apply) ?? otherwise()
  if (Array.isArray(target) && name === 'find' && first instanceof Own) {
    const answers = target.map((each, index) => apply(first, [each, index]))
    return answers.every((each) => typeof each === 'boolean') ? target[answers.indexOf(true)] : otherwise()
  }
  if (Array.isArray(target)) return listMethod(name, target, args, apply) ?? otherwise()
  if (typeof target === 'string') return textMethod(name, target, args) ?? otherwise()
  if (typeof target === 'number' && name === 'toString') return String(target)
  if (isDict(target)) {
    const own = target.get(name)
    if (own instanceof Own) return apply(own, args) ?? otherwise()
    return mapMethod(name, target, first) ?? otherwise()
  }
  // What a promise gives is evaluated to the promise itself.
  if (name === 'then' && first instanceof Own) return apply(first, [target]) ?? otherwise()
  if (target instanceof Given && name === 'extend' && isDict(first)) return first
  // `schema.parse(process.env)` returns the environment variables, which the schema checks.
  if (/^(?:safeP|p)arse$/.test(name)) {
    const read = args.find((each) => isDict(each) || (each instanceof Given && each.source === 'process.env'))
    if (read !== undefined) return name === 'parse' ? checked(read) : parsed(read)
    if (name === 'parse' && first instanceof Given) return first
  }
  return otherwise()
}

/** Values that a schema accepts. A chain id of the environment is a text there; schemas are what makes it a number. */
const checked = (value: Value): Value =>
  isDict(value)
    ? new Map([...value].map(([key, each]) => [key, isChainId(key, each) ? Number(each) : each] as const))
    : value
const isChainId = (key: string, value: Value) =>
  /CHAIN_?ID$/i.test(key) && typeof value === 'string' && /^\d+$/.test(value)

/** What `safeParse` of zod (`data`) or valibot (`output`) returns for values that its schema accepts. */
const parsed = (value: Value): Value =>
  new Map<string, Value>([
    ['success', true],
    ['data', checked(value)],
    ['output', checked(value)],
  ])

function globalMethod(text: string, args: readonly Value[], apply: Apply): Value {
  const [first, second] = args
  switch (text) {
    case 'Object.values':
      return isDict(first) ? [...first.values()] : undefined
    case 'Object.keys':
      return isDict(first) ? [...first.keys()] : undefined
    case 'Object.entries':
      return isDict(first) ? [...first] : undefined
    case 'Object.fromEntries':
      return fromEntries(first)
    case 'Promise.all':
    case 'Promise.resolve':
    case 'Object.freeze':
    case 'structuredClone':
      return first
    case 'Object.assign':
      return args.every(isDict)
        ? new Map(args.flatMap((each) => [...each]))
        : args.some((each) => each instanceof Call)
          ? new Call('assign', 'Object', args)
          : undefined
    case 'Array.from':
      return Array.isArray(first)
        ? second instanceof Own
          ? listMethod('map', first, [second], apply)
          : first
        : undefined
    // A set is evaluated to the list of its members, and a map to an object.
    case 'Set':
      return Array.isArray(first) ? [...new Set(first)] : undefined
    case 'Map':
      return fromEntries(first)
    case 'String':
      return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined
    case 'Number':
    case 'parseInt':
    case 'Number.parseInt':
      return typeof first === 'string' || typeof first === 'number' ? Number(first) : undefined
    case 'Number.isFinite':
    case 'Number.isInteger':
      return isCode(first) ? undefined : Number[text === 'Number.isFinite' ? 'isFinite' : 'isInteger'](first)
    case 'Boolean':
      return isCode(first) ? undefined : Boolean(first)
    case 'JSON.parse':
      return typeof first === 'string' ? parse(first) : undefined
    default:
      return undefined
  }
}

function fromEntries(value: Value): Value {
  if (!Array.isArray(value)) return undefined
  const found: Dict = new Map()
  for (const each of value) {
    const [key, item] = Array.isArray(each) ? each : []
    if (typeof key !== 'string' && typeof key !== 'number') return undefined
    found.set(String(key), item)
  }
  return found
}

function parse(text: string): Value {
  try {
    return fromData(JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

function listMethod(name: string, list: Value[], args: readonly Value[], apply: Apply): Value {
  const [first] = args
  const call = (each: Value, index: number): Value => (first instanceof Own ? apply(first, [each, index]) : undefined)
  switch (name) {
    case 'map':
    case 'flatMap': {
      if (!(first instanceof Own)) return undefined
      const all = list.map(call)
      return name === 'map' ? all.map((each) => each ?? new Unread(first.name)) : all.flat()
    }
    case 'filter':
      return filter(list, first, call)
    case 'some':
    case 'every':
      return decide(name, list.map(call))
    case 'reduce':
      return first instanceof Own && args.length > 1
        ? list.reduce((sum, each, index) => (sum === undefined ? undefined : apply(first, [sum, each, index])), args[1])
        : undefined
    case 'concat':
      return args.every((each) => !isCode(each)) ? [...list, ...args.flat()] : undefined
    case 'slice':
      return list.slice(...args.filter((each) => typeof each === 'number'))
    case 'reverse':
    case 'toReversed':
      return list.toReversed()
    case 'sort':
    case 'toSorted':
    case 'values':
      return list
    case 'at':
      return typeof first === 'number' ? list.at(first) : undefined
    case 'join':
      return list.every((each) => typeof each === 'string')
        ? list.join(typeof first === 'string' ? first : ',')
        : undefined
    case 'has':
    case 'includes':
      return isCode(first) ? undefined : list.includes(first)
    default:
      return undefined
  }
}

function mapMethod(name: string, map: Dict, key: Value): Value {
  switch (name) {
    case 'get':
      return typeof key === 'string' || typeof key === 'number' ? map.get(String(key)) : undefined
    case 'values':
      return [...map.values()]
    default:
      return undefined
  }
}

function decide(name: 'some' | 'every', answers: readonly Value[]): Value {
  const decisive = name === 'some'
  if (answers.includes(decisive)) return decisive
  return answers.every((each) => each === !decisive) ? !decisive : undefined
}

/** Filters a list. An element stays if reading alone cannot decide its condition, so that no network is lost. */
function filter(list: Value[], condition: Value, call: (each: Value, index: number) => Value): Value {
  if (!(condition instanceof Own)) return list.filter(Boolean)
  return list.filter((each, index) => {
    const kept = call(each, index)
    return kept === undefined || isCode(kept) ? Boolean(each) : Boolean(kept)
  })
}

function textMethod(name: string, text: string, [first, second]: readonly Value[]): Value {
  switch (name) {
    case 'trim':
      return text.trim()
    case 'toString':
    case 'valueOf':
      return text
    case 'toLowerCase':
      return text.toLowerCase()
    case 'split':
      return typeof first === 'string' ? text.split(first) : undefined
    case 'replace':
      return typeof first === 'string' && typeof second === 'string' ? text.replace(first, second) : undefined
    case 'concat':
      return typeof first === 'string' ? text + first : undefined
    default:
      return undefined
  }
}
