import { Icon, type IconName } from '../parts/Icon.tsx'
import { Tile } from '../parts/Tile.tsx'

/** A list of points that explain something. */
export function Points({ items }: { items: readonly { icon: IconName; title: string; text: string }[] }) {
  return (
    <ul role="list" className="points">
      {items.map(({ icon, title, text }) => (
        <li key={title} className="point">
          <Tile name="" tone="accent">
            <Icon name={icon} />
          </Tile>
          <div>
            <p className="label">{title}</p>
            <p className="text">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
