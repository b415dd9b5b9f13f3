/** The pictures of a draft: listed, and changed wherever they stand. Pure. */
import type { ArticleDraft, Picture, Video } from '@lokalteil/contracts/content'
import type { BodyItem } from '@lokalteil/contracts/content/records'

/** Those with texts of their own; the lead picture first. */
export function listPictures({ picture, body }: ArticleDraft): Picture[] {
  return [picture, ...body.flatMap(picturesOf)].filter((one) => one !== null)
}

/** Posters of films. */
export function listPosters({ headerVideo, body }: ArticleDraft): Picture[] {
  const videos = [headerVideo, ...body.filter((item) => item.type === 'video')]
  return videos.flatMap((video) => video?.poster ?? [])
}

function picturesOf(item: BodyItem): Picture[] {
  if (item.type === 'image') return [item.picture]
  if (item.type === 'gallery') return item.pictures
  return item.type === 'liveEntry' && item.picture !== undefined ? [item.picture] : []
}

/**
 * The draft with other pictures; null takes one out: the lead picture is none, a block of the text goes, a gallery goes when
 * it is empty. The same object if nothing changes.
 */
export function changePictures(draft: ArticleDraft, change: (picture: Picture) => Picture | null): ArticleDraft {
  let isChanged = false
  const toNew = (picture: Picture): Picture | null => {
    const next = change(picture)
    if (next !== picture) isChanged = true
    return next
  }
  const toNewVideo = <V extends Video>(video: V): V => {
    const poster = video.poster === null ? null : toNew(video.poster)
    return poster === video.poster ? video : { ...video, poster }
  }
  const next: ArticleDraft = {
    ...draft,
    picture: draft.picture === null ? null : toNew(draft.picture),
    headerVideo: draft.headerVideo === null ? null : toNewVideo(draft.headerVideo),
    body: draft.body.flatMap((item): BodyItem[] => {
      switch (item.type) {
        case 'image': {
          const picture = toNew(item.picture)
          if (picture === null) return []
          return picture === item.picture ? [item] : [{ ...item, picture }]
        }
        case 'gallery': {
          const pictures = item.pictures.flatMap((one) => toNew(one) ?? [])
          const isSame =
            pictures.length === item.pictures.length && pictures.every((one, at) => one === item.pictures[at])
          if (isSame) return [item]
          return pictures.length === 0 ? [] : [{ ...item, pictures }]
        }
        case 'liveEntry': {
          if (item.picture === undefined) return [item]
          const picture = toNew(item.picture)
          if (picture === item.picture) return [item]
          const { picture: _before, ...entry } = item
          return [picture === null ? entry : { ...entry, picture }]
        }
        case 'video':
          return [toNewVideo(item)]
        default:
          return [item]
      }
    }),
  }
  return isChanged ? next : draft
}
