/** Checks what the simulated visitors of `npm run demo -- --check` found. */
import type { Visit } from '../visit.ts'

/** Lists what is wrong with a visit, each with the values that say so; empty if everything works. */
export function faultsOf({ swap, purchase, relay, batch, revoke, passkey, ...first }: Visit): string[] {
  const checks: [isSound: boolean, fault: string][] = [
    [first.connected, 'the page does not say that it is connected'],
    [first.receiverDeltaWei === first.sentWei, `sent ${first.sentWei} wei, and ${first.receiverDeltaWei} arrived`],
    [isExact(swap), `the swap promised ${swap.quoted}, and ${swap.outDelta} arrived`],
    [purchase.received !== '0', 'no bought ether arrived'],
    [relay.connected, 'the page does not say that it is connected over the relay'],
    [relay.signed, 'the chain has no transaction that the phone approved'],
    [batch.transactions === 1, `the batch took ${batch.transactions} transactions`],
    [isExact(batch), `the batch promised ${batch.quoted}, and ${batch.outDelta} arrived`],
    [batch.allowanceLeft === '0', `the batch left an allowance of ${batch.allowanceLeft}`],
    [revoke.before !== '0' && revoke.after === '0', `an approval of ${revoke.before} ended as ${revoke.after}`],
    [passkey.receiverDeltaWei === first.sentWei, `${passkey.receiverDeltaWei} wei arrived from the passkey wallet`],
    [first.thirdPartyRequests === 0, `the page contacted ${first.thirdPartyRequests} addresses elsewhere`],
  ]
  return checks.filter(([isSound]) => !isSound).map(([, fault]) => fault)
}

const isExact = ({ quoted, outDelta }: { quoted: string; outDelta: string }) => outDelta === quoted && outDelta !== '0'
