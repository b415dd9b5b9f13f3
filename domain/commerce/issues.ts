/** Issues of the printed paper that readers buy with coins. An issue is the edition of a day, unique within its publication. */
export type IssueId = {
  /** A slug of the publication's `rooms.yaml`. */
  edition: string
  /** `2026-11-23` */
  day: string
}

/** Reserved, because addresses below `/epaper` begin with these words. */
const RESERVED_EDITIONS: ReadonlySet<string> = new Set(['suche', 'artikel', 'ausschnitt', 'api', 'bild', 'pdf'])
const EDITION = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** @epaper */
export function isEdition(value: string): boolean {
  return value.length <= 40 && EDITION.test(value) && !RESERVED_EDITIONS.has(value)
}

/** A calendar day from 1900 on: `2026-02-30` is not one. */
export function isDay(value: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value
}

/**
 * `haupt/2026-11-23`: the key under which a purchase is stored.
 * @epaper
 */
export function toIssueKey({ edition, day }: IssueId): string {
  return `${edition}/${day}`
}

/** Null: not an issue key. */
export function parseIssueKey(key: string): IssueId | null {
  const [edition = '', day = '', ...rest] = key.split('/')
  return rest.length === 0 && isEdition(edition) && isDay(day) ? { edition, day } : null
}
