/** Recordings in the text of an article. */
import { Suspense } from 'react'
import { lazyPart, lazyPartOrWord } from '../../page/lazy-part.tsx'
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import { isOwnPath } from '@lokalteil/domain/routing/paths'
import { useSurroundings } from '../../page/portal.ts'
import { useIsBrowser } from '../../features/article/use-is-browser.ts'
import { articleInsertTexts as texts } from '../../messages/reading/article-insert.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './ArticlePage.module.css'

const AudioPlayer = lazyPartOrWord(() => import('../../features/media/AudioPlayer.lazy.tsx'))
const Chapters = lazyPart(() => import('../../features/media/Chapters.lazy.tsx'))

/**
 * Own recordings play here; one on another host is a link, so that no third-party content loads without consent. Few
 * articles have one, so the player is a lazy script.
 */
export function ArticleAudio({ article, audio }: { article: Article; audio: Extract<ContentItem, { type: 'audio' }> }) {
  const isOwn = isOwnPath(audio.src)
  const isBrowser = useIsBrowser()
  const { publication } = useSurroundings()
  // The spoken article is played from the article's actions.
  if (audio.reading !== undefined && isOwn)
    return (
      <audio
        controls
        preload="none"
        src={audio.src}
        className={`${css.reading} no-js-only`}
        aria-label={texts.reading}
      />
    )
  return (
    <div className={css.audio} data-own={isOwn ? '' : undefined}>
      {isOwn ? (
        <>
          {isBrowser && (
            <Suspense>
              <AudioPlayer
                piece={{
                  kind: 'recording',
                  // The query of a signed address changes daily, so it is no part of the key.
                  key: `audio:${audio.src.replace(/\?.*/, '')}`,
                  title: audio.title,
                  by: publication.name,
                  target: article.path,
                  src: audio.src,
                  seconds: audio.duration,
                  voiceLabel: audio.voiceLabel,
                }}
                chapters={audio.chapters}
                ChapterList={Chapters}
              />
            </Suspense>
          )}
          <audio controls preload="none" src={audio.src} className="no-js-only" aria-label={audio.title} />
        </>
      ) : (
        <p className={css.foreignAudio}>
          <Icon name="headphones" size="1.6rem" />
          <span>
            <strong>{audio.title}</strong> {texts.foreignAudio}{' '}
            <a href={audio.src} target="_blank" rel="noopener">
              {texts.foreignAudioLink}
            </a>
          </span>
        </p>
      )}
      {!isOwn && isBrowser && audio.chapters && (
        <Suspense>
          <Chapters src={audio.src} chapters={audio.chapters} />
        </Suspense>
      )}
    </div>
  )
}
