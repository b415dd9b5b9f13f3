/** The page of a newsletter mail's link. Opening it changes nothing, its button does, with or without JavaScript. */
import type { ReactNode } from 'react'
import { FORM_ACTIONS, FORM_PATH, type ShownLink } from '../../page/newsletter-form.ts'
import { newsletterTexts } from '../../messages/reading/newsletters.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import css from './Newsletter.module.css'

export function LinkPanel({ link: { kind, token, state, newsletters } }: { link: ShownLink }) {
  const texts = newsletterTexts.link
  const own = texts[kind]
  switch (state) {
    case 'open':
      return (
        <Panel icon="newsletter" title={own.title} text={own.open(newsletters)}>
          <form method="post" action={FORM_PATH}>
            <input type="hidden" name="aktion" value={FORM_ACTIONS[kind]} />
            <input type="hidden" name="token" value={token} />
            <Button type="submit" className={css.submit}>
              {own.button}
            </Button>
          </form>
        </Panel>
      )
    case 'done':
      return (
        <Panel icon="check" title={own.doneTitle} text={own.done(newsletters)}>
          <ButtonLink href={FORM_PATH} variant="secondary">
            {texts.toAll}
          </ButtonLink>
        </Panel>
      )
    case 'expired':
    case 'invalid':
    case 'unavailable':
      return (
        <Panel icon="alert" title={texts.problemTitle} text={state === 'expired' ? own.expired : texts[state]}>
          <ButtonLink href={FORM_PATH} variant="secondary">
            {texts.toAll}
          </ButtonLink>
        </Panel>
      )
  }
}

function Panel({ icon, title, text, children }: { icon: IconName; title: string; text: string; children: ReactNode }) {
  return (
    <section className={css.answer} aria-labelledby="newsletter-link-title">
      <span className={css.mark}>
        <Icon name={icon} size="1.8rem" />
      </span>
      <h1 id="newsletter-link-title" className={css.answerTitle}>
        {title}
      </h1>
      <p className={css.strong}>{text}</p>
      {children}
    </section>
  )
}
