import type { MORE_ICONS } from './moreIcons.ts'

/**
 * The icons that load with the modal, by name. Each is one stroke path in a 20 px box: round caps, no fill. The other
 * icons (`moreIcons.ts`) load with `more.ts`.
 */
const ICONS = {
  back: 'M12.5 4.5 7 10l5.5 5.5',
  check: 'm4.5 10.5 3.6 3.6 7.4-8.2',
  chevron: 'm7.5 4.5 5.5 5.5-5.5 5.5',
  chevronDown: 'm5 7.5 5 5 5-5',
  clear: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Zm-2.4 5.1 4.8 4.8m0-4.8-4.8 4.8',
  close: 'm5 5 10 10M15 5 5 15',
  help: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM7.8 7.7c.2-1.1 1.1-1.8 2.2-1.8 1.3 0 2.2.9 2.2 2 0 1.6-2.2 1.7-2.2 3.3M10 14v.1',
  qr: 'M3.5 3.5h5v5h-5ZM11.5 3.5h5v5h-5ZM3.5 11.5h5v5h-5ZM11.5 11.5v2M14 14v2.5M16.5 11.5v2M11.5 16.5v.1M16.5 16.5v.1',
  retry: 'M3.5 8.5a6.7 6.7 0 0 1 12-2L17 8M17 4v4h-4M16.5 11.5a6.7 6.7 0 0 1-12 2L3 12M3 16v-4h4',
  wallet:
    'M15.5 6.5V5c0-.8-.7-1.5-1.5-1.5H5.5c-1.1 0-2 .9-2 2s.9 2 2 2h10c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1h-10c-1.1 0-2-.9-2-2v-8M13.5 11.5v.1',
  warning: 'M10 3.2 2.6 16h14.8L10 3.2ZM10 8.5v3.3M10 14v.1',
} as const
export type IconName = keyof typeof ICONS | keyof typeof MORE_ICONS

const paths: Record<string, string> = { ...ICONS }

/**
 * Registers more icons, and returns `also`. If a module exports this result, bundlers cannot drop the call, so that the
 * icons stay in the bundle (`more.ts`).
 */
export function withIcons<T>(icons: Readonly<Record<string, string>>, also: T): T {
  Object.assign(paths, icons)
  return also
}

/** Whether a name from outside is an icon that is loaded. */
export const isIcon = (name: string): name is IconName => Object.hasOwn(paths, name)

/**
 * An icon of the modal. `size` and `stroke` in CSS pixels; hidden from screen readers.
 *
 * @example
 * ```tsx
 * import { Icon } from 'walletkit/ui'
 *
 * const Coins = () => <Icon name="coins" size={24} />
 * ```
 */
export function Icon({ name, size = 20, stroke = 1.6 }: { name: IconName; size?: number; stroke?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-icon={name}
    >
      <path d={paths[name]} />
    </svg>
  )
}
