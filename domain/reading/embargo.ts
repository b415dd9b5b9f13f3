/** The embargo of an article. An instant is a Date, or an ISO text in UTC: those order as texts. */

/** Null: there is none. Undefined: it cannot be read, and the document must be refused, or it would be shown early. */
export function readEmbargo(given: unknown, toInstant: (given: unknown) => string | null): string | null | undefined {
  return given ? (toInstant(given) ?? undefined) : null
}

/** An article counts as published when its embargo ends. */
export function afterEmbargo<Instant extends Date | string>(instant: Instant, embargo: Instant | null): Instant {
  return embargo !== null && embargo > instant ? embargo : instant
}
