import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it.each(['wagmi', 'viem', 'ethers'])('shows the example of %s as the tests run it', (door) => {
  expect(read('../../../runtime/interop/README.md')).toContain(`\`\`\`ts\n${read(`./examples/${door}.ts`)}\`\`\``)
})
