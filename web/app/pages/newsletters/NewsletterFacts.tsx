/** Schedule and author of a newsletter. */
import type { Newsletter } from '@lokalteil/contracts/content'
import { newsletterTexts } from '../../messages/reading/newsletters.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './NewsletterFacts.module.css'

export function NewsletterFacts({ newsletter }: { newsletter: Newsletter }) {
  return (
    <dl className={css.facts}>
      {newsletter.rhythm !== '' && (
        <div>
          <dt>
            <Icon name="clock" size="1.1em" label={newsletterTexts.rhythm} />
          </dt>
          <dd>{newsletter.rhythm}</dd>
        </div>
      )}
      {newsletter.sender !== '' && (
        <div>
          <dt>
            <Icon name="mail" size="1.1em" label={newsletterTexts.sender} />
          </dt>
          <dd>{newsletter.sender}</dd>
        </div>
      )}
    </dl>
  )
}
