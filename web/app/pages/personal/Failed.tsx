/** A personal page whose data could not be loaded. */
import { personalTexts } from '../../messages/reading/personal.ts'
import { Button } from '../../ui/Button.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'

export function Failed({ title, isLoading, onRetry }: { title: string; isLoading: boolean; onRetry: () => void }) {
  return (
    <>
      <PageHead title={title} />
      <ListLayout>
        <EmptyState icon="offline" title={personalTexts.feed.failed}>
          <Button aria-disabled={isLoading || undefined} onClick={() => !isLoading && onRetry()}>
            {personalTexts.feed.retry}
          </Button>
        </EmptyState>
      </ListLayout>
    </>
  )
}
