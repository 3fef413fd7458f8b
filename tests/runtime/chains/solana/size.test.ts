/** The size of Solana's code in a page, as a bundler with usual settings builds it. */
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../../cli/repo/run.ts'

let chunks: OutputChunk[] = []
const own = /runtime\/(chains|lib\/vendor)\/solana|@solana(-program)?\//
const holds = ({ modules }: OutputChunk, pattern = own) => Object.keys(modules).some((id) => pattern.test(id))
const sizeOf = (list: OutputChunk[]) => list.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)

beforeAll(async () => {
  const input = ['runtime/index.ts', 'runtime/chains/solana/index.ts'].map((file) => join(ROOT, file))
  const external = [/^(viem|react|react-dom|valtio|uqr)($|\/)/, /^@walletconnect\//]
  const bundled = await rolldown({ input, cwd: ROOT, platform: 'browser', external, logLevel: 'silent' })
  const { output } = await bundled.generate({ format: 'esm', minify: true })
  await bundled.close()
  chunks = output.filter((each) => each.type === 'chunk')
})

it('is at most 35 kB in total, gzip', () => {
  const all = chunks.filter((chunk) => holds(chunk))
  expect(all.length).toBeGreaterThan(4)
  expect(sizeOf(all)).toBeLessThan(35_000)
})

it('is at most 9 kB to connect, because the library loads on the first send', () => {
  const library = chunks.filter((chunk) => holds(chunk, /@solana(-program)?\//))
  expect(library).toHaveLength(1)
  const reached = new Set<string>()
  const reach = (file: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === file)
    if (!chunk || reached.has(file)) return
    reached.add(file)
    chunk.imports.forEach(reach)
  }
  // Follow only static imports. The adapter is included, because it reads balances.
  const doors = /chains\/solana\/(discover|driver|wrapRequests|adapter)\.ts$/
  chunks.filter((chunk) => holds(chunk, doors)).forEach(({ fileName }) => reach(fileName))
  expect([...reached]).not.toContain(library[0]?.fileName)
  const connecting = chunks.filter((chunk) => holds(chunk, /chains\/solana\/(discover|driver)\.ts$/))
  const files = new Set(connecting.flatMap(({ fileName, imports }) => [fileName, ...imports]))
  const own = chunks.filter((chunk) => files.has(chunk.fileName) && holds(chunk))
  expect(sizeOf(own)).toBeLessThan(9_000)
})

it('is at most 0.3 kB until the wallet search starts', () => {
  const first = chunks.filter((chunk) => holds(chunk, /chains\/solana\/index\.ts$/))
  expect(first).toHaveLength(1)
  expect(sizeOf(first)).toBeLessThan(300)
  expect(Object.keys(first[0]?.modules ?? {})).toHaveLength(1)
})
