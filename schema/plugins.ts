/**
 * Checks the plugins of a config, among other things: version range, grants, storage keys, conflicts, requirements, and
 * leaked secrets.
 */
import { fitsApi, fitsEngine, isEngine } from './engine.ts'
import { type Issue, issue, show } from './issue.ts'
import { optionHosts } from './optionHosts.ts'
import { KIT_FEATURES, KIT_KEYS } from './kitKeys.ts'
import { isObject, type JsonObject, onByDefault, type Permissions, type Piece } from './pieces.ts'
import { parseRequirement } from './requirement.ts'
import { unwrittenOptions } from './requiredOptions.ts'
import type { Rules } from './validate.ts'

export function plugins(config: JsonObject, { pieces, version, found = [] }: Rules): Issue[] {
  const features = isObject(config.features) ? config.features : {}
  const isOn = ({ feature, available }: Piece) => available && (features[feature] ?? true) !== false
  const on = pieces.filter((piece) => isOn(piece) && (features[piece.feature] !== undefined || onByDefault(piece)))
  return [
    ...found,
    ...pieces.flatMap((piece) => [
      ...fits(piece, version),
      ...grants(piece),
      ...ids(piece, pieces),
      ...kitFeatures(piece),
      ...keys(piece),
      ...ways(piece, pieces),
      ...tabs(piece),
    ]),
    ...conflicts(on),
    ...requirements(on, pieces),
    ...on.flatMap((piece) => [
      ...(features[piece.feature] === undefined ? unwrittenOptions(piece, placeOf(piece)) : []),
      ...secrets(piece, features[piece.feature]),
      ...optionHosts(piece, config.features),
    ]),
  ]
}

/**
 * Checks that this version of walletkit is in the range that a third-party plugin's manifest names (`engine`). Built-in
 * plugins always have the same version as walletkit.
 */
function fits({ guest, engine }: Piece, version: string): Issue[] {
  if (!guest || fitsEngine(version, engine)) return []
  if (!isEngine(engine))
    return [
      issue(
        `/plugins/${guest.index}`,
        `${guest.name} gives its versions of walletkit as ${show(engine)}, which is not a caret range`,
        'a caret and a version, as ^0.1',
        'Tell its author, or install another version of it.',
      ),
    ]
  return [
    issue(
      `/plugins/${guest.index}`,
      `${guest.name} is written for walletkit ${engine}, and this is ${version}`,
      `a range that holds ${version}`,
      `Install a version of ${guest.name} for walletkit ${version}.`,
    ),
  ]
}

/**
 * Checks that a third-party plugin requests no more permissions than the site grants. So an upgrade that requests more
 * fails here, until the site agrees.
 */
function grants({ guest, permissions }: Piece): Issue[] {
  if (!guest) return []
  const kinds = Object.keys(permissions) as (keyof Permissions)[]
  return kinds.flatMap((kind) => {
    const more = permissions[kind].filter((each) => !guest.grants[kind].includes(each))
    if (!more.length) return []
    return [
      issue(
        `/plugins/${guest.index}`,
        `${guest.name} asks for ${kind} that it is not granted: ${more.join(', ')}`,
        'what the plugin asks for, granted by name',
        `If you agree, run: walletkit add ${guest.name} --yes, or write "grants": { "${kind}": ${JSON.stringify(permissions[kind])} }`,
      ),
    ]
  })
}

/**
 * Checks that a third-party plugin's id is neither the id of a plugin of walletkit, even of one that is off, nor a
 * storage key of the kit.
 */
function ids({ id, guest }: Piece, all: readonly Piece[]): Issue[] {
  if (!guest || !(KIT_KEYS.includes(id) || all.some((piece) => !piece.guest && piece.id === id))) return []
  return [
    issue(
      `/plugins/${guest.index}`,
      `${guest.name} has the id ${show(id)}, which is walletkit's own`,
      'an id of its own',
      `Remove ${guest.name}, or tell its author.`,
    ),
  ]
}

/** Checks that a third-party plugin's key under `features` is not an option of walletkit itself. */
function kitFeatures({ feature, guest }: Piece): Issue[] {
  if (!guest || !KIT_FEATURES.includes(feature)) return []
  return [
    issue(
      `/plugins/${guest.index}`,
      `${guest.name} has the key features.${feature}, which is walletkit's own`,
      'a key of its own',
      `Remove ${guest.name}, or tell its author.`,
    ),
  ]
}

/**
 * Checks that a third-party plugin only uses storage keys of its own. With a key of another plugin it could read or
 * replace that plugin's data.
 */
function keys({ id, guest, permissions }: Piece): Issue[] {
  if (!guest) return []
  const foreign = permissions.storage.filter((key) => key !== id && !key.startsWith(`${id}.`))
  return foreign.map((key) =>
    issue(
      `/plugins/${guest.index}`,
      `${guest.name} wants the storage key ${show(key)}, which is not its own`,
      `"${id}", or a key that starts with "${id}."`,
      'Tell its author.',
    ),
  )
}

