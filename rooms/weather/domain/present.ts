/** Finds the hour that contains a moment. */
const HOUR = 3_600_000

export function findPresent<Hour extends { at: string }>(hours: readonly Hour[], now: Date): Hour | null {
  const time = now.getTime()
  return (
    hours.find(({ at }) => {
      const begun = Date.parse(at)
      return begun <= time && time < begun + HOUR
    }) ?? null
  )
}
