/** Describes a permission that lets a key act without asking (an early draft of ERC-7715). */
import { ERC20 } from '../../../runtime/lib/abi.ts'
import { formatUnits } from '../../../runtime/lib/units.ts'
import { grantOf } from '../rpc/params.ts'
import { PLAIN_PAYMENT, readGrant } from '../rpc/permissions.ts'
import type { ApprovalText } from './approvalText.ts'
import { bad, code, type Field, type Note } from './field.ts'
import type { Network } from './network.ts'
import { timeText } from './words.ts'

/** Selectors of common functions that move tokens, or let somebody else move them, with their names. */
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

/** The names with that of a call without data: Solidity calls the function that takes such a call `receive`. */
const NAMES: Readonly<Record<string, string>> = { ...MOVES, [PLAIN_PAYMENT]: 'receive' }

export function describeGrant(
  t: ApprovalText,
  params: unknown,
  network: Network,
  now: number,
): { fields: Field[]; warnings: Note[]; account?: string } {
  const { key, expiry, targets, selectors, maxValue, maxFees } = readGrant(params, now)
  const amountText = (wei: bigint) => `${formatUnits(wei, 18)} ${network.symbol}`
  const { address } = grantOf(params)
  const isLong = expiry * 1000 - now > 30 * 86_400_000
  const moves = selectors.some((each) => Object.hasOwn(MOVES, each.toLowerCase()))
  const named = selectors.map((each) => [each, NAMES[each.toLowerCase()]].filter(Boolean).join(' '))
  return {
    fields: [
      code(t('grant.key'), key),
      { label: t('grant.until'), value: timeText(t, expiry, now), ...(isLong && { bad: true }) },
      code(t('grant.contracts'), targets.join('\n')),
      selectors.length
        ? code(t('grant.onlyFunctions'), named.join('\n'))
        : { label: t('grant.functions'), value: t('grant.everyFunction'), bad: true },
      {
        label: t('grant.spend'),
        value: t('grant.andFees', { amount: amountText(maxValue), fees: amountText(maxFees) }),
      },
    ],
    warnings: [
      { text: t('grant.noMoreAsking'), ...(isLong && { bad: true as const }) },
      ...(selectors.length ? [] : [bad(t('grant.anyFunction'))]),
      ...(moves ? [bad(t('grant.moves'))] : []),
    ],
    ...(address && { account: address }),
  }
}
