/** Describes a permission that lets a key act without asking (an early draft of ERC-7715). */
import { ERC20 } from '../../../runtime/lib/abi.ts'
import { formatUnits } from '../../../runtime/lib/units.ts'
import { grantOf } from '../rpc/params.ts'
import { readGrant } from '../rpc/permissions.ts'
import { bad, code, type Field, type Note } from './field.ts'
import type { Network } from './network.ts'
import { timeText } from './words.ts'

/** Functions that move tokens, or let somebody else move them. */
const MOVES: Readonly<Record<string, string>> = {
  [ERC20.transfer]: 'transfer',
  [ERC20.transferFrom]: 'transferFrom',
  [ERC20.approve]: 'approve',
  '0x39509351': 'increaseAllowance',
  '0xa22cb465': 'setApprovalForAll',
  '0x42842e0e': 'safeTransferFrom',
  '0xb88d4fde': 'safeTransferFrom',
  '0xf242432a': 'safeTransferFrom',
  '0x2eb2c2d6': 'safeBatchTransferFrom',
  '0x87517c45': 'approve',
}

export function describeGrant(
  params: unknown,
  network: Network,
  now: number,
): { fields: Field[]; warnings: Note[]; account?: string } {
  const { key, expiry, targets, selectors, maxValue } = readGrant(params, now)
  const { address } = grantOf(params)
  const isLong = expiry * 1000 - now > 30 * 86_400_000
  const moves = selectors.some((each) => Object.hasOwn(MOVES, each.toLowerCase()))
  const named = selectors.map((each) => [each, MOVES[each.toLowerCase()]].filter(Boolean).join(' '))
  return {
    fields: [
      code('The key', key),
      { label: 'May act without asking until', value: timeText(expiry, now), ...(isLong && { bad: true }) },
      code('On these contracts only', targets.join('\n')),
      selectors.length
        ? code('With these functions only', named.join('\n'))
        : { label: 'With these functions', value: 'Every function of these contracts', bad: true },
      { label: 'And may spend in all', value: `${formatUnits(maxValue, 18)} ${network.symbol}, and fees` },
    ],
    warnings: [
      { text: 'Until then nothing asks you any more. You can take it back.', ...(isLong && { bad: true as const }) },
      ...(selectors.length
        ? []
        : [
            bad(
              'The key may call every function of these contracts. If one is a token, it may take all that you have of it.',
            ),
          ]),
      ...(moves ? [bad('These functions can move your tokens: all of them may be taken without asking.')] : []),
    ],
    ...(address && { account: address }),
  }
}
