/**
 * BLAKE2b-512 (RFC 7693) without a key, for address checksums. The code is small rather than fast. It is not
 * constant-time, so do not use it with secrets.
 */
const BLOCK = 128

/** 64-bit words, each as its low half followed by its high half. */
type Words = Uint32Array

const INITIAL = Uint32Array.from(
  'f3bcc908 6a09e667 84caa73b bb67ae85 fe94f82b 3c6ef372 5f1d36f1 a54ff53a ade682d1 510e527f 2b3e6c1f 9b05688c fb41bd6b 1f83d9ab 137e2179 5be0cd19'.split(
    ' ',
  ),
  (half) => parseInt(half, 16),
)

/** For each round: the indices of the block's words, in the order in which the steps mix them in. */
const SIGMA =
  '0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d 2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0 0123456789abcdef ea489fd61c02b753'
    .split(' ')
    .map(digits)

/** The four words of the state that each step of a round mixes: first the columns, then the diagonals. */
const STEPS = ['048c', '159d', '26ae', '37bf', '05af', '16bc', '278d', '349e'].map(digits)

/** Returns a digest of 64 bytes. */
export function blake2b(input: Uint8Array): Uint8Array {
  const state = INITIAL.slice()
  // RFC 7693's parameter block: fanout 1, depth 1, no key, a digest of 64 bytes.
  state[0] = half(state, 0) ^ 0x01010040
  const blocks = Math.max(1, Math.ceil(input.length / BLOCK))
  for (let block = 0; block < blocks; block++) {
    const bytes = new Uint8Array(BLOCK)
    bytes.set(input.subarray(block * BLOCK, (block + 1) * BLOCK))
    const last = block === blocks - 1
    compress(state, bytes, last ? input.length : (block + 1) * BLOCK, last)
  }
  return Uint8Array.from({ length: 64 }, (_, index) => half(state, index >> 2) >>> ((index & 3) * 8))
}

function compress(state: Words, bytes: Uint8Array, count: number, last: boolean) {
  const view = new DataView(bytes.buffer)
  const message = Uint32Array.from({ length: 32 }, (_, index) => view.getUint32(index * 4, true))
  const mixed = Uint32Array.of(...state, ...INITIAL)
  mixed[24] = half(mixed, 24) ^ count
  if (last) for (const index of [28, 29]) mixed[index] = ~half(mixed, index)
  for (const round of SIGMA) {
    STEPS.forEach(([a = 0, b = 0, c = 0, d = 0], step) => {
      const mix = (word: number | undefined, first: number, second: number) => {
        add(mixed, a, mixed, b)
        add(mixed, a, message, word ?? 0)
        rotate(mixed, d, a, first)
        add(mixed, c, mixed, d)
        rotate(mixed, b, c, second)
      }
      mix(round[step * 2], 32, 24)
      mix(round[step * 2 + 1], 16, 63)
    })
  }
  state.forEach((own, index) => (state[index] = own ^ half(mixed, index) ^ half(mixed, index + 16)))
}

const half = (words: Words, index: number) => words[index] ?? 0

function add(to: Words, i: number, from: Words, j: number) {
  const low = half(to, i * 2) + half(from, j * 2)
  to[i * 2 + 1] = half(to, i * 2 + 1) + half(from, j * 2 + 1) + (low > 0xffffffff ? 1 : 0)
  to[i * 2] = low
}

/** Replaces word `i` with (word `i` XOR word `j`), rotated right by `bits`. */
function rotate(words: Words, i: number, j: number, bits: number) {
  const low = half(words, i * 2) ^ half(words, j * 2)
  const high = half(words, i * 2 + 1) ^ half(words, j * 2 + 1)
  const [one, two] = bits < 32 ? [low, high] : [high, low]
  const rest = bits & 31
  words[i * 2] = rest ? (one >>> rest) | (two << (32 - rest)) : one
  words[i * 2 + 1] = rest ? (two >>> rest) | (one << (32 - rest)) : two
}

function digits(text: string): number[] {
  return [...text].map((digit) => parseInt(digit, 16))
}
