/** A personal page without a login: its purpose, and links to login and registration. */
import type { ReactNode } from 'react'
import { personalTexts } from '../../messages/reading/personal.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import css from './LoggedOut.module.css'

type LoggedOutProps = {
  icon: IconName
  texts: { title: string; text: string; benefits: readonly string[] }
  children?: ReactNode
}

export function LoggedOut({ icon, texts, children }: LoggedOutProps) {
  return (
    <div className={`page ${css.page}`}>
      <section className={css.card}>
        <span className={css.icon}>
          <Icon name={icon} size="2.2rem" />
        </span>
        <h1 className={css.title}>{texts.title}</h1>
        <p className={css.text}>{texts.text}</p>
        <ul className={css.benefits}>
          {texts.benefits.map((benefit) => (
            <li key={benefit}>
              <Icon name="check" size="1.2em" /> {benefit}
            </li>
          ))}
        </ul>
        <div className={css.actions}>
          <div className={css.action}>
            <p>{personalTexts.free}</p>
            <ButtonLink href="#register">{personalTexts.signUp}</ButtonLink>
          </div>
          <div className={css.action}>
            <p>{personalTexts.alreadyUser}</p>
            <ButtonLink href="#login" variant="secondary">
              {personalTexts.login}
            </ButtonLink>
          </div>
        </div>
      </section>
      {children}
    </div>
  )
}
