/** Call data of the exchanges' contracts, from their public interfaces. */
import { encodeFunctionData, parseAbi, type Hex } from 'viem'

const ROUTER: Hex = '0x111111125421cA6dc452d289314280a0f8842A65'
export const SETTLER: Hex = '0x0d0E364aa7852291883C162B22D6D81f6355428F'

const abi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32)',
  'function swap(address, (address, address, address, address, uint256, uint256, uint256), bytes)',
])

/** `execute` of 0x's Settler. */
export const execute = (recipient: Hex, buyToken: Hex, minAmountOut: bigint) =>
  encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [{ recipient, buyToken, minAmountOut }, ['0x38c9c147'], `0x${'0'.repeat(64)}`],
  })

/** `exec` of 0x's AllowanceHolder. */
export const exec = (token: Hex, amount: bigint, data: Hex, operator: Hex = SETTLER, target: Hex = SETTLER) =>
  encodeFunctionData({ abi, functionName: 'exec', args: [operator, token, amount, target, data] })

/** `swap` of 1inch's router 6. */
export const tuple = (from: Hex, to: Hex, receiver: Hex, amount: bigint, minimum: bigint) =>
  encodeFunctionData({
    abi,
    functionName: 'swap',
    args: [ROUTER, [from, to, ROUTER, receiver, amount, minimum, 0n], '0x'],
  })
