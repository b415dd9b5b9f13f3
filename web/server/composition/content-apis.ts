/** Content for pages: the same calls as the contract, with parsed answers and signed addresses of open media. */
import { CONTENT } from '@lokalteil/contracts/content'
import { createCaller, type ClientOptions } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { ContentApi, ContentName, Read } from '../../app/page/content-api.ts'
import type { SignedMedia } from '../http/signed-media.ts'
import { perPublication } from './services/per-publication.ts'
import { PAGE_READS } from './services/service-mount.ts'
import type { Services } from './services/service-table.ts'

export type ContentApis = {
  contentOf: (publication: PublicationCode) => ContentApi
  /** Bypasses the content service's own caches. */
  freshContentOf: (publication: PublicationCode) => ContentApi
  /** Adds addresses of open media to data loaded in another way; null: addresses need no signature. */
  addAddresses: SignedMedia['addOpenAddresses']
}

export function openContentApis({ content }: Pick<Services, 'content'>, media: SignedMedia): ContentApis {
  const toApi = (headers: Readonly<Record<string, string>>) =>
    perPublication((publication) =>
      toContentApi(content.toOptions(publication, PAGE_READS), headers, media.addOpenAddresses),
    )
  return {
    contentOf: toApi({}),
    freshContentOf: toApi({ 'cache-control': 'max-age=0' }),
    addAddresses: media.addOpenAddresses,
  }
}

function toContentApi(
  options: ClientOptions,
  headers: Readonly<Record<string, string>>,
  addAddresses: SignedMedia['addOpenAddresses'],
): ContentApi {
  const call = createCaller(CONTENT, options)
  const toRead =
    <K extends ContentName>(name: K) =>
    async (params: object = {}, query?: object): Promise<Read<AnswerOf<(typeof CONTENT)[K]>>> => {
      const result = await call(name, { params, query }, { headers })
      if (!result.ok) return { ok: false, status: result.status }
      if (addAddresses === null) return { ok: true, data: result.data }
      // The service may keep the answer for other pages.
      const data = structuredClone(result.data)
      addAddresses(data)
      return { ok: true, data }
    }
  const names = Object.keys(CONTENT) as ContentName[]
  return Object.fromEntries(names.map((name) => [name, toRead(name)])) as ContentApi
}
