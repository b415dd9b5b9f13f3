/** The tables of the office, in the PostgreSQL schema `office`. Tokens are stored as digests only. */
import type { ArticleDraft, FocalPoint, FrontEdit, Picture } from '@lokalteil/contracts/content'
import type { BlockConflict, Medium, Note, Revision } from '@lokalteil/contracts/office'
import type { OfficeRole } from '@lokalteil/domain/office/acts'
import type { DeskState, PublicFacts, PublicState } from '@lokalteil/domain/office/states'
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>

export type StaffState = 'invited' | 'active' | 'locked' | 'removed'

/** Staff, sign-in, sessions, audit and events. */
type PeopleTables = {
  'office.staff': {
    id: string
    name: string
    /** Null: the person was removed. */
    email: string | null
    password_hash: string | null
    state: StaffState
    is_demo: Generated<boolean>
    created_at: Date
    seen_at: Date | null
    /** Who the person is at the house's own provider; null: signs in here. */
    issuer: string | null
    subject: string | null
  }
  'office.grants': {
    staff: string
    publication: string
    role: OfficeRole
    may_publish: boolean
    sections: Json<string[]>
  }
  'office.passkeys': {
    id: string
    staff: string
    public_key: string
    counter: number
    transports: Json<string[]>
    name: string
    created_at: Date
  }
  /** `pending`: no code has proved it yet. Both are sealed. */
  'office.secrets': { staff: string; sealed: string | null; pending: string | null; last_step: Generated<number> }
  'office.recovery_codes': { staff: string; digest: string }
  'office.invitations': { staff: string; digest: string; invited_by: string; expires_at: Date }
  'office.sessions': {
    id: string
    digest: string
    staff: string
    /** `half`: the second factor is missing. */
    kind: 'half' | 'full'
    device: string
    created_at: Date
    seen_at: Date
    proved_at: Date
  }
  'office.devices': { digest: string; staff: string; seen_at: Date }
  'office.challenges': { digest: string; purpose: string; expires_at: Date }
  'office.windows': { key: string; count: number; until: Date }
  'office.tries': { key: string; count: number; paused_until: Date; forgotten_at: Date }
  'office.audit': {
    id: Generated<number>
    at: Date
    staff: string | null
    by_name: string
    network: string
    act: string
    publication: string | null
    target: string
    before: Json<unknown>
    after: Json<unknown>
  }
  'office.events': {
    id: Generated<number>
    at: Generated<Date>
    kind: string
    target: string
    publication: string | null
  }
  /** Pages of previews, each for the session that asked. */
  'office.previews': { digest: string; session: string; html: string; ends_at: Date }
}

/** Articles, drafts, revisions, notes, presence, plans and arrivals. */
type ArticleTables = {
  /** Index of all articles: those of the content service and those that the office alone has. */
  'office.articles': {
    publication: string
    /** The id in the content service. */
    id: string
    desk: DeskState
    /** `toPublicState` of the row, for lists. */
    shown: PublicState
    readers: PublicFacts['readers']
    title: string
    section_path: string
    source: string
    restriction: 'paid' | 'free'
    path: string
    tag_ids: string[]
    /** Ids of the people who wrote in it. */
    people: string[]
    changed_at: Date
    changed_by: string | null
    changed_by_name: string | null
    /** Null: it came by an import. */
    created_by: string | null
    created_by_name: string | null
    /** Of the draft; 0: never opened in the office. */
    revision: number
    /** The highest number of a revision. */
    last_number: number
    published_revision: number | null
    published_at: Date | null
    /** Since when readers have seen it without a break. */
    online_since: Date | null
    /** The published revision before the last publication; null: none. */
    before_revision: number | null
    undo_until: Date | null
    /** Time of the last change that readers are shown. */
    reader_updated: Date | null
    scheduled_for: Date | null
    /** When the content service shows it by itself: its date or embargo lies ahead. */
    waits_until: Date | null
    /** Code of the reason why the last plan failed for good. */
    plan_failure: string | null
    open_notes: Generated<number>
    has_update: Generated<boolean>
    /** The waiting proposal is a withdrawal by the source. */
    is_recalled: Generated<boolean>
    /** An import changed the article after the office had opened it. */
    is_stale: Generated<boolean>
    /** The headline in the spelling for searching. */
    search_text: string
    /** Of the version before: stems alone. */
    words: GeneratedAlways<string>
    /** Stems, and the words as they are written. */
    headline_words: GeneratedAlways<string>
  }
  /** A row for each list that an article stands in: section, person, source, tag, state. */
  'office.article_lists': { publication: string; list: string; article_id: string; changed_at: Date }
  'office.drafts': {
    publication: string
    article_id: string
    revision: number
    draft: Json<ArticleDraft>
    conflicts: Json<BlockConflict[]>
  }
  'office.revisions': {
    publication: string
    article_id: string
    number: number
    by_id: string | null
    by_name: string | null
    at: Date
    kind: Revision['kind']
    base: number
    draft: Json<ArticleDraft>
    title: string
    words: number
    /** A later automatic save of the same five minutes stands for it. It stays an hour as a base of merges. */
    is_passed: Generated<boolean>
    /** Beginning of the five minutes of automatic saves. */
    window_start: Date | null
    /** Digest of the save, so that a repeated one makes no second revision. */
    sent: string | null
  }
  'office.arrivals': {
    publication: string
    source_id: string
    article_id: string | null
    /** Merged last; null: none. */
    version: number | null
    draft: JsonOrNull<ArticleDraft>
    /** The version that waits; null: none. */
    waiting: number | null
    /** It is a withdrawal. */
    is_recall: Generated<boolean>
  }
  'office.presence': {
    publication: string
    article_id: string
    person_id: string
    person_name: string
    since: Date
    seen_at: Date
    has_pen: boolean
  }
  'office.notes': {
    id: GeneratedAlways<number>
    publication: string
    article_id: string
    by_id: string
    by_name: string
    at: Date
    text: string
    block: number | null
    answers: Json<Note['answers']>
    is_done: boolean
    /** To whom it was written. */
    to_id: string | null
    /** Whose turn it is. */
    for_id: string | null
  }
  'office.plans': {
    id: GeneratedAlways<number>
    publication: string
    article_id: string
    kind: 'publish' | 'withdraw' | 'return' | 'pictures'
    /** 0: of none. */
    revision: number
    /** Time of the change for readers. */
    updated: Date | null
    /** Takes the last publication back. */
    is_undo: boolean
    at: Date
    by_id: string
    by_name: string
    /** `pictures`: waits, beside a plan of somebody. */
    state: 'waiting' | 'pictures' | 'done' | 'failed'
    due_at: Date
    attempts: Generated<number>
    held_until: Date | null
    held_by: string | null
    error: string | null
    changed_at: Date
  }
  /** Links to previews for people without an account. */
  'office.preview_links': {
    id: string
    digest: string
    publication: string
    article_id: string
    revision: number
    by_id: string
    by_name: string
    at: Date
    ends_at: Date
  }
  /** How far the index has followed the content service, by publication. */
  'office.index_marks': { publication: string; filled_to: string; is_filled: boolean; sequence: number }
}

