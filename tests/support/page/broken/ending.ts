/** A controller that fails when the kit is destroyed. */
export default function ending() {
  return {
    destroy: () => {
      throw new Error('broken as the kit goes')
    },
  }
}
