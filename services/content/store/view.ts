/** "Visible" always means: not withdrawn, carried by the publication, and its moment has come. */
import { sql } from 'kysely'

export type Sealed = { text: string; seal: string }

/** What one reader may see: a publication's bit and the time. */
export type View = { mask: number; now: Date }

export function visible({ mask, now }: View) {
  return sql<boolean>`not a.removed and a.publications & ${mask} <> 0 and a.shown <= ${now}`
}