type FrontTables = {
  /** One draft for each front. `path`: '' is the home page. */
  'office.front_drafts': {
    publication: string
    path: string
    /** It only rises, also over publishing and dropping. */
    revision: number
    /** Null: there is no draft. */
    edits: JsonOrNull<FrontEdit[]>
    /** The published edits it was made from. */
    base: JsonOrNull<FrontEdit[]>
    by_id: string
    by_name: string
    at: Date
  }
}

/** Texts that a change of a picture puts into articles; a focal point of null is chosen automatically. */
export type CarriedTexts = Partial<Pick<Picture, 'altText' | 'caption' | 'credit'>> & { focus?: FocalPoint | null }

/** `baseUrl`: the file that has the part. If the picture has another file by now, nothing is cut off. */
type Cut = NonNullable<Medium['cut']> & { baseUrl: string }

/** Pictures, their rights and files, and jobs that change them in articles. */
type MediaTables = {
  'office.media': {
    id: GeneratedAlways<number>
    publication: string
    /** The file that it has now. */
    base_url: string
    width: number
    height: number
    colour: string | null
    focus: ColumnType<FocalPoint | null, string | null, string | null>
    cut: JsonOrNull<Cut>
    alt_text: string
    caption: string
    credit: string
    /** Texts of the file when it was uploaded. */
    written: Json<Medium['written']>
    file_name: string
    version: Generated<number>
    created_at: Date
    created_by: string
    created_by_name: string
    /** Texts, holder and file name in the spelling for searching. */
    search_text: string
    words: GeneratedAlways<string>
  }
  'office.media_rights': {
    media_id: number
    publication: string
    holder: string
    terms: string
    until: Date | null
    may_be_cut: boolean
    stays_in_archive: boolean
  }
  /** All files that a picture has or had. `name`: as `toMediaName` spells it. */
  'office.media_files': { publication: string; name: string; base_url: string; media_id: number }
  /** A job for each: articles lose the picture (`end`), get its new file (`replace`) or its new texts (`texts`). */
  'office.media_tasks': {
    id: GeneratedAlways<number>
    publication: string
    media_id: number
    kind: 'end' | 'replace' | 'texts'
    texts: ColumnType<CarriedTexts | null, string | null, string | null>
    /** Null: the office itself. */
    by_id: string | null
    by_name: string | null
    network: string
    state: 'waiting' | 'done'
    due_at: Date
    attempts: Generated<number>
    held_until: Date | null
    held_by: string | null
    error: string | null
    changed_at: Date
  }
}

export type OfficeTables = PeopleTables & ArticleTables & FrontTables & MediaTables
export type OfficeDb = Kysely<OfficeTables>
export type ArticleRecord = Omit<Selectable<ArticleTables['office.articles']>, 'words' | 'headline_words'>
