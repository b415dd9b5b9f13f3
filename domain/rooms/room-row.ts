/** Facts about a room for menus, sitemaps and notices. */
export type RoomRow = {
  /** Its page in the table of routes. */
  route: string
  path: string
  /** Name in menus. */
  label: string
  /** Name in the icon sprite. */
  icon: string
  /** Pages below the room's own that the sitemap lists. */
  more?: readonly string[]
  /** The word by which a privacy notice speaks of it (Art. 13 DSGVO); absent: it keeps nothing of a reader's and sends nothing on. */
  inNotice?: RegExp
  /** The right of an offer (`Grant` of `domain/commerce/offers`) that a reader has nothing of without this room. */
  grant?: string
  /** Sells single things, from which a reader may withdraw without a subscription. */
  sells?: true
}
