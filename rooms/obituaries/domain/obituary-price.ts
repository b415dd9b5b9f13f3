/**
 * The price of a notice ordered by a reader: size, extra letters, landscape, and duration. The price table is the
 * publication's (`rooms.yaml`). The form shows the same sum that is charged.
 */
import { countCharacters } from '@lokalteil/domain/community/user-text'
import { isScene, PART_NAMES, type ObituaryText } from './obituaries.ts'

export type ObituaryPrices = {
  /** In the order in which they are offered. `letters` are included in the price. */
  sizes: readonly { id: string; name: string; cents: number; letters: number }[]
  /** Price of every `letters` begun beyond those included. */
  extra: { letters: number; cents: number }
  /** Price of a landscape across the notice. */
  sceneCents: number
  durations: readonly { days: number; cents: number }[]
}

export type ObituaryChoice = { size: string; days: number; text: ObituaryText; name: string }

export type PriceLine = { kind: 'size' | 'letters' | 'scene' | 'duration'; label: string; count: number; cents: number }
export type ObituaryPrice = { lines: readonly PriceLine[]; cents: number; letters: number }

/** Counts printed letters, without spaces at line ends. */
function countLetters({ text, name }: Pick<ObituaryChoice, 'text' | 'name'>): number {
  return [name, ...PART_NAMES.map((part) => text[part])].reduce(
    (sum, part) => sum + countCharacters(part.replace(/\s+/g, ' ').trim()),
    0,
  )
}

/** Null: the publication has no such size or duration. */
export function computePrice(prices: ObituaryPrices, choice: ObituaryChoice): ObituaryPrice | null {
  const size = prices.sizes.find(({ id }) => id === choice.size)
  const duration = prices.durations.find(({ days }) => days === choice.days)
  if (size === undefined || duration === undefined) return null
  const letters = countLetters(choice)
  const steps = Math.max(0, Math.ceil((letters - size.letters) / prices.extra.letters))
  const lines: PriceLine[] = [{ kind: 'size', label: size.name, count: 1, cents: size.cents }]
  if (steps > 0)
    lines.push({ kind: 'letters', label: '', count: letters - size.letters, cents: steps * prices.extra.cents })
  if (isScene(choice.text.symbol)) lines.push({ kind: 'scene', label: '', count: 1, cents: prices.sceneCents })
  lines.push({ kind: 'duration', label: '', count: duration.days, cents: duration.cents })
  return { lines, cents: lines.reduce((sum, { cents }) => sum + cents, 0), letters }
}
