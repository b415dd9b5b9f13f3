/** The settings of publications. The local edition has none of its own (S1-03). */
import type { SETTINGS } from '@lokalteil/contracts/library'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { checkSetting } from '@lokalteil/domain/publication/setting-changes'
import { toSettings } from '@lokalteil/domain/publication/settings'
import { listSettingsWithoutEffect } from '@lokalteil/domain/third-parties/settings-without-effect'
import { problem, type BoundHandlers } from '../platform/serve.ts'
import type { LibraryContext } from './context.ts'
import * as store from './store/settings.ts'

export const SETTINGS_HANDLERS: BoundHandlers<LibraryContext, typeof SETTINGS, PublicationCode> = {
  getSettings: async ({ db }, { context }) =>
    toSettings(publicationOf(context).isLocalEdition ? null : await store.getSettings(db, context)),
  async changeSettings({ db, isOfficeApart, now }, { context, body }) {
    if (publicationOf(context).isLocalEdition)
      return problem(409, 'LOCAL_EDITION', 'This publication keeps every default')
    const faults = Object.entries(body.changes).flatMap(([key, value]) => {
      const fault = checkSetting(key, value)
      return fault === null ? [] : [[`body.changes.${key}`, fault] as const]
    })
    if (faults.length > 0)
      return {
        ...problem(422, 'WRONG_SETTING', 'A setting cannot be what it should be'),
        fields: Object.fromEntries(faults),
      }
    const settings = toSettings(await store.changeSettings(db, context, body.changes, now()))
    const warnings = listSettingsWithoutEffect(settings, { isOfficeApart })
    return { ...settings, ...(warnings.length === 0 ? {} : { warnings }) }
  },
}

/** Stores settings for a publication that has none yet; settings that exist are left unchanged. */
export async function fillSettings(
  { db, now }: LibraryContext,
  publication: PublicationCode,
  given: Readonly<Record<string, string | number | boolean>>,
): Promise<'saved' | 'unchanged'> {
  if (publicationOf(publication).isLocalEdition || (await store.getSettings(db, publication)) !== null)
    return 'unchanged'
  const wrong = Object.entries(given).find(([key, value]) => checkSetting(key, value) !== null)
  if (wrong !== undefined) throw new Error(`The setting ${wrong[0]} of ${publication} cannot be ${String(wrong[1])}`)
  await store.changeSettings(db, publication, given, now())
  return 'saved'
}
