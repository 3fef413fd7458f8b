import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useCopy } from './useCopy.ts'

/**
 * An icon that copies text; screen readers hear `copiedLabel` afterwards.
 *
 * @example
 * ```tsx
 * import { CopyButton } from 'walletkit/ui'
 *
 * const Copy = ({ address }: { address: string }) => (
 *   <CopyButton text={address} label="Copy address" copiedLabel="Address copied" />
 * )
 * ```
 */
export function CopyButton({ text, label, copiedLabel }: { text: string; label: string; copiedLabel: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label={copied ? copiedLabel : label} onClick={copy} />
      <span className="sr" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}

/**
 * A name followed by a small copy icon.
 *
 * @example
 * ```tsx
 * import { CopyLine } from 'walletkit/ui'
 *
 * const Name = ({ address }: { address: string }) => (
 *   <CopyLine text={address} label="Copy address" copiedLabel="Address copied">
 *     noah.walletkit.id
 *   </CopyLine>
 * )
 * ```
 */
export function CopyLine({
  text,
  label,
  copiedLabel,
  children,
}: {
  text: string
  label: string
  copiedLabel: string
  children: string
}) {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      className="copy-line label"
      onClick={copy}
      aria-label={`${copied ? copiedLabel : label}: ${children}`}
    >
      <bdi>{children}</bdi>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
    </button>
  )
}