/**
 * Checks that a third-party plugin does not use the key of a built-in way to connect, even of one that is off: a config
 * that lists `email` means walletkit's.
 */
function ways({ guest, slotKeys }: Piece, all: readonly Piece[]): Issue[] {
  if (!guest) return []
  const ours = ['wallet', ...all.flatMap((piece) => (piece.guest ? [] : (piece.slotKeys.connectMethods ?? [])))]
  const taken = (slotKeys.connectMethods ?? []).filter((key) => ours.includes(key))
  return taken.map((key) =>
    issue(
      `/plugins/${guest.index}`,
      `${guest.name} calls its way to connect ${show(key)}, as walletkit's own`,
      'a key of its own',
      'Tell its author.',
    ),
  )
}

/** Checks that a plugin's tab does not have the key of walletkit's tab of tokens: the tab could not be opened. */
const tabs = ({ guest, slotKeys }: Piece): Issue[] =>
  guest && slotKeys.accountTabs?.includes('tokens')
    ? [
        issue(
          `/plugins/${guest.index}`,
          `${guest.name} calls its tab "tokens", as walletkit's own`,
          'a key of its own',
          'Tell its author.',
        ),
      ]
    : []

/** Reports names that two plugins claim, because only one of the two could have the name. */
function conflicts(on: readonly Piece[]): Issue[] {
  const owners = new Map<string, Piece>()
  return on.flatMap((piece) => {
    const claims = [
      `the id ${piece.id}`,
      `features.${piece.feature}`,
      ...piece.views.map((view) => `the view ${view}`),
      ...Object.entries(piece.slotKeys).flatMap(([slot, keys]) => keys.map((key) => `the key ${key} of ${slot}`)),
    ]
    return claims.flatMap((claim) => {
      const owner = owners.get(claim)
      owners.set(claim, owner ?? piece)
      if (!owner) return []
      const at = piece.guest ?? owner.guest
      return [
        issue(
          at ? `/plugins/${at.index}` : '/features',
          `${nameOf(owner)} and ${nameOf(piece)} both claim ${claim}`,
          'one plugin for each name',
          `Remove one of the two.`,
        ),
      ]
    })
  })
}

function requirements(on: readonly Piece[], all: readonly Piece[]): Issue[] {
  return on.flatMap((piece) =>
    piece.requires.flatMap((required) => {
      const { id, range, isOptional } = parseRequirement(required)
      const other = on.find((each) => each.id === id)
      if (other) return range === undefined ? [] : outdated(piece, other, range)
      if (isOptional) return []
      const missing = all.find((each) => each.id === id)
      const fix = missing?.available ? `Write "features": { "${missing.feature}": true }.` : `Add the plugin ${id}.`
      return [
        issue(
          placeOf(piece),
          `${nameOf(piece)} needs the plugin ${id}, which is not in this build`,
          `${id} on, or ${piece.feature} off`,
          fix,
        ),
      ]
    }),
  )
}

/** Reports a required plugin that is in the build, but provides no API, or a version of it outside `range`. */
function outdated(piece: Piece, { id, provides }: Piece, range: string): Issue[] {
  if (provides !== undefined && fitsApi(provides, range)) return []
  const has = provides === undefined ? 'no API' : `the version ${provides}`
  return [
    issue(
      placeOf(piece),
      `${nameOf(piece)} needs the API ${range} of the plugin ${id}, which provides ${has}`,
      `an API of ${id} in the range ${range}`,
      `Install versions of both that fit.`,
    ),
  ]
}

const placeOf = ({ guest, feature }: Piece) => (guest ? `/plugins/${guest.index}` : `/features/${feature}`)

/** Reports options that the plugin's schema marks as secret, because the page could read them. */
function secrets({ schema, feature }: Piece, options: unknown): Issue[] {
  if (!isObject(options)) return []
  return Object.keys(options)
    .filter((key) => visibilityOf(schema, key) === 'secret')
    .map((key) => ({
      ...issue(
        `/features/${feature}/${key}`,
        `${show(key)} is a secret, and would reach the page`,
        'the key absent',
        'Remove the key, and keep the value on a server of yours.',
      ),
      isSecret: true as const,
    }))
}

/** Who may see an option: `page` everybody, `build` only the build, `secret` only a server. */
export function visibilityOf(schema: JsonObject | undefined, key: string): 'page' | 'build' | 'secret' {
  const properties = isObject(schema?.properties) ? schema.properties : {}
  const property = properties[key]
  const visibility = isObject(property) ? property.visibility : undefined
  return visibility === 'build' || visibility === 'secret' ? visibility : 'page'
}

const nameOf = ({ id, guest }: Piece) => guest?.name ?? id
