import type { ReactNode } from 'react'

/**
 * Stacks buttons, rows or fields below each other, with the distance that walletkit's own screens have.
 *
 * @example
 * ```tsx
 * import { Button, Stack } from 'walletkit/ui'
 *
 * const Choice = () => (
 *   <Stack>
 *     <Button kind="primary" wide>
 *       Tip again
 *     </Button>
 *     <Button wide>Not now</Button>
 *   </Stack>
 * )
 * ```
 */
export const Stack = ({ children }: { children: ReactNode }) => <div className="stack">{children}</div>
