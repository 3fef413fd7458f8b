import { expect, it } from 'vitest'
import { emit } from '../../../cli/stages/emit.ts'

it('prints a module that imports what is on, sorted, and nothing else', () => {
  const text = emit({
    config: { projectId: 'p' },
    chains: ['solana', 'eip155'],
    plugins: [{ id: 'smart-sessions' }, { id: 'receive' }],
  })
  expect(text).toMatchInlineSnapshot(`
    "import chainEip155 from 'walletkit/chains/eip155'
    import chainSolana from 'walletkit/chains/solana'
    import pluginReceive from 'walletkit/plugins/receive'
    import pluginSmartSessions from 'walletkit/plugins/smart-sessions'

    export const config = {
      "projectId": "p"
    }

    export const generated = {
      config,
      chains: [chainEip155, chainSolana],
      plugins: [pluginReceive, pluginSmartSessions],
    }

    export default generated
    "
  `)
})

it('prints a module without imports when nothing is on', () => {
  expect(emit({ config: {}, chains: [], plugins: [] })).toMatch(/^export const config = \{\}\n/)
})
