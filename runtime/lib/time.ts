/** The spec's time constants, in ms (section 9). */
export const ONE_SECOND = 1_000
export const THREE_SECONDS = 3_000
export const FIVE_SECONDS = 5_000
export const TEN_SECONDS = 10_000
export const TWENTY_SECONDS = 20_000
export const THIRTY_SECONDS = 30_000
export const FORTY_FIVE_SECONDS = 45_000
export const FOUR_MINUTES = 240_000
export const FIVE_MINUTES = 300_000
