/** Who gets readers' data once they consent, as the publication names them (`consent.yaml`). */
import type { Vendor } from './consent.ts'

type Recipients = Readonly<Partial<Record<Vendor, { since: string } | undefined>>>

/**
 * The newest day on which a recipient of these vendors changed, up to today; undefined: none is named. Readers who saw an older
 * state are asked again. `today`: `2026-12-31`.
 */
export function toRecipientsSince(recipients: Recipients, used: readonly Vendor[], today: string): string | undefined {
  const days = used.flatMap((vendor) => recipients[vendor]?.since ?? [])
  return days
    .filter((day) => day <= today)
    .toSorted()
    .at(-1)
}
