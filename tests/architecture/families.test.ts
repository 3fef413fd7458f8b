/**
 * Checks that the code of a chain family is in one folder: no other file names a namespace, unless for one of the
 * reasons below.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { FAMILIES } from '../../runtime/chains/families.ts'
import { NAMESPACES } from '../../runtime/lib/namespace.ts'
import { importsOf, ROOT, sources } from './graph.ts'

const own = new Set<string>(NAMESPACES)

/** The files (or folders, with a slash at the end) that may name a namespace, by reason. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'the lists of the families of this package': [
    'runtime/lib/namespace.ts',
    'runtime/chains/families.ts',
    'runtime/kit/instance.ts',
  ],
  'the verifier of one family of this package: only builds with sign-in include it': [
    'runtime/siwx/verify/eip155.ts',
    'runtime/siwx/verify/solana.ts',
    'runtime/siwx/verify/polkadot.ts',
    'runtime/siwx/verify/bip122.ts',
  ],
  'an entry point for libraries of EVM chains, or the EVM test wallet': ['runtime/interop/', 'runtime/test/'],
  'a standard of EVM chains: EIP-6963, EIP-1193 in window.ethereum': [
    'runtime/connectors/announced.ts',
    'runtime/connectors/injected.ts',
  ],
  'a standard of EVM chains: EIP-4361 and CACAO, which other namespaces lack': [
    'runtime/siwx/cacao.ts',
    'runtime/siwx/createMessage.ts',
    'runtime/siwx/message.ts',
    'runtime/siwx/oneClick.ts',
    'runtime/siwx/parseSession.ts',
    'runtime/siwx/recap.ts',
    'runtime/siwx/server/options.ts',
    'runtime/siwx/siwe/',
  ],
  'WalletConnect: wallets spell EVM chain ids and old Solana ids in their own ways': ['runtime/remote/'],
  'a service that serves these namespaces only: login, RPC, names, balances, history, paymaster': [
    'runtime/auth/',
    'runtime/connectors/embedded.ts',
    'runtime/data/balances.ts',
    'runtime/data/counterparties.ts',
    'runtime/data/identity.ts',
    'runtime/data/resolveName.ts',
    'runtime/http/endpoint.ts',
    'schema/services.ts',
  ],
  'an address ignores case on EVM chains': ['runtime/data/parsePrices.ts'],
  'a chain id is a number on EVM chains': [
    'runtime/contracts/network.ts',
    'runtime/http/networkRpc.ts',
    'schema/meaning.ts',
    'schema/perNetwork.ts',
    'schema/resolve.ts',
    'schema/unknownNetwork.ts',
  ],
  'what plugins ask of EVM wallets: signing by personal_sign, transactions that the page can find again': [
    'runtime/host/connectWallet.ts',
    'runtime/host/moreRequests.ts',
    'runtime/host/walletRequests.ts',
    'runtime/actions/uncertain.ts',
  ],
  'only contracts of EVM networks are asked whether they number collectibles': ['runtime/ui/useTokenKinds.ts'],
  'the number of a chain in the other library is an EVM chain id': ['runtime/compatAppkit.tsx'],
  'wallets that open a page of Solana in their own browser': ['runtime/actions/link.ts'],
  'the tables of known networks and of their images': ['schema/images.ts', 'schema/networks.ts'],
}
const allowed = Object.values(REASONS).flat()
const reasonFor = (file: string) => allowed.find((each) => (each.endsWith('/') ? file.startsWith(each) : file === each))
const inFamily = (file: string) => own.has(/^runtime\/chains\/([^/]+)\//.exec(file)?.[1] ?? '')

/** Whether the code names a namespace: in a text, at the start of a CAIP id, or as a key. Comments do not count. */
function namesNamespace(file: string): boolean {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const isOne = (text: string) => own.has(text.split(':')[0] ?? '')
  const visit = (node: ts.Node): boolean => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return false
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isIdentifier(node)) {
      if (isOne(node.text)) return true
    }
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false
  }
  return visit(source)
}
const naming = sources('runtime', 'schema').filter((file) => !inFamily(file) && namesNamespace(file))

it('no file outside a family’s folder names a namespace, except for a reason', () => {
  expect(naming.filter((file) => !reasonFor(file))).toEqual([])
})

it('every exception is still needed', () => {
  const unused = allowed.filter((each) => !naming.some((file) => reasonFor(file) === each))
  expect(unused).toEqual([])
})

it('every namespace of the package is a folder with its data, and nothing else is one', () => {
  const folders = readdirSync(join(ROOT, 'runtime/chains'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(folders.sort()).toEqual([...NAMESPACES].sort())
  expect(FAMILIES.map(({ namespace }) => namespace)).toEqual([...NAMESPACES])
})

it('the example of a family imports only public entry points', () => {
  const foreign = sources('tests/examples/harbor')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap(importsOf)
    .filter(({ to }) => to !== 'walletkit' && !to.startsWith('tests/examples/harbor/'))
  expect(foreign.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

it('the README of the chains lists the files of the example, and no others', () => {
  const readme = readFileSync(join(ROOT, 'runtime/chains/README.md'), 'utf8')
  const [, section = ''] = readme.split('\n## Adding a chain family\n')
  const listed = [...section.matchAll(/^\| `([\w.]+)` /gm)].map(([, name]) => name)
  const files = readdirSync(join(ROOT, 'tests/examples/harbor')).filter((file) => /(?<!\.test)\.ts$/.test(file))
  expect(listed.sort()).toEqual(files.sort())
})
