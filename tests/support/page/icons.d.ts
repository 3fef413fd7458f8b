declare module 'virtual:icons' {
  import type { Icons } from '../../../runtime/contracts/config.ts'
  const icons: Icons
  export default icons
}
