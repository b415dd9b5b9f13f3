/** Which vendor an embed of an article belongs to. Apart from the vendors' table, because every article asks. */
import type { Vendor } from '../consent/consent.ts'

/** Absent: all platforms, no frames of other vendors. */
type EmbedFacts = { embeds?: readonly string[]; frames?: Readonly<Record<string, Vendor>> }

/**
 * The vendor whose consent an embed of an article needs. Importers know the platforms and keep other addresses as
 * `other`; the configuration says which of these belong to a vendor. Null: stays a link.
 */
export function toEmbedVendor(
  embed: { vendor: string; url: string },
  thirdParties: EmbedFacts | undefined,
): Vendor | null {
  const { embeds, frames } = thirdParties ?? {}
  const owner = frames && URL.canParse(embed.url) ? frames[new URL(embed.url).origin] : undefined
  if (owner !== undefined) return owner
  if (embed.vendor === 'other') return null
  return embeds && !embeds.includes(embed.vendor) ? null : (embed.vendor as Vendor)
}
