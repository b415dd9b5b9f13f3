/**
 * The site settings of a publication (specification 3.13), loaded once every few seconds for all pages. Promises: every
 * key has the type of its default, whatever the service answers; a failed service changes nothing and is only logged;
 * the local edition is never asked about (S1-03). Settings shown by stored pages are watched, so that a change reaches
 * readers at once.
 */
import { createClient, type Fetch } from '@lokalteil/contracts/kernel/client'
import { SETTINGS } from '@lokalteil/contracts/library'
import { publicationOf, listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { listPageSettings, toSettings, type Settings } from '@lokalteil/domain/publication/settings'

export type SettingsSource = {
  read: (publication: PublicationCode) => Promise<Settings>
  /** The known settings without waiting. */
  peek: (publication: PublicationCode) => Settings
  /** Polls, so that a change is noticed while no page is rendered. */
  watch: () => void
  close: () => void
}

export type SettingsSourceOptions = {
  /** The library; null: none, and every setting keeps its default. */
  api: { fetch: Fetch; base: string; isEmbedded: boolean } | null
  /** Called when a setting shown by stored pages has changed. */
  onChange: (publication: PublicationCode) => void
  /** Called with the first settings of a publication, and whenever any of them has changed. */
  onSettings: (publication: PublicationCode, settings: Settings) => void
  onError: (message: string, more: object) => void
  now: () => number
}

const FRESH_MS = 5000

type Known = { at: number; settings: Settings }

export function createSettingsSource({
  api,
  onChange,
  onSettings,
  onError,
  now,
}: SettingsSourceOptions): SettingsSource {
  const known = new Map<PublicationCode, Known>()
  const running = new Map<PublicationCode, Promise<Settings>>()
  let timer: NodeJS.Timeout | null = null

  async function ask(publication: PublicationCode): Promise<Settings> {
    const before = known.get(publication)
    const client = createClient(SETTINGS, {
      fetch: api!.fetch,
      base: `${api!.base}/mandators/${publication}`,
      ...(api!.isEmbedded ? { timeout: 0 } : {}),
    })
    const found = await client.getSettings({})
    if (!found.ok)
      onError('Error while fetching settings for store', {
        publication,
        status: found.status,
        code: found.problem.code,
      })
    const settings = found.ok ? toSettings(found.data) : (before?.settings ?? toSettings(null))
    known.set(publication, { at: now(), settings })
    if (JSON.stringify(before?.settings) !== JSON.stringify(settings)) onSettings(publication, settings)
    if (before !== undefined && toPageText(before.settings) !== toPageText(settings)) onChange(publication)
    return settings
  }

  function renew(publication: PublicationCode): Promise<Settings> {
    let renewal = running.get(publication)
    if (renewal === undefined) {
      renewal = ask(publication).finally(() => running.delete(publication))
      running.set(publication, renewal)
    }
    return renewal
  }

  async function read(publication: PublicationCode): Promise<Settings> {
    if (api === null || publicationOf(publication).isLocalEdition) return toSettings(null)
    const last = known.get(publication)
    if (last !== undefined && now() - last.at < FRESH_MS) return last.settings
    // An embedded service answers quickly, so wait for it; for an external one the last answer is used meanwhile.
    const renewal = renew(publication)
    if (last === undefined || api.isEmbedded) return renewal
    renewal.catch(() => {})
    return last.settings
  }

  return {
    read,
    peek: (publication) => known.get(publication)?.settings ?? toSettings(null),
    watch() {
      if (api === null) return
      timer ??= setInterval(() => {
        for (const publication of listPublicationCodes())
          void read(publication).catch((error: unknown) =>
            onError('Error while fetching settings for store', { publication, error }),
          )
      }, FRESH_MS)
      timer.unref()
    },
    close() {
      if (timer !== null) clearInterval(timer)
      timer = null
    },
  }
}

function toPageText(settings: Settings): string {
  return JSON.stringify(listPageSettings(settings))
}
