/** Asks the network what the send would do; the review shows the answer. */
import type { PluginKit, Simulation } from 'walletkit/plugin'
import type { OutcomeQuestion } from 'walletkit/ui'
import type { SendOptions } from './options.ts'
import type { SendIntent } from './transfer.ts'

type Sender = { kit: PluginKit; options: SendOptions }

/** What `useOutcome` simulates and compares with; without an intent (the form is incomplete) it simulates nothing. */
export function simulationOf({ kit, options }: Sender, intent: SendIntent | undefined): OutcomeQuestion {
  const account = kit.account().address ?? ''
  if (!intent) return { account, of: '', simulate: undefined, intent: undefined }
  const { caipAddress, caipNetworkId, contract: token, amount, to } = intent
  return {
    account,
    of: [caipAddress, caipNetworkId, token, amount, to].join(' '),
    simulate: () => simulate(kit, options, intent),
    intent: { pays: { ...(token !== undefined && { token }), amount, to } },
  }
}

async function simulate(
  kit: PluginKit,
  { noReturnTokens }: SendOptions,
  { contract: token, to, amount }: SendIntent,
): Promise<Simulation> {
  if (token === undefined) return kit.chain.simulate({ to, value: amount })
  return kit.chain.simulate(await kit.chain.buildTransfer({ token, to, amount, noReturnTokens }))
}
