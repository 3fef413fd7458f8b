/** The size of sign-in in a page for one namespace, and that pages contain no code of the server. */
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { ROOT } from '../../../cli/repo/run.ts'

async function build(inputs: string[], external: (string | RegExp)[] = [/^viem($|\/)/]): Promise<OutputChunk[]> {
  const bundled = await rolldown({
    input: inputs.map((file) => join(ROOT, file)),
    cwd: ROOT,
    platform: 'browser',
    external,
    logLevel: 'silent',
  })
  const { output } = await bundled.generate({ format: 'esm', minify: true })
  await bundled.close()
  return output.filter((each) => each.type === 'chunk')
}
const sizeOf = (chunks: readonly OutputChunk[]) =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)

it.each([
  // Without viem, which the page has anyway.
  ['eip155', 3_500],
  ['solana', 14_000],
  ['polkadot', 30_000],
  ['bip122', 21_000],
])('the verifier of %s is at most %i B gzip', async (namespace, limit) => {
  const size = sizeOf(await build([`runtime/siwx/verify/${namespace}.ts`]))
  if (process.env.WALLETKIT_SIZES) process.stdout.write(`${namespace} ${size}\n`)
  expect(size).toBeLessThan(limit)
})

it('messages and stored sessions are at most 4.5 kB gzip, and contain no verifier', async () => {
  const chunks = await build(['runtime/siwx/createMessage.ts', 'runtime/siwx/storage/local.ts'])
  if (process.env.WALLETKIT_SIZES) process.stdout.write(`core ${sizeOf(chunks)}\n`)
  expect(sizeOf(chunks)).toBeLessThan(4_500)
  expect(chunks.flatMap(({ modules }) => Object.keys(modules)).filter((id) => /verify|vendor|server/.test(id))).toEqual(
    [],
  )
})
